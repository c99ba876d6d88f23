import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { errorMessage } from '../../../../platform/live/hooks.ts'
import { Button, type ButtonKind } from '../../../../platform/ui/Button.tsx'
import { Icon } from '../../../../platform/ui/Icon.tsx'
import { VisuallyHidden } from '../../../../platform/ui/VisuallyHidden.tsx'
import styles from './action-area.module.css'

interface Doing {
  /** what goes on with a thing: it is under way, or what went wrong with it; undefined: nothing */
  of(thing: string): 'busy' | { error: string } | undefined
  /** Does one thing to a thing at a time. @param said to screen readers, when it is done */
  run(thing: string, work: () => Promise<unknown>, said: string): void
  /** Says what was done elsewhere, as in a dialog that has closed. */
  tell(said: string): void
}

const DoingContext = createContext<Doing | null>(null)

function useDoing(): Doing {
  const doing = use(DoingContext)
  if (doing === null) throw new Error('There is no Desk above this component')
  return doing
}

/** Where many small things are done: it knows what is under way, says what came of it, and keeps the focus near. */
export function ActionArea({ label, children }: { label: string; children: ReactNode }) {
  const [states, setStates] = useState<Readonly<Record<string, 'busy' | { error: string }>>>({})
  const [said, setSaid] = useState('')
  const [element, setElement] = useState<HTMLElement | null>(null)
  const put = (thing: string, state: 'busy' | { error: string } | null): void =>
    setStates(({ [thing]: _, ...others }) => (state === null ? others : { ...others, [thing]: state }))
  const doing: Doing = {
    of: thing => states[thing],
    tell: setSaid,
    run(thing, work, words) {
      if (states[thing] === 'busy') return
      put(thing, 'busy')
      setSaid('')
      work().then(
        () => {
          put(thing, null)
          setSaid(words)
        },
        (error: unknown) => {
          put(thing, { error: errorMessage(error) })
          setSaid(errorMessage(error))
        },
      )
    },
  }
  // What was pressed may be gone by what it did: the next key starts here again, not at the top of the page.
  useEffect(() => {
    if (said === '' || element === null) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) element.focus({ preventScroll: true })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [said, element])
  return (
    <DoingContext value={doing}>
      <section ref={setElement} className={styles.desk} tabIndex={-1} aria-label={label}>
        {children}
        <span role="status">
          <VisuallyHidden>{said}</VisuallyHidden>
        </span>
      </section>
    </DoingContext>
  )
}

/** What was done in a dialog, said when it has closed. */
export const useTell = (): ((said: string) => void) => useDoing().tell

export interface DoProps {
  /** what it is done to; one thing is done to it at a time */
  thing: string
  work: () => Promise<unknown>
  said: string
  kind?: ButtonKind
  /** where the words alone do not say to what */
  label?: string
  disabled?: boolean
  children: ReactNode
}

/** A button that does something at once. */
export function ActionButton({ thing, work, said, kind = 'quiet', label, disabled = false, children }: DoProps) {
  const doing = useDoing()
  return (
    <Button
      kind={kind}
      className={styles.do}
      aria-label={label}
      disabled={disabled}
      busy={doing.of(thing) === 'busy'}
      onClick={() => doing.run(thing, work, said)}
    >
      {children}
    </Button>
  )
}

/** What went wrong with a thing, beside it; the desk says it aloud. */
export function ActionError({ thing }: { thing: string }) {
  const state = useDoing().of(thing)
  if (typeof state !== 'object') return null
  return (
    <p className={styles.trouble}>
      <Icon name="warn" />
      <span>{state.error}</span>
    </p>
  )
}

import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { errorMessage } from '../../../../platform/live/hooks.ts'
import { Button, type ButtonKind } from '../../../../platform/ui/controls/Button.tsx'
import { Icon } from '../../../../platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '../../../../platform/ui/controls/VisuallyHidden.tsx'
import styles from './action-area.module.css'

interface Doing {
  /** the state of the actions on a thing: in progress, or the last one's error; undefined: neither */
  of(thing: string): 'busy' | { error: string } | undefined
  /** Runs one action at a time on each thing. @param said announced to screen readers when it is done */
  run(thing: string, work: () => Promise<unknown>, said: string): void
  /** Announces to screen readers what was done elsewhere, for example in a dialog that has closed. */
  tell(said: string): void
}

const DoingContext = createContext<Doing | null>(null)

function useDoing(): Doing {
  const doing = use(DoingContext)
  if (doing === null) throw new Error('There is no Desk above this component')
  return doing
}

/**
 * Container for many small actions. It knows which are in progress, announces their results to screen readers, and keeps the keyboard focus
 * inside.
 */
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
  // The action may have removed the button that was pressed. The focus then moves to this container, so that the next Tab key does not
  // start at the top of the page.
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

/** Returns a function that announces what was done in a dialog after it has closed. */
export const useTell = (): ((said: string) => void) => useDoing().tell

export interface DoProps {
  /** id of what the action is about; only one action at a time runs on it */
  thing: string
  work: () => Promise<unknown>
  said: string
  kind?: ButtonKind
  /** for screen readers, if the button's text alone does not say what the action is about */
  label?: string
  disabled?: boolean
  children: ReactNode
}

/** A button that runs an action without asking for confirmation. */
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

/** The error of the last action on a thing, shown next to it. The container announces it to screen readers. */
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

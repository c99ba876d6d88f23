import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button, type ButtonKind } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './action-area.module.css'

interface ActionStates {
  /** the state of the actions on a subject: in progress, or the last one's error; undefined: neither */
  getState(subjectId: string): 'busy' | { error: string } | undefined
  /** Runs one action at a time on each subject. @param doneMessage announced to screen readers when it is done */
  run(subjectId: string, action: () => Promise<unknown>, doneMessage: string): void
  /** Announces to screen readers what was done elsewhere, for example in a dialog that has closed. */
  announce(message: string): void
}

/** True if an action is done only on this device, which sends it later: see `ResultOutcome`. */
const isWaiting = (answer: unknown): boolean => (answer as { state?: unknown } | undefined)?.state === 'waiting'

const ActionContext = createContext<ActionStates | null>(null)

function useActions(): ActionStates {
  const actions = use(ActionContext)
  if (actions === null) throw new Error('There is no ActionArea above this component')
  return actions
}

/**
 * Container for many small actions. It knows which are in progress, announces their results to screen readers, and keeps the keyboard focus
 * inside.
 */
export function ActionArea({ label, children }: { label: string; children: ReactNode }) {
  const [states, setStates] = useState<Readonly<Record<string, 'busy' | { error: string }>>>({})
  const [announcement, setAnnouncement] = useState('')
  const [element, setElement] = useState<HTMLElement | null>(null)
  const setState = (subjectId: string, state: 'busy' | { error: string } | null): void =>
    setStates(({ [subjectId]: _, ...others }) => (state === null ? others : { ...others, [subjectId]: state }))
  const actions: ActionStates = {
    getState: subjectId => states[subjectId],
    announce: setAnnouncement,
    run(subjectId, action, doneMessage) {
      if (states[subjectId] === 'busy') return
      setState(subjectId, 'busy')
      setAnnouncement('')
      action().then(
        answer => {
          setState(subjectId, null)
          setAnnouncement(isWaiting(answer) ? m.events_waiting_kept() : doneMessage)
        },
        (error: unknown) => {
          setState(subjectId, { error: errorMessage(error) })
          setAnnouncement(errorMessage(error))
        },
      )
    },
  }
  // The action may have removed the button that was pressed. The focus then moves to this container, so that the next Tab key does not
  // start at the top of the page.
  useEffect(() => {
    if (announcement === '' || element === null) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) element.focus({ preventScroll: true })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [announcement, element])
  return (
    <ActionContext value={actions}>
      <section ref={setElement} className={layout.stack5} tabIndex={-1} aria-label={label}>
        {children}
        <span role="status">
          <VisuallyHidden>{announcement}</VisuallyHidden>
        </span>
      </section>
    </ActionContext>
  )
}

/** Returns a function that announces what was done in a dialog after it has closed. */
export const useAnnounce = (): ((message: string) => void) => useActions().announce

export interface ActionButtonProps {
  /** id of what the action is about; only one action at a time runs on it */
  subjectId: string
  action: () => Promise<unknown>
  doneMessage: string
  kind?: ButtonKind
  /** for screen readers, if the button's text alone does not say what the action is about */
  label?: string
  disabled?: boolean
  children: ReactNode
}

/** A button that runs an action without asking for confirmation. */
export function ActionButton({ subjectId, action, doneMessage, kind = 'quiet', label, disabled = false, children }: ActionButtonProps) {
  const actions = useActions()
  return (
    <Button
      kind={kind}
      className={styles.do}
      aria-label={label}
      disabled={disabled}
      busy={actions.getState(subjectId) === 'busy'}
      onClick={() => actions.run(subjectId, action, doneMessage)}
    >
      {children}
    </Button>
  )
}

/** The error of the last action on a subject, shown next to it. The container announces it to screen readers. */
export function ActionError({ subjectId }: { subjectId: string }) {
  const state = useActions().getState(subjectId)
  if (typeof state !== 'object') return null
  return (
    <p className={styles.trouble}>
      <Icon name="warn" />
      <span>{state.error}</span>
    </p>
  )
}

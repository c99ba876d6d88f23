import { useState } from 'react'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { eventsJoin, eventsLeave } from '../contract/entrants.ts'
import styles from './event.module.css'
import { eventHref } from './event-url.ts'
import { nthPlace } from './labels/number-labels.ts'
import type { ShownEvent } from './types.ts'
import { useOwnEntry } from './use-event.ts'

interface JoinEventProps {
  event: ShownEvent
  /** true: nobody joins it by themselves, but who is in may leave */
  isFinal: boolean
  kind: 'primary' | 'quiet'
}

/** Button to join an event, or the list of those who wait for a place; or to leave it, after a question, as long as the user has not played in it. */
export function JoinEvent({ event: { _id: eventId, name, players, capacity }, isFinal, kind }: JoinEventProps) {
  const { state } = useAccount()
  const { entrantId, hasPlayed, waiting } = useOwnEntry(eventId)
  const joinLabel = capacity !== undefined && players >= capacity ? m.events_join_wait_list() : m.events_join()
  const join = useMethod(eventsJoin)
  const leave = useMethod(eventsLeave)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const start = (): void => {
    setBusy(true)
    setError(null)
    join({ eventId })
      .catch((cause: unknown) => setError(errorMessage(cause)))
      .finally(() => setBusy(false))
  }
  if (isFinal && typeof entrantId !== 'string') return null
  if (state === 'out' || state === 'unknown') {
    return (
      <ButtonLink kind={kind} href={withReturnPath('/sign-in', eventHref(eventId))}>
        {joinLabel}
      </ButtonLink>
    )
  }
  if (typeof entrantId === 'string' && hasPlayed) return <span className={styles.joined}>{m.events_you_are_in()}</span>
  return (
    <>
      {typeof entrantId === 'string' ? (
        <>
          {waiting !== undefined && <span className={styles.joined}>{m.events_waiting_you(nthPlace(waiting))}</span>}
          <Button onClick={() => setLeaving(true)}>{m.events_leave()}</Button>
        </>
      ) : (
        <Button kind={kind} busy={busy || entrantId === undefined || state === 'busy'} onClick={start}>
          {joinLabel}
        </Button>
      )}
      <FormError message={error} />
      {leaving && (
        <ConfirmDialog
          title={m.events_state_leave_title({ name })}
          confirmLabel={m.events_leave()}
          cancelLabel={m.ui_stay()}
          onConfirm={async () => {
            await leave({ eventId })
          }}
          onClose={() => setLeaving(false)}
        >
          <p>{waiting === undefined ? m.events_state_leave_words() : m.events_waiting_leave_words()}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

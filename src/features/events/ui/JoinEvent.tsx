import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { ButtonLink } from '../../../platform/ui/controls/ButtonLink.tsx'
import { ConfirmDialog } from '../../../platform/ui/controls/ConfirmDialog.tsx'
import { FormError } from '../../../platform/ui/form/FormError.tsx'
import { withReturnPath } from '../../accounts/ui/return-path.ts'
import { useAccount } from '../../accounts/ui/use-account.ts'
import { eventsJoin, eventsLeave } from '../contract/entrants.ts'
import styles from './event.module.css'
import { eventHref } from './event-url.ts'
import type { ShownEvent } from './types.ts'
import { useOwnEntry } from './use-event.ts'

/** Button to join an event; or to leave it, after a question, as long as the user has not played in it. */
export function JoinEvent({ event: { _id: eventId, name }, kind }: { event: ShownEvent; kind: 'primary' | 'quiet' }) {
  const { state } = useAccount()
  const { entrantId, hasPlayed } = useOwnEntry(eventId)
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
  if (state === 'out' || state === 'unknown') {
    return (
      <ButtonLink kind={kind} href={withReturnPath('/sign-in', eventHref(eventId))}>
        {m.events_join()}
      </ButtonLink>
    )
  }
  if (typeof entrantId === 'string' && hasPlayed) return <span className={styles.joined}>{m.events_you_are_in()}</span>
  return (
    <>
      {typeof entrantId === 'string' ? (
        <Button onClick={() => setLeaving(true)}>{m.events_leave()}</Button>
      ) : (
        <Button kind={kind} busy={busy || entrantId === undefined || state === 'busy'} onClick={start}>
          {m.events_join()}
        </Button>
      )}
      <FormError message={error} />
      {leaving && (
        <ConfirmDialog
          title={m.events_state_leave_title({ name })}
          confirmLabel={m.events_state_leave()}
          cancelLabel={m.events_state_stay()}
          onConfirm={async () => {
            await leave({ eventId })
          }}
          onClose={() => setLeaving(false)}
        >
          <p>{m.events_state_leave_words()}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

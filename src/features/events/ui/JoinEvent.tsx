import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { ButtonLink } from '../../../platform/ui/controls/ButtonLink.tsx'
import { FormError } from '../../../platform/ui/form/FormError.tsx'
import { withNext } from '../../accounts/ui/return-path.ts'
import { useAccount } from '../../accounts/ui/use-account.ts'
import { eventsJoin, eventsLeave } from '../contract/entrants.ts'
import styles from './event.module.css'
import { eventHref } from './event-url.ts'
import { useOwnEntry } from './use-event.ts'

/** Button to join an event, or to leave it as long as the user has not played in it. */
export function JoinEvent({ eventId, kind }: { eventId: string; kind: 'primary' | 'quiet' }) {
  const { state } = useAccount()
  const { entrantId, hasPlayed } = useOwnEntry(eventId)
  const join = useMethod(eventsJoin)
  const leave = useMethod(eventsLeave)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = (act: typeof join): void => {
    setBusy(true)
    setError(null)
    act({ eventId })
      .catch((cause: unknown) => setError(errorMessage(cause)))
      .finally(() => setBusy(false))
  }
  if (state === 'out' || state === 'unknown') {
    return (
      <ButtonLink kind={kind} href={withNext('/sign-in', eventHref(eventId))}>
        {m.events_join()}
      </ButtonLink>
    )
  }
  if (typeof entrantId === 'string' && hasPlayed) return <span className={styles.joined}>{m.events_you_are_in()}</span>
  return (
    <>
      {typeof entrantId === 'string' ? (
        <Button busy={busy} onClick={() => run(leave)}>
          {m.events_leave()}
        </Button>
      ) : (
        <Button kind={kind} busy={busy || entrantId === undefined || state === 'busy'} onClick={() => run(join)}>
          {m.events_join()}
        </Button>
      )}
      <FormError message={error} />
    </>
  )
}

import { useEffect, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { Dialog } from '../../../../platform/ui/controls/Dialog.tsx'
import { QrCode } from '../../../../platform/ui/controls/QrCode.tsx'
import { SegmentedControl } from '../../../../platform/ui/controls/SegmentedControl.tsx'
import { ShareLinks } from '../../../../platform/ui/controls/ShareLinks.tsx'
import { FormError } from '../../../../platform/ui/form/FormError.tsx'
import { PlayerLink } from '../../../players/ui/PlayerLink.tsx'
import { PRESENCES, type Presence } from '../../contract/documents.ts'
import { eventsClaimCode, eventsPresence } from '../../contract/entrants.ts'
import { scoreRules } from '../../formats/registry.ts'
import type { ShownEvent } from '../types.ts'
import type { Entrant } from '../use-event.ts'
import styles from './directing.module.css'
import { EnterScore } from './EnterScore.tsx'
import { PRESENCE } from './presence-labels.ts'

/** Dialog with everything else that a director can do for an entrant: set the presence, enter a score, show a guest's claim link. */
export function PersonDialog({
  event,
  entrant,
  over,
  onClose,
}: {
  event: ShownEvent
  entrant: Entrant
  over: boolean
  onClose: () => void
}) {
  const { _id: entrantId, displayName, username, userId } = entrant
  const change = useMethod(eventsPresence)
  const [entering, setEntering] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (entering) return <EnterScore event={event} entrantId={entrantId} onClose={onClose} />
  const set = (presence: Presence): void => {
    setError(null)
    change({ eventId: event._id, entrantId, presence }).catch((cause: unknown) => setError(errorMessage(cause)))
  }
  return (
    <Dialog open title={displayName} onClose={onClose}>
      {username !== undefined && (
        <p>
          <PlayerLink username={username}>{m.events_person_page()}</PlayerLink>
        </p>
      )}
      {!over && (
        <SegmentedControl
          label={m.events_person_where({ name: displayName })}
          value={entrant.presence}
          choices={PRESENCES.map(value => ({ value, label: PRESENCE[value].words() }))}
          onChange={set}
        />
      )}
      <FormError message={error} />
      {event.state === 'live' && scoreRules(event.format) !== null && (
        <Button kind="primary" wide onClick={() => setEntering(true)}>
          {m.events_enter_title()}
        </Button>
      )}
      {userId === undefined && <ClaimCode event={event} entrant={entrant} />}
    </Dialog>
  )
}

/** A guest's claim link, with a QR code for a phone at the same table. */
function ClaimCode({ event, entrant: { _id: entrantId, displayName } }: { event: ShownEvent; entrant: Entrant }) {
  const ask = useMethod(eventsClaimCode)
  const [code, setCode] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const eventId = event._id
  useEffect(() => {
    let wanted = true
    ask({ eventId, entrantId }).then(
      answer => wanted && setCode(answer.code),
      (cause: unknown) => wanted && setError(errorMessage(cause)),
    )
    return () => {
      wanted = false
    }
  }, [ask, eventId, entrantId])
  const path = code === null ? '' : `/events/claim?code=${encodeURIComponent(code)}`
  return (
    <section className={styles.claim} aria-busy={code === null && error === null}>
      <h3>{m.events_person_claim()}</h3>
      <p className={styles.quiet}>{m.events_person_claim_words({ name: displayName })}</p>
      <FormError message={error} />
      {code !== null && (
        <>
          <QrCode text={new URL(path, document.baseURI).href} label={m.events_person_claim_code({ name: displayName })} />
          <ShareLinks title={m.events_person_share({ event: event.name })} path={path} />
        </>
      )}
    </section>
  )
}

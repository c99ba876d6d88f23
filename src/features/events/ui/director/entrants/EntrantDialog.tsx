import { useState } from 'react'
import { type EventPersonDoc, eventsClaimCode, eventsEditEntrant, eventsPresence } from '#events/contract/entrants.ts'
import { adjustedFigure, isPlayedInRounds, scoreRules } from '#events/formats/registry.ts'
import { PRESENCES, type Presence } from '#events/rules/presence.ts'
import { useScorekeeperMethod } from '#events/ui/device/device-key.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useMethod } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { useAnnounce } from '../action-area.tsx'
import { EnterScore } from '../attempts/EnterScore.tsx'
import styles from '../director.module.css'
import { AdjustTotal } from './AdjustTotal.tsx'
import { EditGuest, MergeGuest, RemoveEntrant } from './EntrantChanges.tsx'
import { FixedSeat } from './FixedSeat.tsx'
import { PRESENCE_LABELS } from './presence-labels.ts'

/**
 * Dialog with everything else that a director can do for an entrant: set the presence, enter a score, rename or merge a guest, remove the
 * entrant, show a guest's claim link.
 */
export function EntrantDialog({
  event,
  entrant,
  entrants,
  isOver,
  isDirector,
  onClose,
}: {
  event: ShownEvent
  entrant: Entrant
  /** all entrants of the event */
  entrants: readonly Entrant[]
  isOver: boolean
  /** false: the user is a scorekeeper, who sets the presence and enters scores */
  isDirector: boolean
  onClose: () => void
}) {
  const { _id: entrantId, displayName, username, userId } = entrant
  const setPresence = useScorekeeperMethod(eventsPresence)
  const edit = useMethod(eventsEditEntrant)
  const announce = useAnnounce()
  const person = useDocument<EventPersonDoc>('eventPeople', entrantId)
  const [step, setStep] = useState<'score' | 'edit' | 'merge' | 'remove' | 'adjust' | 'seat' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const figure = adjustedFigure(event.format.kind)
  if (step === 'score') return <EnterScore event={event} entrantId={entrantId} onClose={onClose} />
  if (step === 'edit') return <EditGuest eventId={event._id} entrant={entrant} onClose={onClose} />
  if (step === 'merge') return <MergeGuest eventId={event._id} entrant={entrant} entrants={entrants} onClose={onClose} />
  if (step === 'adjust' && figure !== null) return <AdjustTotal eventId={event._id} entrant={entrant} figure={figure} onClose={onClose} />
  if (step === 'seat') return <FixedSeat eventId={event._id} entrant={entrant} onClose={onClose} />
  if (step === 'remove') return <RemoveEntrant eventId={event._id} entrant={entrant} onClose={onClose} />
  const set = (presence: Presence): void => {
    setError(null)
    setPresence({ eventId: event._id, entrantId, presence }).catch((cause: unknown) => setError(errorMessage(cause)))
  }
  const keep = (): void => {
    setError(null)
    edit({ eventId: event._id, entrantId, keep: true }).then(
      () => {
        announce(m.events_people_kept({ name: displayName }))
        onClose()
      },
      (cause: unknown) => setError(errorMessage(cause)),
    )
  }
  const isGuest = userId === undefined
  return (
    <Dialog open title={displayName} isDirty={false} onClose={onClose}>
      {username !== undefined && (
        <p>
          <PlayerLink username={username}>{m.events_person_page()}</PlayerLink>
        </p>
      )}
      {!isOver && (
        <SegmentedControl
          label={m.events_person_where({ name: displayName })}
          value={entrant.presence}
          choices={PRESENCES.map(value => ({ value, label: PRESENCE_LABELS[value].label() }))}
          onChange={set}
        />
      )}
      <FormError message={error} />
      {event.state === 'live' && scoreRules(event.format) !== null && (
        <Button kind="primary" wide onClick={() => setStep('score')}>
          {m.events_enter_title()}
        </Button>
      )}
      {isDirector && (
        <div className={cx(layout.row2, styles.actions)}>
          {isGuest && <Button onClick={() => setStep('edit')}>{m.events_people_edit()}</Button>}
          {isGuest && event.groupId !== undefined && person === undefined && <Button onClick={keep}>{m.events_people_keep_one()}</Button>}
          {isGuest && entrants.length > 1 && <Button onClick={() => setStep('merge')}>{m.events_people_merge()}</Button>}
          {figure !== null && entrant.waiting === undefined && (
            <Button onClick={() => setStep('adjust')}>{m.events_adjust({ figure })}</Button>
          )}
          {isPlayedInRounds(event.format.kind) && !isOver && <Button onClick={() => setStep('seat')}>{m.events_seat()}</Button>}
          <Button onClick={() => setStep('remove')}>{m.events_people_remove()}</Button>
        </div>
      )}
      {isDirector && isGuest && <ClaimCode event={event} entrant={entrant} isOnList={person !== undefined} />}
    </Dialog>
  )
}

interface ClaimCodeProps {
  event: ShownEvent
  entrant: Entrant
  /** true: the guest is on the group's list, so that the link is good for all events of the group */
  isOnList: boolean
}

/** A guest's claim link, with a QR code for a phone at the same table. */
function ClaimCode({ event, entrant: { _id: entrantId, displayName }, isOnList }: ClaimCodeProps) {
  const { result, error } = useMethodResult(eventsClaimCode, { eventId: event._id, entrantId })
  const path = result === null ? '' : `/events/claim?code=${encodeURIComponent(result.code)}`
  return (
    <section className={styles.claim} aria-busy={result === null && error === null}>
      <h3>{m.events_person_claim()}</h3>
      <p className={layout.quiet}>
        {isOnList ? m.groups_people_claim_words({ name: displayName }) : m.events_person_claim_words({ name: displayName })}
      </p>
      <FormError message={error} />
      {result !== null && (
        <>
          <QrCode text={new URL(path, document.baseURI).href} label={m.events_person_claim_code({ name: displayName })} />
          <ShareLinks title={m.events_person_share({ event: event.name })} path={path} />
        </>
      )}
    </section>
  )
}

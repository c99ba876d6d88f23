import { useRef } from 'react'
import { v7 } from 'uuid'
import { eventsPlayoff } from '#events/contract/rounds.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { ActionArea, ActionButton, ActionError } from '../director/action-area.tsx'
import { placeLabel } from '../labels/number-labels.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'
import { tiedRows } from '../labels/tied-rows.ts'
import { joinNames } from '../rounds/result-entry.ts'
import styles from './standings.module.css'

/** Ties below these places are left shared, unless the director opens a row and decides it there. */
const TOP_PLACES = 3

/**
 * The ties for the top places of a finished event, which its director may decide: of two players with one tap on the winner.
 * @param onDecide called with one of the tied entrants, if there are more
 */
export function TieNotices({
  eventId,
  rows,
  onDecide,
}: {
  eventId: string
  rows: readonly LabelledStanding[]
  onDecide: (entrantId: string) => void
}) {
  const ties = [...new Set(rows.map(({ rank }) => rank))]
    .filter(rank => rank <= TOP_PLACES)
    .map(rank => tiedRows(rows.find(row => row.rank === rank)!, rows))
    .filter(tied => tied.length > 1)
  return (
    <ActionArea label={m.events_playoff_decide()}>
      {ties.map(tied => (
        <TieNotice key={tied[0]!.rank} eventId={eventId} tied={tied} onDecide={onDecide} />
      ))}
    </ActionArea>
  )
}

function TieNotice({
  eventId,
  tied,
  onDecide,
}: {
  eventId: string
  tied: readonly LabelledStanding[]
  onDecide: (entrantId: string) => void
}) {
  const send = useMethod(eventsPlayoff)
  /** The id of the last order that was sent. Sending the same order again reuses it. */
  const lastRequest = useRef<{ id: string; text: string } | null>(null)
  const [first] = tied
  const place = placeLabel(first!.rank)
  const subjectId = `tie ${first!.rank}`
  const decide = (winnerId: string): Promise<unknown> => {
    const order = [winnerId, ...tied.map(({ entrantId }) => entrantId).filter(id => id !== winnerId)]
    const text = order.join(' ')
    if (lastRequest.current?.text !== text) lastRequest.current = { id: v7(), text }
    return send({ _id: lastRequest.current.id, eventId, order })
  }
  return (
    <div className={cx(layout.between, styles.notice)}>
      <p>{m.events_playoff_tied({ names: joinNames(tied.map(({ displayName }) => displayName)), place })}</p>
      <div className={layout.row2}>
        {tied.length === 2 ? (
          tied.map(({ entrantId, displayName }) => (
            <ActionButton
              key={entrantId}
              subjectId={subjectId}
              label={m.events_playoff_winner_place({ name: displayName, place })}
              doneMessage={m.events_playoff_winner_done({ name: displayName, place })}
              action={() => decide(entrantId)}
            >
              {m.events_playoff_winner({ name: displayName })}
            </ActionButton>
          ))
        ) : (
          <Button aria-label={m.events_playoff_decide_place({ place })} onClick={() => onDecide(first!.entrantId)}>
            {m.events_playoff_decide()}
          </Button>
        )}
      </div>
      <ActionError subjectId={subjectId} />
    </div>
  )
}

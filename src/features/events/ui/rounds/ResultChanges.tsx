import type { EventDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import * as m from '#messages'
import { errorMessage, useDocument } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { MAX_ROWS } from '../event-url.ts'
import { commas } from '../labels/list-labels.ts'
import { placeLabel } from '../labels/number-labels.ts'
import { formatFigure } from '../labels/standing-labels.ts'
import { useEventStandings } from '../standings/use-event-standings.ts'
import { type Entrant, useStandings } from '../use-event.ts'
import styles from './Rounds.module.css'
import { type CorrectedResult, listStandingChanges, type StandingChange } from './result-changes.ts'
import { useRounds } from './use-rounds.ts'

/** How many changed rows are listed. */
const LISTED = 12

export interface ResultChangesProps {
  eventId: string
  format: EventFormat
  entrants: ReadonlyMap<string, Entrant>
  /** null: players are missing in the entered result */
  corrected: CorrectedResult | null
}

/**
 * What the correction of a confirmed result changes in the standings; nothing for whom they are held back from. It loads all rounds of the
 * event.
 */
export function ResultChanges({ eventId, format, entrants, corrected }: ResultChangesProps) {
  const { live, rounds } = useRounds(eventId, true)
  const event = useDocument<EventDoc>('events', eventId)
  const { live: standingsLive, isHidden } = useEventStandings({ _id: eventId, standingsHeld: event?.standingsHeld }, MAX_ROWS)
  const shown = useStandings(eventId, MAX_ROWS)
  const changes =
    corrected === null || live.state !== 'ready' || standingsLive.state === 'pending'
      ? null
      : listStandingChanges(format, [...entrants.keys()], rounds, corrected, shown, event)
  const getName = (id: string): string => entrants.get(id)?.displayName ?? m.ui_a_player()
  if (isHidden) return null
  return (
    <section className={cx(layout.stack1, styles.changes)} aria-label={m.events_result_changes()} aria-live="polite">
      <h3>{m.events_result_changes()}</h3>
      {live.state === 'failed' ? (
        <p className={cx(layout.quiet, styles.quiet)}>{`${m.events_rounds_failed()} ${errorMessage(live.error)}`}</p>
      ) : corrected === null ? (
        <p className={cx(layout.quiet, styles.quiet)}>{m.events_result_incomplete()}</p>
      ) : changes === null ? (
        <p className={cx(layout.quiet, styles.quiet)}>{m.events_result_changes_loading()}</p>
      ) : changes.length === 0 ? (
        <p className={cx(layout.quiet, styles.quiet)}>{m.events_result_changes_none()}</p>
      ) : (
        <List className={cx(layout.stack1, styles.changed)}>
          {changes.slice(0, LISTED).map(change => (
            <li key={change.entrantId}>{changeLabel(format, getName(change.entrantId), change)}</li>
          ))}
        </List>
      )}
      {changes !== null && changes.length > LISTED && (
        <p className={cx(layout.quiet, styles.quiet)}>
          {m.events_result_changes_more({ count: changes.length - LISTED, n: changes.length - LISTED })}
        </p>
      )}
    </section>
  )
}

/** "Ada: from 3rd to 1st, 16 points instead of 12". */
function changeLabel(format: EventFormat, name: string, { before, after }: StandingChange): string {
  const place =
    before.rank === after.rank
      ? m.events_result_stays({ name, place: placeLabel(after.rank) })
      : m.events_result_moves({ name, from: placeLabel(before.rank), to: placeLabel(after.rank) })
  const [was, is] = [before, after].map(row => figure(format, row)) as [ReturnType<typeof figure>, ReturnType<typeof figure>]
  const isOut = after.outIn === undefined ? m.events_result_in() : m.events_progress_out({ round: after.outIn })
  return commas([
    place,
    was.value !== is.value && m.events_result_figure({ value: is.value, unit: is.unit, before: was.value }),
    before.outIn !== after.outIn && isOut,
  ])
}

const figure = (format: EventFormat, { points, strikes }: StandingsEntry) =>
  formatFigure(format, { machines: [], points: shownPoints(points), ...(strikes === undefined ? {} : { strikes }) })

import * as m from '#messages'
import { Link } from '../../../../platform/ui/controls/Link.tsx'
import { ScoreValue } from '../../../machines/ui/ScoreValue.tsx'
import { PlayerLink } from '../../../players/ui/PlayerLink.tsx'
import type { StandingsGame } from '../../contract/documents.ts'
import { formatLabels } from '../../formats/ui/labels.ts'
import { eventHref } from '../event-url.ts'
import { commas } from '../labels/list-labels.ts'
import { placeLabel, times } from '../labels/number-labels.ts'
import { type LabelledStanding, tieLabel, totalLabel } from '../labels/standing-labels.ts'
import type { ShownEvent } from '../types.ts'
import type { Machine } from '../use-event.ts'
import styles from './standings.module.css'

/** Explains a place in the standings: each machine or game, how they add up, and what broke a tie. */
export function Explanation({
  row,
  rows,
  event,
  machines,
}: {
  row: LabelledStanding
  rows: readonly LabelledStanding[]
  event: ShownEvent
  machines: readonly Machine[]
}) {
  const { format } = event
  const total = totalLabel(format, row, machines.length)
  const tie = tieLabel(format, row, rows)
  return (
    <div className={styles.why}>
      {row.games !== undefined ? <Games row={row} machines={machines} /> : <OnMachines row={row} event={event} machines={machines} />}
      {total !== null && <p>{total}</p>}
      {tie !== null && <p>{tie}</p>}
      {row.username !== undefined && row.username !== '' && (
        <p className={styles.profile}>
          <PlayerLink username={row.username}>{m.events_why_page({ name: row.displayName })}</PlayerLink>
        </p>
      )}
    </div>
  )
}

function OnMachines({ row, event, machines }: { row: LabelledStanding; event: ShownEvent; machines: readonly Machine[] }) {
  const { _id: eventId, format } = event
  const byMachine = new Map(row.machines.map(each => [each.machineId, each]))
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one
    <ul className={styles.results} role="list">
      {machines.map(({ machineId, name }) => {
        const result = byMachine.get(machineId)
        return (
          <li key={machineId} className={styles.result}>
            <Link className={styles.machine} href={eventHref(eventId, { show: 'machines', machine: machineId })}>
              {name}
            </Link>
            {result === undefined ? (
              <span className={styles.note}>{m.events_why_not_played()}</span>
            ) : (
              <>
                <span className={styles.score}>
                  <ScoreValue value={result.value} size="row" />
                </span>
                <span className={styles.note}>
                  {commas([placeLabel(result.rank), ...(formatLabels(format).machineResult?.(result) ?? [])])}
                </span>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function gameWords({ machineId, place, points, strikes }: StandingsGame): string {
  const worth = strikes === undefined ? times(points, m.events_count_points) : times(strikes, m.events_count_strikes)
  return commas([machineId === null || place === null ? m.events_why_stood_by() : placeLabel(place), worth])
}

function Games({ row, machines }: { row: LabelledStanding; machines: readonly Machine[] }) {
  const names = new Map(machines.map(each => [each.machineId, each.name]))
  const games = row.games ?? []
  if (games.length === 0) return <p>{m.events_why_no_game()}</p>
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one
    <ul className={styles.results} role="list">
      {games.map(game => (
        <li key={game.round} className={styles.result}>
          <span className={styles.machine}>
            {game.machineId === null
              ? m.events_round({ n: game.round })
              : m.events_round_on({ n: game.round, machine: names.get(game.machineId) ?? m.events_some_machine_inside() })}
          </span>
          <span className={styles.note}>{gameWords(game)}</span>
        </li>
      ))}
    </ul>
  )
}

import type { StandingsGame } from '#events/contract/documents.ts'
import { adjustedFigure, type EventFormat, isMatchmade } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { eventHref } from '../event-url.ts'
import { adjustmentLabel } from '../labels/adjustment-label.ts'
import { commas } from '../labels/list-labels.ts'
import { placeLabel } from '../labels/number-labels.ts'
import { type LabelledStanding, tieLabel, totalLabel } from '../labels/standing-labels.ts'
import { tiedRows } from '../labels/tied-rows.ts'
import type { ShownEvent } from '../types.ts'
import type { Machine } from '../use-event.ts'
import styles from './standings.module.css'

/** Explains a place in the standings: each machine or game, how they add up, and what broke a tie. */
export function StandingBreakdown({
  row,
  rows,
  event,
  machines,
  onDecide,
}: {
  row: LabelledStanding
  rows: readonly LabelledStanding[]
  event: ShownEvent
  machines: readonly Machine[]
  onDecide: ((entrantId: string) => void) | undefined
}) {
  const { format } = event
  const figure = adjustedFigure(format.kind)
  const isTied = row.playoff !== undefined || tiedRows(row, rows).length > 0
  const totalText = totalLabel(format, row, machines.length)
  const tieText = tieLabel(format, row, rows, event)
  return (
    <div className={cx(layout.stack3, styles.why)}>
      {row.games !== undefined ? (
        <Games row={row} format={format} machines={machines} />
      ) : (
        <OnMachines row={row} event={event} machines={machines} />
      )}
      {figure !== null &&
        row.adjustments?.map(({ amount, afterRound, reason }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: adjustments have no id, and their order stays
          <p key={i}>
            {row.games === undefined
              ? m.events_adjust_line_scores({ change: adjustmentLabel(figure, amount), reason })
              : m.events_adjust_line({ change: adjustmentLabel(figure, amount), round: afterRound, reason })}
          </p>
        ))}
      {totalText !== null && <p>{totalText}</p>}
      {tieText !== null && <p>{tieText}</p>}
      {onDecide !== undefined && isTied && (
        <p>
          <Button onClick={() => onDecide(row.entrantId)}>{row.playoff ? m.events_playoff_change() : m.events_playoff_decide()}</Button>
        </p>
      )}
      {row.username !== undefined && row.username !== '' && (
        <p>
          <PlayerLink className={layout.touch} username={row.username}>
            {m.events_why_page({ name: row.displayName })}
          </PlayerLink>
        </p>
      )}
    </div>
  )
}

function OnMachines({ row, event, machines }: { row: LabelledStanding; event: ShownEvent; machines: readonly Machine[] }) {
  const { _id: eventId, format } = event
  const byMachine = new Map(row.machines.map(each => [each.machineId, each]))
  return (
    <List className={styles.results}>
      {machines.map(({ machineId, name }) => {
        const result = byMachine.get(machineId)
        return (
          <li key={machineId} className={styles.result}>
            <Link
              className={cx(layout.link, layout.anywhere, styles.machine)}
              href={eventHref(eventId, { show: 'machines', machine: machineId })}
            >
              {name}
            </Link>
            {result === undefined ? (
              <span className={cx(layout.quiet, styles.note)}>{m.events_why_not_played()}</span>
            ) : (
              <>
                <span className={styles.score}>{result.value !== undefined && <ScoreValue value={result.value} size="row" />}</span>
                <span className={cx(layout.quiet, styles.note)}>
                  {commas([placeLabel(result.rank), ...(formatLabels(format).machineResult?.(result) ?? [])])}
                </span>
              </>
            )}
          </li>
        )
      })}
    </List>
  )
}

const gameLabel = (format: EventFormat, game: StandingsGame): string =>
  commas([
    game.machineId === null ? m.events_why_stood_by() : game.place !== null && placeLabel(game.place),
    formatLabels(format).game?.(game),
  ])

/** @param index of the player's game, 0 for the first @param machine its name; null: it has none */
function gameTitleLabel({ kind }: EventFormat, { round }: StandingsGame, index: number, machine: string | null): string {
  // Where games begin one by one, their rounds say nothing to a player.
  if (isMatchmade(kind)) return commas([m.events_game_n({ n: index + 1 }), machine])
  return machine === null ? m.events_round({ n: round }) : m.events_round_on({ n: round, machine })
}

function Games({ row, format, machines }: { row: LabelledStanding; format: EventFormat; machines: readonly Machine[] }) {
  const names = new Map(machines.map(each => [each.machineId, each.name]))
  const games = row.games ?? []
  if (games.length === 0) return <p>{m.events_why_no_game()}</p>
  return (
    <List className={styles.results}>
      {games.map((game, i) => (
        <li key={`${game.round}/${game.game ?? 1}`} className={styles.result}>
          <span className={cx(layout.link, layout.anywhere, styles.machine)}>
            {gameTitleLabel(format, game, i, game.machineId ? (names.get(game.machineId) ?? m.events_some_machine_inside()) : null)}
          </span>
          <span className={cx(layout.quiet, styles.note)}>{gameLabel(format, game)}</span>
        </li>
      ))}
    </List>
  )
}

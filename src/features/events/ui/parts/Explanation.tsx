import { Link } from '../../../../platform/ui/Link.tsx'
import { PlayerLink } from '../../../../platform/ui/PlayerLink.tsx'
import { ordinal } from '../../../../platform/ui/plain-format.ts'
import { ScoreValue } from '../../../../platform/ui/ScoreValue.tsx'
import type { StandingsGame } from '../../contract/documents.ts'
import { isRoundFormat } from '../../rules/format.ts'
import type { Shown } from '../event.ts'
import { eventHref } from './event-address.ts'
import { type Standing, tieWords, times, totalWords } from './standing-words.ts'
import styles from './standings.module.css'
import type { Machine } from './use-event.ts'

/** What a place in the standings follows from: each machine or game, how they add up, and what decided between equals. */
export function Explanation({
  row,
  rows,
  event,
  machines,
}: {
  row: Standing
  rows: readonly Standing[]
  event: Shown
  machines: readonly Machine[]
}) {
  const { format } = event
  const total = totalWords(format, row, machines.length)
  const tie = tieWords(format, row, rows)
  return (
    <div className={styles.why}>
      {isRoundFormat(format) ? <Games row={row} machines={machines} /> : <OnMachines row={row} event={event} machines={machines} />}
      {total !== null && <p>{total}</p>}
      {tie !== null && <p>{tie}</p>}
      {row.username !== undefined && row.username !== '' && (
        <p className={styles.profile}>
          <PlayerLink username={row.username}>The page of {row.displayName}</PlayerLink>
        </p>
      )}
    </div>
  )
}

function OnMachines({ row, event, machines }: { row: Standing; event: Shown; machines: readonly Machine[] }) {
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
              <span className={styles.note}>not played</span>
            ) : (
              <>
                <span className={styles.score}>
                  <ScoreValue value={result.value} size="row" />
                </span>
                <span className={styles.note}>
                  {ordinal(result.rank)}
                  {format.kind === 'best-game' && `, ${times(result.points, 'point')}${result.counted ? '' : ', does not count'}`}
                  {result.strokes !== undefined && `, ${times(result.strokes, 'stroke')}`}
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
  const worth = strikes === undefined ? times(points, 'point') : times(strikes, 'strike')
  if (machineId === null || place === null) return `stood by, ${worth}`
  return `${ordinal(place)}, ${worth}`
}

function Games({ row, machines }: { row: Standing; machines: readonly Machine[] }) {
  const names = new Map(machines.map(each => [each.machineId, each.name]))
  const games = row.games ?? []
  if (games.length === 0) return <p>No game is confirmed yet.</p>
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one
    <ul className={styles.results} role="list">
      {games.map(game => (
        <li key={game.round} className={styles.result}>
          <span className={styles.machine}>
            Round {game.round}
            {game.machineId !== null && `: ${names.get(game.machineId) ?? 'a machine'}`}
          </span>
          <span className={styles.note}>{gameWords(game)}</span>
        </li>
      ))}
    </ul>
  )
}

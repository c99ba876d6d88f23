import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { cx } from '#platform/ui/cx.ts'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { smallest } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { boardsAround } from '#scores/contract/boards.ts'
import { rankRows } from '#scores/rules.ts'
import styles from './BoardNeighbours.module.css'

export interface BoardNeighboursProps {
  machineId: string
  machineName: string
  userId: string
  /** the player's place on the machine's board of all time, as far as it is known, and the number of its players */
  rank: number
  players: number
}

/**
 * The player's row on a machine's board, between the player to beat next and the one just passed. It is asked for when the score is on the
 * board, so its height is reserved.
 */
export function BoardNeighbours({ machineId, machineName, userId, rank, players }: BoardNeighboursProps) {
  const { result } = useMethodResult(boardsAround, { scope: { machineId }, userId, radius: 1 })
  if (players < 2) return null
  const isBetween = rank > 1 && rank < players
  const { firstRank, rows } = result ?? { firstRank: 1, rows: [] }
  const ranksFromOne = rankRows(rows)
  return (
    <ol className={cx(layout.stack, styles.rows, isBetween && styles.three)} aria-label={machineName}>
      {rows.map((row, i) => (
        <li key={row._id} className={cx(layout.line2, styles.row, row.userId === userId && styles.own)}>
          <RankBadge rank={firstRank - 1 + ranksFromOne[i]!} />
          <Avatar size="s" name={row.displayName} picture={smallest(row.picture)} />
          <PlayerLink className={cx(layout.link, styles.name)} username={row.username}>
            <span dir="auto">{row.displayName}</span>
          </PlayerLink>
          <span className={styles.value}>
            <ScoreValue value={row.value} size="row" />
          </span>
        </li>
      ))}
    </ol>
  )
}

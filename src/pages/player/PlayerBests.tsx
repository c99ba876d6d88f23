import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import type { PlayerBestDoc } from '#scores/contract/boards.ts'
import { rankLabel } from '#scores/ui/rank-label.ts'
import styles from './bests.module.css'

const FIRST = 10

export interface PlayerBestsProps {
  /** best rank first */
  bests: readonly (PlayerBestDoc & { _id: string })[]
  all: boolean
  /** the page's address with all bests, and with the first */
  allHref: string
  firstHref: string
}

/** A player's bests by machine: the first ten, or all of them at an address of their own, which also works without script. */
export function PlayerBests({ bests, all, allHref, firstHref }: PlayerBestsProps) {
  return (
    <>
      <table className={styles.bests}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {m.ui_machine()}
            </th>
            <th scope="col" className={styles.place}>
              {m.ui_rank()}
            </th>
            <th scope="col" className={styles.when}>
              {m.players_bests_when()}
            </th>
            <th scope="col" className={styles.value}>
              {m.ui_score()}
            </th>
          </tr>
        </thead>
        <tbody>
          {(all ? bests : bests.slice(0, FIRST)).map(({ _id, machineId, machineName, value, rank, players, achievedAt }) => (
            <tr key={_id}>
              <td className={styles.rank}>
                <RankBadge rank={rank} />
              </td>
              <th scope="row" className={styles.machine}>
                <Link href={`/machines/${machineId}`}>{machineName}</Link>
              </th>
              <td className={styles.place}>{rankLabel(rank, players)}</td>
              <td className={styles.when}>
                <TimeAgo at={achievedAt} />
              </td>
              <td className={styles.value}>
                <ScoreValue value={value} size="row" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {bests.length > FIRST && (
        <Link className={styles.more} href={all ? firstHref : allHref}>
          {all ? m.players_bests_first({ n: FIRST }) : m.players_bests_all({ n: plainNumber(bests.length) })}
        </Link>
      )}
    </>
  )
}

import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { smallest } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import type { BoardTableRow } from '#scores/ui/boards/BoardTable.tsx'
import styles from './GrandChampion.module.css'

export type Champion = Pick<BoardTableRow, 'scoreId' | 'username' | 'displayName' | 'value' | 'achievedAt' | 'picture'>

/** The machine's record and the player who holds it. */
export function GrandChampion({ record }: { record: Champion }) {
  return (
    <section className={styles.record} aria-labelledby="champion">
      <Avatar name={record.displayName} picture={smallest(record.picture)} />
      <div>
        <h2 id="champion" className={styles.crown}>
          {m.scores_champion()}
        </h2>
        <p className={cx(layout.line, styles.who)}>
          <PlayerLink className={cx(layout.link, layout.oneLine, layout.strong, styles.player)} username={record.username}>
            {record.displayName}
          </PlayerLink>
          <TimeAgo at={record.achievedAt} />
        </p>
      </div>
      <p className={styles.value}>
        <Link href={`/scores/${record.scoreId}`}>
          <ScoreValue value={record.value} size="card" />
        </Link>
      </p>
    </section>
  )
}

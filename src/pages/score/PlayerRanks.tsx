import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import type { PlayerRankDoc } from '#scores/contract/boards.ts'
import styles from '#scores/ui/score-pages.module.css'

/** A player's rank on a machine's boards, by window. */
export function PlayerRanks({ name, machineId, places }: { name: string; machineId: string; places: readonly PlayerRankDoc[] }) {
  return (
    <section className={layout.stack4} aria-label={m.scores_places_label({ name })}>
      <List className={styles.places}>
        {places.map(({ window, rank, players }) => (
          <li key={window} className={styles.place}>
            <Link href={`/machines/${machineId}${window === 'all' ? '' : `?window=${window}`}`}>{m.scores_window({ window })}</Link>
            <RankBadge rank={rank} size="card" />
            <span className={layout.muted}>{m.scores_places_of({ players })}</span>
          </li>
        ))}
      </List>
    </section>
  )
}

import { Link } from '../../../platform/ui/Link.tsx'
import { RankBadge } from '../../../platform/ui/RankBadge.tsx'
import type { PlaceDoc } from '../contract.ts'
import type { Window } from '../rules.ts'
import styles from './pages/pages.module.css'

export const windowWords: Record<Window, string> = {
  all: 'All time',
  year: 'This year',
  month: 'This month',
  week: 'This week',
  day: 'Today',
}

/** Where a player stands on a machine's boards, window by window. */
export function Places({ name, machineId, places }: { name: string; machineId: string; places: readonly PlaceDoc[] }) {
  return (
    <section className={styles.section} aria-label={`Where ${name} stands`}>
      <ul className={styles.places}>
        {places.map(({ window, rank, players }) => (
          <li key={window} className={styles.place}>
            <Link href={`/machines/${machineId}${window === 'all' ? '' : `?window=${window}`}`}>{windowWords[window]}</Link>
            <RankBadge rank={rank} size="card" />
            <span className={styles.quiet}>of {players}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { formatFigure, type LabelledStanding } from '../labels/standing-labels.ts'
import type { ShownEvent } from '../types.ts'
import styles from './screen.module.css'

/** Ranks that stand on the podium; players who share a rank all do. */
const PODIUM_RANKS = 3
/** More of them stand in two columns. */
const MAX_IN_COLUMN = 5
/** How many fit on the screen; of more that share the last rank, the others are counted. */
const MAX_SHOWN = 12

/** The first three places of a finished event in the largest type. */
export function ScreenPodium({ event: { format }, rows }: { event: ShownEvent; rows: readonly LabelledStanding[] }) {
  const winners = rows.filter(({ rank }) => rank <= PODIUM_RANKS)
  const hasOneWinner = winners[1]?.rank !== 1
  return (
    <section
      className={cx(styles.podium, winners.length > PODIUM_RANKS && styles.crowded, winners.length > MAX_IN_COLUMN && styles.full)}
      aria-label={m.events_screen_podium()}
    >
      <List ordered className={styles.steps}>
        {winners.slice(0, MAX_SHOWN).map(row => {
          const { value, unit } = formatFigure(format, row)
          return (
            <li key={row._id} className={styles.step} data-rank={row.rank}>
              <RankBadge rank={row.rank} size="text" />
              <span className={styles.place}>
                {hasOneWinner && row.rank === 1 && <span className={styles.caption}>{m.events_winner()}</span>}
                <span className={cx(layout.oneLine, styles.winner)}>{row.displayName}</span>
              </span>
              <span className={styles.result}>
                {value} <span className={styles.unit}>{unit}</span>
              </span>
            </li>
          )
        })}
      </List>
      {winners.length > MAX_SHOWN && <p className={styles.others}>{m.events_screen_podium_more({ n: winners.length - MAX_SHOWN })}</p>}
    </section>
  )
}

import { cx } from './cx.ts'
import { Hidden } from './Hidden.tsx'
import { ordinal, plainNumber } from './plain-format.ts'
import styles from './RankBadge.module.css'

/* The three shapes of playfield inserts: star, round, arrow. Shape and number tell the place, colour only agrees. */
const shapes = [
  {
    d: 'M20 1.5 24.3 6.6 30.9 5.1 31.6 11.8 37.9 14.3 34.8 20.3 38.5 25.9 32.7 29.3 32.6 36 26 35.2 21.4 40 16.5 35.5 10 36.9 9 30.2 2.6 28 5.3 21.8 1.3 16.4 6.9 12.6 6.6 5.9 13.3 6.3z',
    tone: 'first',
  },
  { d: 'M20 3a17 17 0 1 1 0 34 17 17 0 0 1 0-34z', tone: 'second' },
  { d: 'M20 2.5 36 12.5V30a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V12.5z', tone: 'third' },
] as const

/** "1st place", for readers of text. */
export const rankText = (rank: number): string => `${ordinal(rank)} place`

/** A medal for the first three, a quiet number for everyone else: bare in a column of ranks (`m`), "17th" where it stands alone. */
export function RankBadge({ rank, size = 'm' }: { rank: number; size?: 'm' | 'card' | 'l' }) {
  const shape = shapes[rank - 1]
  return (
    <span className={cx(styles.badge, styles[size], shape && styles[shape.tone])}>
      {shape && (
        <svg className={styles.shape} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
          <path d={shape.d} />
        </svg>
      )}
      <span className={styles.number} aria-hidden="true">
        {shape || size === 'm' ? plainNumber(rank) : ordinal(rank)}
      </span>
      <Hidden>{rankText(rank)}</Hidden>
    </span>
  )
}

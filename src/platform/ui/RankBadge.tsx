import * as m from '#messages'
import { cx } from './cx.ts'
import styles from './RankBadge.module.css'
import { rankShapes } from './rank-shapes.ts'
import { ordinal, plainNumber } from './ssr-format.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** "1st place", for readers of text. */
export const rankText = (rank: number): string => m.ui_rank_place({ nth: ordinal(rank) })

/** A medal for the first three, a quiet number for everyone else: bare in a column of ranks (`m`), "17th" where it stands alone; `text`: as large as the text it stands in. */
export function RankBadge({ rank, size = 'm' }: { rank: number; size?: 'm' | 'card' | 'l' | 'text' }) {
  const shape = rankShapes[rank - 1]
  return (
    <span className={cx(styles.badge, styles[size], shape && styles[shape.tone])}>
      {shape && (
        <svg className={styles.shape} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
          <path d={shape.d} />
        </svg>
      )}
      <span className={styles.number} aria-hidden="true">
        {shape || size === 'm' || size === 'text' ? plainNumber(rank) : ordinal(rank)}
      </span>
      <VisuallyHidden>{rankText(rank)}</VisuallyHidden>
    </span>
  )
}

import * as m from '#messages'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ordinal, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { rankShapes } from '../rules/rank-shapes.ts'
import styles from './RankBadge.module.css'

/** The rank as text: "1st place". */
export const rankText = (rank: number): string => m.players_rank_place({ nth: ordinal(rank) })

/**
 * A medal for ranks 1 to 3, a plain badge for the others. `m` (a column of ranks) and `text` (inline, in the size of the
 * surrounding text) show the bare number, the other sizes an ordinal such as "17th".
 */
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

import * as m from '#messages'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import type { ShownSize } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { commas } from '../labels/list-labels.ts'
import { formatFigure, type LabelledStanding, progressLabel } from '../labels/standing-labels.ts'
import type { ShownEvent } from '../types.ts'
import type { Machine } from '../use-event.ts'
import { StandingBreakdown } from './StandingBreakdown.tsx'
import styles from './standings.module.css'

export interface StandingRowProps {
  row: LabelledStanding
  /** the loaded standings, best first */
  rows: readonly LabelledStanding[]
  event: ShownEvent
  machines: readonly Machine[]
  avatar: ShownSize | undefined
  own: boolean
  /** lets the director decide the row's tie, or correct its playoff; undefined: the user may not */
  onDecide: ((entrantId: string) => void) | undefined
}

/** One row of the standings; it unfolds to an explanation of the place. */
export function StandingRow({ row, rows, event, machines, avatar, own, onDecide }: StandingRowProps) {
  const { format } = event
  const { value, unit } = formatFigure(format, row)
  return (
    <li
      className={cx(styles.row, own && styles.own, row.outIn !== undefined && styles.out)}
      data-row={row._id}
      data-mark={value}
      data-pinned={own ? '' : undefined}
    >
      <details>
        <summary className={styles.line}>
          <RankBadge rank={row.rank} />
          <span className={cx(layout.stack, styles.face)}>
            <Avatar name={row.displayName} picture={avatar} />
          </span>
          <span className={layout.stack}>
            <span className={cx(layout.anywhere, layout.strong, styles.name)}>
              {row.displayName}
              {own && <span className={styles.you}> {m.ui_you()}</span>}
            </span>
            <span className={layout.small}>
              {commas([
                row.userId === undefined && m.events_guest(),
                progressLabel(format, row, machines.length || event.machineIds.length),
              ])}
            </span>
          </span>
          <span className={styles.figure}>
            <span className={styles.value}>{value}</span>
            <VisuallyHidden> {unit}</VisuallyHidden>
          </span>
          <span className={styles.sign}>
            <Icon name="down" />
          </span>
          <span className={layout.glow} data-glow="" />
        </summary>
        <StandingBreakdown row={row} rows={rows} event={event} machines={machines} onDecide={onDecide} />
      </details>
    </li>
  )
}

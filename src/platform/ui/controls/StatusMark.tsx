import * as m from '#messages'
import { cx } from '../cx.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './StatusMark.module.css'

/**
 * The status of a score. `waiting` exists only in the browser: the score is stored locally and not yet sent. `void`: it does not count in the
 * event that is shown.
 */
export type ShownStatus = 'unverified' | 'verified' | 'disputed' | 'rejected' | 'void' | 'waiting'

const marks: Record<Exclude<ShownStatus, 'unverified'>, { icon: IconName; text: () => string }> = {
  verified: { icon: 'check', text: m.ui_status_verified },
  disputed: { icon: 'flag', text: m.ui_status_disputed },
  rejected: { icon: 'close', text: m.ui_status_rejected },
  void: { icon: 'close', text: m.ui_status_void },
  waiting: { icon: 'clock', text: m.ui_status_waiting },
}

/** Renders nothing for `unverified`. If `compact`, only the icon is shown; the text is its tooltip and accessible label. */
export function StatusMark({ status, reason, compact = false }: { status: ShownStatus; reason?: string | undefined; compact?: boolean }) {
  if (status === 'unverified') return null
  const { icon, text } = marks[status]
  const full = reason ? m.ui_status_reason({ status: text(), reason }) : text()
  if (compact) {
    return (
      <span className={cx(styles.mark, styles[status], styles.compact)} role="img" aria-label={full} title={full}>
        <Icon name={icon} />
      </span>
    )
  }
  return (
    <span className={cx(styles.mark, styles[status])}>
      <Icon name={icon} />
      {full}
    </span>
  )
}

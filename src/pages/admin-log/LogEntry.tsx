import type { AuditDoc } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import { buildUrl } from '#admin/ui/query-params.ts'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { AUDIT_ACTION_LABELS, auditDetailLabel } from './audit-labels.ts'
import { subjectLabel } from './subject-label.ts'

/** An entry of the audit log: what was done, to what, by whom, when, and what changed. */
export function LogEntry({ entry }: { entry: AuditDoc }) {
  const { at, by, action, subject, about } = entry
  const details = auditDetailLabel(entry)
  const label = subjectLabel(entry)
  const path = subject.kind === 'machine' ? `/machines/${subject.id}` : subject.kind === 'score' ? `/scores/${subject.id}` : null
  return (
    <li className={cx(layout.between, styles.item)}>
      <div className={cx(layout.stack1, layout.anywhere, styles.words, styles.entry)}>
        <span className={layout.strong}>{AUDIT_ACTION_LABELS[action]()}</span>
        {(subject.label !== null || about !== null) && (
          <span className={styles.subject}>
            <bdi>{path === null ? label : <Link href={path}>{label}</Link>}</bdi>
            {subject.label === null && about !== null && linkTo(about)(getName(about))}
            {subject.label !== null && about !== null && renderMessage(m.admin_log_about({ name: getName(about) }), { who: linkTo(about) })}
          </span>
        )}
        {details !== '' && <span className={cx(layout.quiet, styles.quiet)}>{details}</span>}
        <span className={cx(layout.quiet, styles.facts)}>
          <span>{by === null ? m.admin_log_by_server() : renderMessage(m.admin_log_by({ name: getName(by) }), { who: linkTo(by) })}</span>
          <TimeAgo at={at} />
        </span>
      </div>
    </li>
  )
}

type UserRef = { userId: string; username: string }

const getName = ({ username }: UserRef): string => (username === '' ? m.admin_log_left() : username)

const linkTo =
  ({ userId }: UserRef) =>
  (name: string) => <Link href={buildUrl('/admin/log', { user: userId })}>{name}</Link>

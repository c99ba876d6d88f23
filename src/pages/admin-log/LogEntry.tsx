import * as m from '#messages'
import type { AuditDoc } from '../../features/admin/contract.ts'
import styles from '../../features/admin/ui/admin.module.css'
import { address } from '../../features/admin/ui/query-params.ts'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { renderMessage } from '../../platform/ui/format/rich-message.tsx'
import { TimeAgo } from '../../platform/ui/time/TimeAgo.tsx'
import { ACTION_WORDS, auditDetailLabel } from './audit-labels.ts'

/** An entry of the audit log: what was done, to what, by whom, when, and what changed. */
export function LogEntry({ entry }: { entry: AuditDoc }) {
  const { at, by, action, subject, about } = entry
  const details = auditDetailLabel(entry)
  const path = subject.kind === 'machine' ? `/machines/${subject.id}` : subject.kind === 'score' ? `/scores/${subject.id}` : null
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <span className={styles.name}>{ACTION_WORDS[action]()}</span>
        {(subject.label !== null || about !== null) && (
          <span>
            {path === null ? subject.label : <Link href={path}>{subject.label}</Link>}
            {subject.label === null && about !== null && linkTo(about)(nameOf(about))}
            {subject.label !== null && about !== null && renderMessage(m.admin_log_about({ name: nameOf(about) }), { who: linkTo(about) })}
          </span>
        )}
        {details !== '' && <span className={styles.quiet}>{details}</span>}
        <span className={styles.facts}>
          <span>{by === null ? m.admin_log_by_server() : renderMessage(m.admin_log_by({ name: nameOf(by) }), { who: linkTo(by) })}</span>
          <TimeAgo at={at} />
        </span>
      </div>
    </li>
  )
}

type Who = { userId: string; username: string }

const nameOf = ({ username }: Who): string => (username === '' ? m.admin_log_left() : username)

const linkTo =
  ({ userId }: Who) =>
  (name: string) => <Link href={address('/admin/log', { user: userId })}>{name}</Link>

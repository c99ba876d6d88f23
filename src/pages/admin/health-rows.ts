import type { SiteOverview } from '#admin/contract.ts'
import { countParams, formatBytes } from '#admin/ui/format-bytes.ts'
import * as m from '#messages'

/** One line of the list of what the site depends on. `at`: a time that belongs to the text. `href`: where the text leads. */
export interface HealthRow {
  name: string
  text: string
  at?: Date
  href?: string
  /** false: something is wrong; null: there is nothing to judge */
  ok: boolean | null
}

/** Free space below which the disk counts as nearly full, in bytes. */
const LOW_SPACE = 1_000_000_000

/** @param now ms */
export function healthRows({ status, mails }: SiteOverview, now: number): HealthRow[] {
  const { database, replica, redis, storage, mail, backup, backupLateAt, newerRelease, version, node, startedAt } = status
  const answered = (text: string, answers: boolean): string => (answers ? text : `${text} · ${m.admin_home_down()}`)
  const free = storage.freeBytes === null ? null : m.admin_home_free({ size: formatBytes(storage.freeBytes) })
  const storageName = storage.kind === 'disk' ? m.admin_home_disk() : m.admin_home_s3()
  const hasSpace = storage.freeBytes === null || storage.freeBytes >= LOW_SPACE
  const mailText = mail === 'files' ? m.admin_home_mail_files() : m.admin_home_mail_smtp()
  const unsent = [
    ...(mails.queued > 0 ? [m.admin_home_mail_queued(countParams(mails.queued))] : []),
    ...(mails.failed > 0 ? [m.admin_home_mail_failed(countParams(mails.failed))] : []),
  ]
  return [
    {
      name: m.admin_home_database(),
      text: answered(database.kind === 'embedded' ? m.admin_home_embedded() : m.admin_home_external(), database.answers),
      ok: database.answers,
    },
    ...(replica === null
      ? []
      : [
          {
            name: m.admin_home_replica(),
            text: replica.used ? m.admin_home_replica_lag(countParams(replica.lag)) : m.admin_home_replica_unused(),
            ok: replica.used,
          },
        ]),
    ...(redis === null ? [] : [{ name: 'Redis', text: redis.answers ? m.admin_home_up() : m.admin_home_not_up(), ok: redis.answers }]),
    {
      name: m.admin_home_storage(),
      text: answered([storageName, ...(free === null ? [] : [free])].join(' · '), storage.answers),
      ok: storage.answers && hasSpace,
    },
    { name: m.ui_email(), text: [mailText, ...unsent].join(' · '), ok: mail === 'smtp' && mails.failed === 0 },
    {
      name: m.admin_home_backup(),
      ...(backup === null
        ? { text: m.admin_home_backup_none(), ok: false }
        : {
            text: backup.bytes === null ? m.ui_failed() : formatBytes(backup.bytes),
            at: backup.at,
            ok: backup.bytes !== null && backupLateAt !== null && now < backupLateAt.getTime(),
          }),
    },
    { name: m.admin_home_version(), text: `Skillshot ${version} · Node ${node}`, ok: null },
    ...(newerRelease === null
      ? []
      : [{ name: m.admin_home_release(), text: `Skillshot ${newerRelease.version}`, href: newerRelease.url, ok: null }]),
    { name: m.admin_home_started(), text: '', at: startedAt, ok: null },
  ]
}

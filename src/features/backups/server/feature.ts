import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { lateAt, nextRun } from '#platform/settings/backup-schedule.ts'
import { settingsChanged } from '#platform/settings/site-settings.ts'
import { administratorsOnly } from '#roles/contract.ts'
import type { RolesApi } from '#roles/server/api.ts'
import { createRequireAdmin } from '#roles/server/shared/require-admin.ts'
import { guardGlobalRole } from '#roles/server/shared/role-guard.ts'
import { type BackupDoc, backupsList } from '../contract.ts'
import { BACKUP_JOB_KEY } from './backup-job.ts'
import { registerBackupJob, type WriteBackup } from './backup-runner.ts'
import { describeNew } from './backups.ts'
import { beginBackup } from './calls/begin.ts'
import { downloadBackup } from './calls/download.ts'
import { backupsChanged } from './changes.ts'
import { serveDownloads } from './downloads.ts'
import { startScheduler } from './scheduler.ts'
import * as store from './store.ts'

const MAX_LISTED = 100

interface BackupsDependencies {
  accounts: AccountsApi
  audit: AuditApi
  roles: RolesApi
  writeBackup: WriteBackup
}

export interface BackupsFeature {
  /** How the last backup of the administration ended. @returns null: none has ended. `bytes` null: it failed */
  last(): Promise<{ at: Date; bytes: number | null } | null>
  /** Returns from when on a backup that ended at this time is too old. */
  lateAt(at: Date): Date
}

const toDocument = (row: store.BackupRow, by: string | undefined): BackupDoc & Fields => ({
  createdAt: row.createdAt,
  ...(by === undefined ? {} : { by }),
  ...(row.scheduledFor === null ? {} : { scheduledFor: row.scheduledFor }),
  state: row.state,
  target: row.kind,
  ...(row.file === null ? {} : { file: row.file }),
  bytes: row.bytes,
  ...(row.endedAt === null ? {} : { endedAt: row.endedAt }),
  ...(row.error === null ? {} : { error: row.error }),
})

/** Backups from the administration: now, on a schedule, and their downloads (decision 045). */
export function startBackups(platform: FeatureContext, { accounts, audit, roles, writeBackup }: BackupsDependencies): BackupsFeature {
  const { live, database, settings, clock } = platform
  const job = registerBackupJob(platform, writeBackup)
  serveDownloads(platform, userId => roles.isIn(userId, ['admin']))

  startScheduler(platform, async (scheduledFor, missed) => {
    const entries = await database.transaction(async (tx): Promise<ChangeLogEntry[]> => {
      if (missed && (await store.hasBackupSince(tx, scheduledFor))) return []
      if (await store.adoptScheduled(tx, scheduledFor)) return appendChanges(tx, [backupsChanged.of({})])
      const backup = describeNew(platform, null, scheduledFor)
      if (!(await store.insertBackup(tx, backup))) return []
      await job.add(tx, { key: BACKUP_JOB_KEY, body: { backupId: backup.id } })
      return appendChanges(tx, [backupsChanged.of({})])
    })
    if (entries.length === 0) return
    await live.changeLog.publish(entries)
    job.processDue()
  })

  live.query(backupsList, {
    cache: { name: 'backups', maxIdle: 1 },
    async params(_, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return {}
    },
    async load(tx, _params, { watchKeys }) {
      watchKeys('backups')
      const rows = await store.listBackups(tx, MAX_LISTED)
      const names = new Map<string, string | undefined>()
      for (const { byUser } of rows) if (byUser !== null) names.set(byUser, (await accounts.getUser(byUser))?.username)
      const { backups } = settings.current()
      const next = nextRun(backups, clock.now())
      return {
        backups: documentsById(rows, row => [row.id, toDocument(row, row.byUser === null ? undefined : names.get(row.byUser))]),
        backupSchedule: documentsById(['site'], id => [
          id,
          { nextRun: next === null ? null : new Date(next), target: backups.target.kind },
        ]),
      }
    },
    reloadOn: [backupsChanged.touches(() => ['backups']), settingsChanged.touches(() => ['backups'])],
  })

  registerCalls(live, [beginBackup, downloadBackup], { ...platform, accounts, audit, requireAdmin: createRequireAdmin(accounts), job })
  return {
    last: () => store.findLastEnded(database.db),
    lateAt: at => new Date(lateAt(settings.current().backups, at.getTime())),
  }
}

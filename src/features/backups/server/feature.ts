import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { lateAt, nextRun } from '#platform/settings/backup-schedule.ts'
import { settingsChanged } from '#platform/settings/site-settings.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { administratorsOnly } from '#roles/contract.ts'
import { createRequireAdmin, guardGlobalRole, type RolesApi } from '#roles/server/api.ts'
import { type BackupDoc, backupIdUsed, backupRunning, backupsBegin, backupsDownload, backupsList, noBackup } from '../contract.ts'
import { BACKUP_JOB_KEY } from './backup-job.ts'
import { registerBackupJob, type WriteBackup } from './backup-runner.ts'
import { backupsChanged } from './changes.ts'
import { Downloads } from './downloads.ts'
import { startScheduler } from './scheduler.ts'
import * as store from './store.ts'
import { openTarget } from './targets.ts'

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
  const { live, database, settings, clock, config } = platform
  const job = registerBackupJob(platform, writeBackup)
  const downloads = new Downloads(platform, userId => roles.isIn(userId, ['admin']))

  const requireAdmin = createRequireAdmin(accounts)

  const describeNew = (byUser: string | null, scheduledFor: Date | null, id = uuidv7()): store.NewBackup => {
    const { kind, id: target } = openTarget(settings.current().backups.target, config.backupDir)
    return { id, createdAt: new Date(clock.now()), byUser, scheduledFor, kind, target }
  }

  startScheduler(platform, async (scheduledFor, missed) => {
    const entries = await database.transaction(async (tx): Promise<ChangeLogEntry[]> => {
      if (missed && (await store.hasBackupSince(tx, scheduledFor))) return []
      if (await store.adoptScheduled(tx, scheduledFor)) return appendChanges(tx, [backupsChanged.of({})])
      const backup = describeNew(null, scheduledFor)
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

  live.method(backupsBegin, async call => {
    const by = await requireAdmin(call)
    const backup = describeNew(by, null, call.input._id)
    const entry = { by, action: 'backups.begin', subject: { kind: 'backup', id: backup.id, label: 'Backup' } } as const
    const entries = await database.transaction(async tx => {
      // The log keeps what was begun also when the backup itself has been deleted.
      if (await audit.has(tx, entry)) return []
      if (!(await store.insertBackup(tx, backup))) {
        // The same call may have been under way.
        if (await audit.has(tx, entry)) return []
        const isUsed = (await store.findBackup(tx, backup.id)) !== null
        throw isUsed ? backupIdUsed() : backupRunning()
      }
      await job.add(tx, { key: BACKUP_JOB_KEY, body: { backupId: backup.id } })
      return appendChanges(tx, [backupsChanged.of({}), ...(await audit.write(tx, entry))])
    })
    await call.committed(entries)
    job.processDue()
    return { backupId: backup.id }
  })

  live.method(backupsDownload, async call => {
    const by = await requireAdmin(call)
    await accounts.requireFreshSignIn(call)
    const row = await store.findBackup(database.db, call.input.backupId)
    if (row === null || row.state !== 'done' || !(await downloads.isThere(row))) throw noBackup()
    const { link, entries } = await database.transaction(async tx => {
      const link = await downloads.create(tx, row.id, by)
      const subject = { kind: 'backup', id: row.id, label: row.file } as const
      return { link, entries: await appendChanges(tx, await audit.write(tx, { by, action: 'backups.download', subject })) }
    })
    await call.committed(entries)
    return link
  })

  return {
    last: () => store.findLastEnded(database.db),
    lateAt: at => new Date(lateAt(settings.current().backups, at.getTime())),
  }
}

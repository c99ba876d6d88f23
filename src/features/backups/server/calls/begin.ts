import { backupIdUsed, backupRunning, backupsBegin } from '#backups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { BACKUP_JOB_KEY } from '../backup-job.ts'
import { type BackupsServices, describeNew } from '../backups.ts'
import { backupsChanged } from '../changes.ts'
import { findBackup, insertBackup } from '../store.ts'

export const beginBackup = handle(backupsBegin, async (call, services: BackupsServices) => {
  const { audit, requireAdmin, job } = services
  const by = await requireAdmin(call)
  const backup = describeNew(services, by, null, call.input._id)
  const entry = { by, action: 'backups.begin', subject: { kind: 'backup', id: backup.id, label: 'Backup' } } as const
  await call.commit(async tx => {
    // The log keeps what was begun also when the backup itself has been deleted.
    if (await audit.has(tx, entry)) return []
    if (!(await insertBackup(tx, backup))) {
      // The same call may have been under way.
      if (await audit.has(tx, entry)) return []
      const isUsed = (await findBackup(tx, backup.id)) !== null
      throw isUsed ? backupIdUsed() : backupRunning()
    }
    await job.add(tx, { key: BACKUP_JOB_KEY, body: { backupId: backup.id } })
    return [backupsChanged.of({}), ...(await audit.write(tx, entry))]
  })
  job.processDue()
  return { backupId: backup.id }
})

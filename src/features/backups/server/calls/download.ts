import { backupsDownload, noBackup } from '#backups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import { type BackupsServices, currentTarget } from '../backups.ts'
import { type BackupRow, findBackup, insertDownload } from '../store.ts'

/** ms for which a link works */
const LIFETIME_MS = 300_000

export const downloadBackup = handle(backupsDownload, async (call, services: BackupsServices) => {
  const { accounts, audit, requireAdmin, database, clock } = services
  const by = await requireAdmin(call)
  await accounts.requireFreshSignIn(call)
  const row = await findBackup(database.db, call.input.backupId)
  if (row === null || row.state !== 'done' || !(await isThere(services, row))) throw noBackup()
  const token = newToken()
  const now = clock.now()
  const expiresAt = new Date(now + LIFETIME_MS)
  await call.commit(async tx => {
    await insertDownload(tx, hashToken(token), { backupId: row.id, madeBy: by, expiresAt }, new Date(now))
    return audit.write(tx, { by, action: 'backups.download', subject: { kind: 'backup', id: row.id, label: row.file } })
  })
  return { url: `/backups/${token}`, expiresAt }
})

/** True if this node can read the file of a backup. */
async function isThere(services: BackupsServices, { target: id, file }: BackupRow): Promise<boolean> {
  const target = currentTarget(services)
  try {
    return file !== null && target.id === id && (await target.has(file))
  } finally {
    await target.close()
  }
}

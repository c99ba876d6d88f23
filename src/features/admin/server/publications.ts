import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import { type Listed, lists } from '../../../platform/live/server/lists.ts'
import type { Platform } from '../../../platform/platform.ts'
import { AUDIT_FEED, type AuditDoor, type AuditFilter, type AuditRow } from '../../audit/server/door.ts'
import { asRoles, rolesForUser } from '../../roles/rules.ts'
import { type AccountDoc, type AuditDoc, auditList, usersList } from '../contract.ts'
import type { AdminOnly } from './admin-only.ts'
import { type AccountFilter, type AccountRow, listAccounts } from './store.ts'

const accountDocument = ({ username, displayName, roles, scores, joinedAt, invitedBy }: AccountRow): AccountDoc & Fields => ({
  username,
  displayName,
  roles: rolesForUser(asRoles(roles)),
  scores,
  joinedAt,
  ...(invitedBy === null ? {} : { invitedBy }),
})

const named = (userId: string | null, username: string | null): AuditDoc['by'] =>
  userId === null ? null : { userId, username: username ?? '' }

const auditDocument = ({ at, by, byName, action, subject, about, aboutName, details }: AuditRow): Fields => ({
  at,
  by: named(by, byName),
  action,
  subject,
  about: named(about, aboutName),
  details: details as Fields,
})

/** What only administrators may see, for as long as they are. */
export function registerPublications(platform: Platform, audit: AuditDoor, adminOnly: AdminOnly): void {
  const { live, database, log } = platform
  const report = (err: unknown): void => log.error({ err }, 'a list for administrators could not be read')
  const readers = new Set<Publishing>()
  const admit = async (publishing: Publishing): Promise<void> => {
    readers.add(publishing)
    publishing.onStop(() => void readers.delete(publishing))
    await adminOnly(publishing)
  }
  const readAccounts = async (filter: AccountFilter): Promise<Listed> => ({
    accounts: new Map((await listAccounts(database.db, filter)).map(row => [row.id, accountDocument(row)])),
  })
  const readAudit = async (filter: AuditFilter): Promise<Listed> => ({
    audit: new Map((await audit.list(database.db, filter)).map(row => [row.id, auditDocument(row)])),
  })
  const accounts = lists(live, { name: 'list of accounts', mostIdle: 20, read: readAccounts, report })
  const entries = lists(live, { name: 'list of audit', mostIdle: 20, read: readAudit, report })

  live.publish(usersList, async (publishing, { text = '', before = null, limit = 50 }) => {
    await admit(publishing)
    return [await accounts.use(publishing, { text, before, limit })]
  })
  live.publish(auditList, async (publishing, { action = null, userId = null, before = null, limit = 50 }) => {
    await admit(publishing)
    return [await entries.use(publishing, { action, userId, before, limit })]
  })

  live.feed.on(AUDIT_FEED, () => entries.changed())
  live.feed.on('user', async ({ body }) => {
    const { userId } = body as { userId: string }
    accounts.changed()
    entries.changed()
    for (const reader of readers) if (reader.userId === userId) await adminOnly(reader).catch(error => reader.error(error))
  })
}

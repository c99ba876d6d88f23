import type { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import { AUDIT_FEED, type AuditDoor, type AuditFilter, type AuditRow } from '../../audit/server/door.ts'
import { asRoles, rolesForUser } from '../../roles/rules.ts'
import { type AccountDoc, type AuditDoc, auditList, usersList } from '../contract.ts'
import type { AdminOnly } from './admin-only.ts'
import { ListView } from './list-view.ts'
import { type AccountFilter, type AccountRow, listAccounts } from './store.ts'

const accountDocument = ({ username, displayName, roles, scores, joinedAt }: AccountRow): AccountDoc & Fields => ({
  username,
  displayName,
  roles: rolesForUser(asRoles(roles)),
  scores,
  joinedAt,
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

/** Lists of one kind, shared by all who ask for the same. */
function lists<Filter>(
  { live, log }: Platform,
  collection: string,
  read: (filter: Filter) => Promise<ReadonlyMap<string, Fields>>,
): { use(publishing: Publishing, filter: Filter): Promise<LiveSet>; changed(): void } {
  const queries = live.queries(`list of ${collection}`, 20)
  const open = new Set<ListView>()
  const report = (err: unknown): void => log.error({ err }, 'a list for administrators could not be read')
  const openView = async (filter: Filter): Promise<LiveQuery> => {
    const view = new ListView({ collection, read: () => read(filter), report, onClose: closed => void open.delete(closed) })
    open.add(view)
    await view.ready.catch(error => {
      open.delete(view)
      throw error
    })
    return view
  }
  return {
    use: (publishing, filter) => queries.use(publishing, JSON.stringify(filter), () => openView(filter)),
    changed: () => {
      for (const view of open) view.changed()
    },
  }
}

/** What only administrators may see, for as long as they are. */
export function registerPublications(platform: Platform, audit: AuditDoor, adminOnly: AdminOnly): void {
  const { live, database } = platform
  const readers = new Set<Publishing>()
  const admit = async (publishing: Publishing): Promise<void> => {
    readers.add(publishing)
    publishing.onStop(() => void readers.delete(publishing))
    await adminOnly(publishing)
  }
  const accounts = lists(platform, 'accounts', async (filter: AccountFilter) => {
    const rows = await listAccounts(database.db, filter)
    return new Map(rows.map(row => [row.id, accountDocument(row)]))
  })
  const entries = lists(platform, 'audit', async (filter: AuditFilter) => {
    const rows = await audit.list(database.db, filter)
    return new Map(rows.map(row => [row.id, auditDocument(row)]))
  })

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

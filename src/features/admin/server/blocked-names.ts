import { type AccountsApi, blockedNamesChanged } from '#accounts/server/api.ts'
import type { AuditApi, AuditEntry } from '#audit/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { administratorsOnly } from '#roles/contract.ts'
import { guardGlobalRole, type RequireAdmin } from '#roles/server/api.ts'
import { type BlockedNameDoc, namesBlock, namesBlocked, namesMatches, namesUnblock } from '../contract.ts'

/** The lists of blocked names, which administrators keep. What they prevent is in the feature `accounts`. */
export function registerBlockedNames(
  { database, live }: FeatureContext,
  { accounts, audit, requireAdmin }: { accounts: AccountsApi; audit: AuditApi; requireAdmin: RequireAdmin },
): void {
  const { blockedNames } = accounts
  const toSubject = (id: string, name: string): AuditEntry['subject'] => ({ kind: 'name', id, label: name })

  live.query(namesBlocked, {
    cache: { name: 'list of blocked names', maxIdle: 1 },
    async params(_, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return {}
    },
    async load(tx, _, { watchKeys }) {
      watchKeys('blocked')
      const toDocument = (entry: BlockedNameDoc): BlockedNameDoc & Fields => ({
        kind: entry.kind,
        name: entry.name,
        anywhere: entry.anywhere,
        addedAt: entry.addedAt,
      })
      return { blockedNames: documentsById(await blockedNames.list(tx), entry => [entry.id, toDocument(entry)]) }
    },
    reloadOn: [blockedNamesChanged.touches(() => ['blocked'])],
  })

  live.method(namesBlock, async call => {
    const by = await requireAdmin(call)
    const { _id: id, kind, name, anywhere = false } = call.input
    const changes = await database.transaction(async (tx): Promise<ChangeLogEntry[]> => {
      const added = await blockedNames.add(tx, { id, kind, name, anywhere })
      if (added === null) return []
      const { entry } = added
      const details = { kind, ...(kind === 'word' ? { anywhere: entry.anywhere } : {}) }
      const written = await audit.write(tx, { by, action: 'names.block', subject: toSubject(id, entry.name), details })
      return appendChanges(tx, [...added.changes, ...written])
    })
    await call.committed(changes)
    return {}
  })

  live.method(namesUnblock, async call => {
    const by = await requireAdmin(call)
    const { blockedId } = call.input
    const changes = await database.transaction(async tx => {
      const { entry, changes: removed } = await blockedNames.remove(tx, blockedId)
      const details = { kind: entry.kind }
      const written = await audit.write(tx, { by, action: 'names.unblock', subject: toSubject(blockedId, entry.name), details })
      return appendChanges(tx, [...removed, ...written])
    })
    await call.committed(changes)
    return {}
  })

  live.method(namesMatches, async call => {
    await requireAdmin(call)
    return blockedNames.findMatches()
  })
}

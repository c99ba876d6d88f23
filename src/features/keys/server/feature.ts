import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { createRequireAdmin } from '#roles/server/shared/require-admin.ts'
import type { KeysApi } from './api.ts'
import { addKey, listAllKeys, listOwnKeys, revokeKey } from './calls.ts'
import { keyRevoked } from './changes.ts'
import { deleteKeysOf, listApiKeys } from './key-store.ts'
import { Keys } from './keys.ts'

/** Keys with which other programs call the API in the name of a user. */
export function startKeys(platform: FeatureContext, { accounts, audit }: { accounts: AccountsApi; audit: AuditApi }): KeysApi {
  const { clock, database, live, secrets } = platform
  const keys = new Keys(platform)
  live.onChange(keyRevoked, ({ hashedSecret }) => keys.forget(hashedSecret))
  const requireAdmin = createRequireAdmin(accounts)
  const isAdmin = (userId: string): Promise<boolean> =>
    requireAdmin({ userId }).then(
      () => true,
      () => false,
    )
  registerCalls(live, [addKey, listOwnKeys, listAllKeys, revokeKey], { accounts, audit, database, clock, secrets, requireAdmin, isAdmin })
  accounts.onDelete(async (tx, { userId }) => (await deleteKeysOf(tx, userId)).map(deleted => keyRevoked.of(deleted)))
  accounts.onExport(async userId => ({ 'keys.json': await listApiKeys(database.db, { userId, limit: 1000 }) }))
  return { authenticate: secret => keys.authenticate(secret), known: secret => keys.known(secret) }
}

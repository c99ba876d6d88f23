import { noUser } from '#accounts/contract/errors.ts'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi, AuditEntry } from '#audit/server/api.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import type { RolesApi } from '#roles/server/api.ts'
import type { RequireAdmin } from '#roles/server/shared/require-admin.ts'
import type { ScoresApi } from '#scores/server/api.ts'
import type { PendingModeration, SystemStatus } from '../contract.ts'

/** Makes every node clear its caches. `name`: the one to clear; null: all */
export const cachesCleared = defineChange<{ name: string | null }>('caches cleared')

/** What the calls of this feature use. */
export interface AdminServices extends FeatureContext {
  accounts: AccountsApi
  audit: AuditApi
  roles: RolesApi
  reports: ReportsApi
  scores: ScoresApi
  requireAdmin: RequireAdmin
  readStatus: () => Promise<SystemStatus>
}

/** An entry of the audit log about a user. */
export const userEntry = (by: string, action: AuditEntry['action'], userId: string, details: object = {}): AuditEntry => ({
  by,
  action,
  subject: { kind: 'user', id: userId, label: null },
  about: userId,
  details,
})

/** @returns the user's roles. @throws DdpError 404 */
export async function lockExisting({ accounts }: AdminServices, tx: Db, userId: string): Promise<unknown> {
  const user = await accounts.lock(tx, userId)
  if (user === null) throw noUser()
  return user.roles
}

export async function countModeration({ database, scores, reports }: AdminServices): Promise<PendingModeration> {
  const [pending, open] = await Promise.all([scores.countPending(database.db), reports.countOpen(database.db)])
  return { scores: pending, reports: open }
}

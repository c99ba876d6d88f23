import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { RequireAdmin } from '#roles/server/shared/require-admin.ts'
import type { UploadsApi } from '#uploads/server/api.ts'

/** What the calls of this feature use. */
export interface SettingsServices extends FeatureContext {
  accounts: AccountsApi
  audit: AuditApi
  uploads: UploadsApi
  requireAdmin: RequireAdmin
}

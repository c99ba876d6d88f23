import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { RolesApi } from './api.ts'
import { registerMethods } from './methods.ts'
import { registerPublications } from './publications.ts'
import { publishRoles } from './publish-roles.ts'
import { RolesService } from './service.ts'

export function startRoles(platform: FeatureContext, { accounts, audit }: { accounts: AccountsApi; audit: AuditApi }): RolesApi {
  const { database, live } = platform
  const service = new RolesService(database, accounts, audit)
  registerMethods(live, service)
  registerPublications(live)
  publishRoles(platform, accounts)
  return service
}

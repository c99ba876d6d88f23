import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { withoutAdministration } from '../rules.ts'
import type { RolesApi } from './api.ts'
import { assign } from './calls/assign.ts'
import { create } from './calls/create.ts'
import { deleteSiteRole } from './calls/delete.ts'
import { changeRoles, isIn, type RolesServices } from './change-roles.ts'
import { registerPublications } from './publications.ts'
import { publishRoles } from './publish-roles.ts'
import { createRequireAdmin } from './shared/require-admin.ts'

export function startRoles(platform: FeatureContext, { accounts, audit }: { accounts: AccountsApi; audit: AuditApi }): RolesApi {
  const services: RolesServices = { accounts, audit, requireAdmin: createRequireAdmin(accounts), guard: async () => undefined }
  registerCalls(platform.live, [create, deleteSiteRole, assign], services)
  registerPublications(platform.live)
  publishRoles(platform, accounts)
  accounts.onMayNotAdminister(withoutAdministration)
  return {
    isIn: (userId, wanted, group) => isIn(accounts, userId, wanted, group),
    change: changeRoles,
    guardGroups(guard) {
      services.guard = guard
    },
  }
}

import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { createRequireAdmin } from '#roles/server/shared/require-admin.ts'
import { serveAuditExport } from './audit-export.ts'
import { ADMIN_CALLS } from './calls.ts'
import { firstAdministratorToken } from './first-administrator.ts'
import { registerPublications } from './publications.ts'
import { type AdminServices, cachesCleared } from './services.ts'

export interface AdminFeature {
  /**
   * Returns the token of the first administrator's link; null if there is an administrator who can log in.
   * @param mayPrint called if there is none: false if another node prints the link; then null is returned
   */
  firstAdministratorToken(mayPrint?: () => Promise<boolean>): Promise<string | null>
}

export function startAdmin(platform: FeatureContext, features: Omit<AdminServices, keyof FeatureContext | 'requireAdmin'>): AdminFeature {
  const { database, live, caches } = platform
  const { accounts } = features
  const services: AdminServices = { ...platform, ...features, requireAdmin: createRequireAdmin(accounts) }
  registerPublications(services)
  registerCalls(live, ADMIN_CALLS, services)
  serveAuditExport(services)
  live.onChange(cachesCleared, ({ name }) => void caches.clear(name))

  return { firstAdministratorToken: (mayPrint = async () => true) => firstAdministratorToken(database, accounts, mayPrint) }
}

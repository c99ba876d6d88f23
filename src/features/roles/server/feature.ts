import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import type { AuditDoor } from '../../audit/server/door.ts'
import type { RolesDoor } from './door.ts'
import { registerMethods } from './methods.ts'
import { registerPublications } from './publications.ts'
import { publishRoles } from './roles-list.ts'
import { RolesService } from './service.ts'

export function startRoles(platform: Platform, { accounts, audit }: { accounts: AccountsDoor; audit: AuditDoor }): RolesDoor {
  const { database, live } = platform
  const service = new RolesService(database, accounts, audit)
  registerMethods(live, service)
  registerPublications(live)
  publishRoles(platform, accounts)
  return service
}

import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import { auditChanged } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { administratorsOnly, rolesList } from '../contract.ts'
import { guardGlobalRole } from './shared/role-guard.ts'
import { listRoles } from './store.ts'

/** Publishes all existing roles to administrators; the subscription ends when the user is no longer one. */
export function publishRoles({ live }: FeatureContext, accounts: AccountsApi): void {
  live.query(rolesList, {
    cache: { name: 'list of roles', maxIdle: 0 },
    async params(_input, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return 'roles'
    },
    load: async tx => ({ roles: (await listRoles(tx)).map(({ name, users }) => [name, { name, users }]) }),
    reloadOn: [auditChanged.touches(() => ['"roles"']), userChanged.touches(({ roles }) => (roles === undefined ? [] : ['"roles"']))],
  })
}

import { USERS } from '#accounts/contract/accounts.ts'
import { useSession } from '#accounts/ui/session/use-account.ts'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { rolesOwn } from '../contract.ts'
import { hasGlobalRole, parseRoles, type Roles } from '../rules.ts'

/** The user's roles, updated live. They decide what the page offers; the server decides what is allowed. */
export function useOwnRoles(): Roles {
  const { userId } = useSession().state
  useSubscription(rolesOwn, userId === null ? null : {})
  return parseRoles(useDocument<{ roles?: unknown }>(USERS, userId)?.roles)
}

/** True if the user holds any of these roles globally; updated live. */
export const useHasRole = (wanted: readonly string[]): boolean => hasGlobalRole(useOwnRoles(), wanted)

import { useDocument, useSubscription } from '../../../../platform/live/hooks.ts'
import { USERS } from '../../../accounts/contract.ts'
import { useSession } from '../../../accounts/ui/parts/use-account.ts'
import { rolesOwn } from '../../contract.ts'
import { hasGlobalRole, parseRoles, type Roles } from '../../rules.ts'

/** The reader's roles, as they change: what to offer. What may be done the server decides. */
export function useOwnRoles(): Roles {
  const { userId } = useSession().state
  useSubscription(rolesOwn, userId === null ? null : {})
  return parseRoles(useDocument<{ roles?: unknown }>(USERS, userId)?.roles)
}

/** Whether the reader holds any of these roles globally, as it changes. */
export const useHasRole = (wanted: readonly string[]): boolean => hasGlobalRole(useOwnRoles(), wanted)

import { useDocument, useLive } from '../../../../platform/live/hooks.ts'
import { USERS } from '../../../accounts/contract.ts'
import { useSession } from '../../../accounts/ui/parts/account.ts'
import { rolesOwn } from '../../contract.ts'
import { asRoles, hasGlobalRole } from '../../rules.ts'

/** Whether the reader holds any of these roles globally, as it changes: what to offer. What may be done the server decides. */
export function useHasRole(wanted: readonly string[]): boolean {
  const { userId } = useSession().state
  useLive(rolesOwn, userId === null ? null : {})
  const own = useDocument<{ roles?: unknown }>(USERS, userId)
  return hasGlobalRole(asRoles(own?.roles), wanted)
}

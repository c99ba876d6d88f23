import type { AccountsApi } from '#accounts/server/api.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { administratorsOnly } from '#roles/contract.ts'
import { hasGlobalRole } from '#roles/rules.ts'

/** @returns the caller's id. @throws DdpError 401, 403 */
export type RequireAdmin = (caller: { userId: string | null }) => Promise<string>

/** Returns the check that the caller of a method is an administrator. */
export const createRequireAdmin =
  (accounts: Pick<AccountsApi, 'getUser'>): RequireAdmin =>
  async caller => {
    const userId = signedIn(caller)
    const person = await accounts.getUser(userId)
    if (person === null || !hasGlobalRole(person.roles, ['admin'])) throw administratorsOnly()
    return userId
  }

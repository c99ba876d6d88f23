import type { AccountsApi } from '#accounts/server/api.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { hasGlobalRole } from '../rules.ts'

export const NOT_ADMINISTRATOR = 'Only an administrator may do this.'

/** @returns the caller's id. @throws DdpError 401, 403 */
export type RequireAdmin = (caller: { userId: string | null }) => Promise<string>

/** Returns the check that the caller of a method is an administrator. */
export const createRequireAdmin =
  (accounts: Pick<AccountsApi, 'getUser'>): RequireAdmin =>
  async caller => {
    const userId = signedIn(caller)
    const person = await accounts.getUser(userId)
    if (person === null || !hasGlobalRole(person.roles, ['admin'])) throw new DdpError(403, NOT_ADMINISTRATOR)
    return userId
  }

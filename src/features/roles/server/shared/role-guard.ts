import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import type { CallError } from '#platform/live/call-errors.ts'
import { revokedBy } from '#platform/live/server/access-guards.ts'
import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import { hasGlobalRole } from '#roles/rules.ts'

/**
 * Allows a subscription if its user has one of the global roles, and ends it when the user has none of them any more.
 * @param error that refuses it
 * @returns the user's id
 * @throws DdpError 401, 403
 */
export async function guardGlobalRole(
  live: LiveServer,
  accounts: Pick<AccountsApi, 'getUser'>,
  publishing: PublishContext,
  wanted: readonly string[],
  error: CallError,
): Promise<string> {
  const userId = signedIn(publishing)
  const refusal = error()
  const guard = live.guard(publishing, [
    revokedBy(userChanged, userId, change => ('roles' in change && !hasGlobalRole(change.roles, wanted) ? refusal : null)),
  ])
  const { applied } = live.changeLog
  const person = await accounts.getUser(userId)
  if (person === null || !hasGlobalRole(person.roles, wanted)) throw refusal
  guard.since(applied)
  return userId
}

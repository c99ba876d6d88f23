import type { AccountsApi } from '#accounts/server/api.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import type { ScoresServices } from '../services.ts'

/** True if the user may moderate scores. */
export async function isModerator(accounts: AccountsApi, userId: string): Promise<boolean> {
  const person = await accounts.getUser(userId)
  return person !== null && hasGlobalRole(person.roles, ['moderator', 'admin'])
}

/**
 * What a user may change. `isOfficial`: also the score of somebody else. `isFixed`: nothing, because the score's event is over and only the
 * event's director may.
 */
export async function scoreRights(
  { accounts, events }: ScoresServices,
  scoreId: string,
  userId: string,
): Promise<{ isOfficial: boolean; isFixed: boolean }> {
  const moderator = await isModerator(accounts, userId)
  if (!(await events.isLocked(scoreId))) return { isOfficial: moderator, isFixed: false }
  const directs = (await events.isDirector(scoreId, userId)) === true
  return { isOfficial: moderator || directs, isFixed: !directs }
}

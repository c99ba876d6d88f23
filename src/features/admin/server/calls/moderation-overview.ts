import { moderationOverview } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { type AdminServices, countModeration } from '../services.ts'

export const describeModeration = handle(moderationOverview, async (call, services: AdminServices) => {
  const person = await services.accounts.getUser(signedIn(call))
  if (person === null || !hasGlobalRole(person.roles, ['admin', 'moderator'])) throw moderatorsOnly()
  return countModeration(services)
})

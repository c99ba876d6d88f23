import { namesMatches } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AdminServices } from '../services.ts'

export const listNameMatches = handle(namesMatches, async (call, { accounts, requireAdmin }: AdminServices) => {
  await requireAdmin(call)
  return accounts.blockedNames.findMatches()
})

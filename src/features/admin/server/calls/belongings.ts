import { noUser } from '#accounts/contract/errors.ts'
import { usersBelongings } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AdminServices } from '../services.ts'
import { countUserData } from '../store.ts'

export const listBelongings = handle(usersBelongings, async (call, { database, requireAdmin }: AdminServices) => {
  await requireAdmin(call)
  const counts = await countUserData(database.db, call.input.userId)
  if (counts === null) throw noUser()
  return counts
})

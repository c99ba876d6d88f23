import { usersDelete } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { type AdminServices, userEntry } from '../services.ts'

export const deleteUserForGood = handle(usersDelete, async (call, { accounts, audit, requireAdmin }: AdminServices) => {
  const by = await requireAdmin(call)
  const { userId, eraseScores } = call.input
  const entry = userEntry(by, 'users.delete', userId, { eraseScores })
  await call.committed(await accounts.deleteUser(call.input, tx => audit.write(tx, entry)))
  return {}
})

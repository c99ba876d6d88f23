import { ownSessions, usersSignOut } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { type AdminServices, lockExisting, userEntry } from '../services.ts'

export const signOutUser = handle(usersSignOut, async (call, services: AdminServices) => {
  const { accounts, audit, requireAdmin } = services
  const by = await requireAdmin(call)
  const { userId } = call.input
  if (userId === by) throw ownSessions()
  let sessions = 0
  await call.commit(async tx => {
    await lockExisting(services, tx, userId)
    const ended = await accounts.signOut(tx, userId)
    sessions = ended.length
    return [...ended, ...(await audit.write(tx, userEntry(by, 'users.signOut', userId, { sessions })))]
  })
  return { sessions }
})

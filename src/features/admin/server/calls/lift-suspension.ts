import { usersLiftSuspension } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { type AdminServices, lockExisting, userEntry } from '../services.ts'

export const liftSuspension = handle(usersLiftSuspension, async (call, services: AdminServices) => {
  const { accounts, audit, requireAdmin } = services
  const by = await requireAdmin(call)
  const { userId } = call.input
  await call.commit(async tx => {
    await lockExisting(services, tx, userId)
    const lifted = await accounts.liftSuspension(tx, userId)
    return lifted.length === 0 ? [] : [...lifted, ...(await audit.write(tx, userEntry(by, 'users.liftSuspension', userId)))]
  })
  return {}
})

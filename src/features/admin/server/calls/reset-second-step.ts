import { secondStepOff } from '#accounts/contract/errors.ts'
import { usersResetSecondStep } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { type AdminServices, lockExisting, userEntry } from '../services.ts'

export const resetSecondStep = handle(usersResetSecondStep, async (call, services: AdminServices) => {
  const { accounts, audit, requireAdmin } = services
  const by = await requireAdmin(call)
  const { userId } = call.input
  await call.commit(async tx => {
    await lockExisting(services, tx, userId)
    if (!(await accounts.resetSecondStep(tx, userId))) throw secondStepOff()
    return audit.write(tx, userEntry(by, 'users.resetSecondStep', userId))
  })
  accounts.drainMails()
  return {}
})

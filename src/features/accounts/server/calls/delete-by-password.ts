import { accountDeleteByPassword } from '#accounts/contract/by-password.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AccountsServices } from '../services.ts'

export const deleteByPassword = handle(accountDeleteByPassword, async (call, { service, deletion }: AccountsServices) => {
  const userId = await service.identify(call)
  await call.committed(await deletion.run({ userId, eraseScores: call.input.eraseScores }))
  return {}
})

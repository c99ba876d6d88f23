import { accountExportByPassword } from '#accounts/contract/by-password.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AccountsServices } from '../services.ts'

export const exportByPassword = handle(accountExportByPassword, async (call, { service, exports }: AccountsServices) => {
  return exports.createDownload(await service.identify(call))
})

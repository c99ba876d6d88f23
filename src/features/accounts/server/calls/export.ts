import { accountExport } from '#accounts/contract/accounts.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const exportData = handle(accountExport, async (call, { exports }: AccountsServices) => {
  return exports.createDownload(signedIn(call))
})

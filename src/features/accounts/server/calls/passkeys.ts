import { accountPasskeys } from '#accounts/contract/passkeys.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { listPasskeys } from '../passkeys/store.ts'
import type { AccountsServices } from '../services.ts'

export const passkeys = handle(accountPasskeys, async (call, { database }: AccountsServices) => {
  return listPasskeys(database.db, signedIn(call))
})

import { noPasskey } from '#accounts/contract/errors.ts'
import { accountRenamePasskey } from '#accounts/contract/passkeys.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { renamePasskey } from '../passkeys/store.ts'
import type { AccountsServices } from '../services.ts'

export const rename = handle(accountRenamePasskey, async (call, { database }: AccountsServices) => {
  const { passkeyId, name } = call.input
  if (!(await renamePasskey(database.db, signedIn(call), passkeyId, name))) throw noPasskey()
  return {}
})

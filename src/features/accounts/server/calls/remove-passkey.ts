import { noPasskey } from '#accounts/contract/errors.ts'
import { accountRemovePasskey } from '#accounts/contract/passkeys.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { deletePasskey } from '../passkeys/store.ts'
import type { AccountsServices } from '../services.ts'
import { refuseIfLastSignInMethod } from '../sign-in-methods.ts'
import { lockUser } from '../store.ts'

export const removePasskey = handle(accountRemovePasskey, async (call, services: AccountsServices) => {
  const { ownerCheck, database, providers, mailQueue } = services
  const userId = signedIn(call)
  const { passkeyId, ...proof } = call.input
  await ownerCheck.forSignInMethods(userId, proof, call.invocation.connection)
  await database.transaction(async tx => {
    await lockUser(tx, userId)
    if (!(await deletePasskey(tx, userId, passkeyId))) throw noPasskey()
    await refuseIfLastSignInMethod(tx, userId, providers.names())
    await mailQueue.enqueueToAll(tx, 'passkey-removed', userId)
  })
  mailQueue.drain()
  return {}
})

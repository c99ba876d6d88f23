import { serviceNotLinked } from '#accounts/contract/errors.ts'
import { accountUnlinkLoginService } from '#accounts/contract/login-services.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { userChanged } from '../changes.ts'
import { deleteIdentity } from '../providers/store.ts'
import type { AccountsServices } from '../services.ts'
import { refuseIfLastSignInMethod } from '../sign-in-methods.ts'
import { lockUser } from '../store.ts'

export const unlinkLoginService = handle(accountUnlinkLoginService, async (call, services: AccountsServices) => {
  const { ownerCheck, providers, mailQueue } = services
  const userId = signedIn(call)
  const { service, ...proof } = call.input
  await ownerCheck.forSignInMethods(userId, proof, call.invocation.connection)
  await call.commit(async tx => {
    await lockUser(tx, userId)
    if (!(await deleteIdentity(tx, userId, service))) throw serviceNotLinked()
    await refuseIfLastSignInMethod(tx, userId, providers.names())
    await mailQueue.enqueueToAll(tx, 'login-service-unlinked', userId)
    return [userChanged.of({ userId })]
  })
  mailQueue.drain()
  return {}
})

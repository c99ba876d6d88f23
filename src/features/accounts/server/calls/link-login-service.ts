import { begunByOther, serviceLinked, serviceTaken, signInExpired } from '#accounts/contract/errors.ts'
import { accountLinkLoginService } from '#accounts/contract/login-services.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { userChanged } from '../changes.ts'
import * as store from '../providers/store.ts'
import type { AccountsServices } from '../services.ts'
import { lockUser } from '../store.ts'

export const linkLoginService = handle(accountLinkLoginService, async (call, { providerLogins, mailQueue, now }: AccountsServices) => {
  const userId = signedIn(call)
  const found = await providerLogins.find(call.input, signInExpired)
  if (found.userId === null) throw signInExpired()
  if (found.userId !== userId) throw begunByOther()
  const { service, user, tokenHash } = found
  await call.commit(async tx => {
    if ((await lockUser(tx, userId)) === null || !(await store.deleteCredential(tx, tokenHash))) throw signInExpired()
    if (!(await store.insertIdentity(tx, userId, service, user, new Date(now())))) {
      const owner = await store.findIdentity(tx, user)
      if (owner === userId) return []
      throw owner === null ? serviceLinked() : serviceTaken()
    }
    await mailQueue.enqueueToAll(tx, 'login-service-linked', userId)
    return [userChanged.of({ userId })]
  })
  mailQueue.drain()
  return { service }
})

import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noWebhook, webhooksRotateSecret, webhookUnsigned } from '#webhooks/contract.ts'
import { rotateSecret, seal, unseal } from '../hook-address.ts'
import { lockHook, readSealed, storeSealed } from '../hook-store.ts'
import { createSecret } from '../signature.ts'
import type { WebhooksServices } from '../webhooks.ts'

/** The same call again returns the same secret: the first answer may have been lost. */
export const rotateWebhookSecret = handle(webhooksRotateSecret, async (call, { access, clock, secrets }: WebhooksServices) => {
  const userId = signedIn(call)
  const { _id: rotation, webhookId } = call.input
  await access.findManaged(webhookId, userId)
  let secret = createSecret()
  await call.commit(async tx => {
    const hook = await lockHook(tx, webhookId)
    const stored = hook === null ? null : await readSealed(tx, webhookId)
    if (hook === null || stored === null) throw noWebhook()
    const opened = unseal(secrets.box, webhookId, stored)
    // Without an address nothing is sent, so there is nothing to sign either.
    if (opened === null || opened.secret === null) throw webhookUnsigned()
    if (opened.rotation === rotation) secret = opened.secret
    else
      await storeSealed(
        tx,
        webhookId,
        seal(secrets.box, webhookId, rotateSecret({ ...opened, secret: opened.secret }, { secret, rotation }, clock.now())),
      )
    return []
  })
  return { secret }
})

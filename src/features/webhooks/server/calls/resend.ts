import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { deliveryWaits, noDelivery, webhookOff, webhooksResend } from '#webhooks/contract.ts'
import { findDelivery, sendAgain } from '../delivery-store.ts'
import { lockHook } from '../hook-store.ts'
import { createHookChange, type WebhooksServices } from '../webhooks.ts'

/** To those who do not manage its hook, a delivery does not exist. */
export const resendDelivery = handle(webhooksResend, async (call, { access, database, deliverer }: WebhooksServices) => {
  const userId = signedIn(call)
  const { deliveryId } = call.input
  const found = await findDelivery(database.db, deliveryId)
  if (found === null) throw noDelivery()
  const { webhookId } = found
  await access.requireDelivery(webhookId, userId)
  await call.commit(async tx => {
    const hook = await lockHook(tx, webhookId)
    const delivery = await findDelivery(tx, deliveryId)
    if (hook === null || delivery === null) throw noDelivery()
    if (hook.off !== null) throw webhookOff()
    if (delivery.state === 'waiting') throw deliveryWaits()
    await sendAgain(tx, deliveryId)
    await deliverer.enqueue(tx, [webhookId])
    return [createHookChange(hook)]
  })
  deliverer.processDue()
  return {}
})

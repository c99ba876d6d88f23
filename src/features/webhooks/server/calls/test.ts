import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noWebhook, webhookIdUsed, webhookOff, webhooksTest } from '#webhooks/contract.ts'
import { TEST_TYPE } from '#webhooks/rules/event-types.ts'
import { findDelivery, insertDeliveries } from '../delivery-store.ts'
import { lockHook } from '../hook-store.ts'
import { writeBody } from '../message.ts'
import { createHookChange, type WebhooksServices } from '../webhooks.ts'

export const testWebhook = handle(webhooksTest, async (call, { access, clock, deliverer, address }: WebhooksServices) => {
  const userId = signedIn(call)
  const { _id: id, webhookId } = call.input
  await access.findManaged(webhookId, userId)
  await call.commit(async tx => {
    const hook = await lockHook(tx, webhookId)
    if (hook === null) throw noWebhook()
    const before = await findDelivery(tx, id)
    if (before !== null && (before.webhookId !== webhookId || before.type !== TEST_TYPE)) throw webhookIdUsed()
    if (before !== null) return []
    if (hook.off !== null) throw webhookOff()
    const { name } = hook
    const body = writeBody({ type: TEST_TYPE, at: clock.now(), data: { webhook: { id: webhookId, name }, url: address() } })
    const delivery = {
      id,
      webhookId,
      source: `test:${id}`,
      // A test waits for nothing else.
      lane: id,
      type: TEST_TYPE,
      subject: name,
      body,
      userIds: [],
      showsEvent: null,
      showsVenue: null,
    }
    await deliverer.enqueue(tx, await insertDeliveries(tx, [delivery], new Date(clock.now())))
    return [createHookChange(hook)]
  })
  deliverer.processDue()
  return { deliveryId: id }
})

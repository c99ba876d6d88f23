import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noDelivery, webhooksDelivery } from '#webhooks/contract.ts'
import { findSent } from '../delivery-store.ts'
import type { WebhooksServices } from '../webhooks.ts'

/** To those who do not manage its hook, a delivery does not exist. */
export const showDelivery = handle(webhooksDelivery, async (call, { access, database }: WebhooksServices) => {
  const userId = signedIn(call)
  const found = await findSent(database.db, call.input.deliveryId)
  if (found === null) throw noDelivery()
  const { webhookId, body, status, answer, isShown } = found
  await access.requireDelivery(webhookId, userId)
  return { body: isShown ? body : null, status, answer }
})

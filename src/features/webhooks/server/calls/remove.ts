import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { webhooksRemove } from '#webhooks/contract.ts'
import { removeHooks } from '../hook-store.ts'
import { createHookChange, type WebhooksServices } from '../webhooks.ts'

export const removeWebhook = handle(webhooksRemove, async (call, { access }: WebhooksServices) => {
  const userId = signedIn(call)
  const { webhookId } = call.input
  const hook = await access.findManaged(webhookId, userId)
  await call.commit(async tx => {
    await removeHooks(tx, [webhookId])
    return [createHookChange(hook, true)]
  })
  return {}
})

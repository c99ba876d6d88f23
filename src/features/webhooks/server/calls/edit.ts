import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noWebhook, webhooksEdit } from '#webhooks/contract.ts'
import { giveUpWaiting } from '../delivery-store.ts'
import { describeAddress, seal, unseal } from '../hook-address.ts'
import { lockHook, readSealed, updateHook } from '../hook-store.ts'
import { createSecret } from '../signature.ts'
import { createHookChange, requireAddress, requireOnly, type WebhooksServices } from '../webhooks.ts'

/** A hook keeps its secret when its address changes. One that leads to Discord has none, and gets one when it leads elsewhere. */
export const editWebhook = handle(webhooksEdit, async (call, services: WebhooksServices) => {
  const { access, clock, secrets, deliverer } = services
  const userId = signedIn(call)
  const { webhookId, name, address, types, only: asked, on } = call.input
  const whose = await access.findManaged(webhookId, userId)
  if (address !== undefined) await requireAddress(services, address)
  const only = asked === undefined ? undefined : await requireOnly(services, asked, whose)
  let created: string | null = null
  await call.commit(async tx => {
    const hook = await lockHook(tx, webhookId)
    const stored = hook === null ? null : await readSealed(tx, webhookId)
    if (hook === null || stored === null) throw noWebhook()
    const now = new Date(clock.now())
    const off = on === undefined ? hook.off : on ? null : (hook.off ?? 'owner')
    const facts = address === undefined ? hook : describeAddress(address)
    let sealed: Buffer | null = null
    if (address !== undefined) {
      const opened = unseal(secrets.box, webhookId, stored)
      const secret = opened?.secret ?? null
      if (!facts.discord && secret === null) created = createSecret()
      sealed = seal(secrets.box, webhookId, { ...opened, address, secret: created ?? secret })
    }
    const after = { name: name ?? hook.name, types: types ?? hook.types, only: only ?? hook.only, off, sealed }
    await updateHook(
      tx,
      webhookId,
      { ...after, host: facts.host, ending: facts.ending, discord: facts.discord },
      hook.off !== null && off === null ? now : null,
    )
    // Also when it is switched on: what was being written while it was switched off waits still.
    if ((off === null) !== (hook.off === null)) await giveUpWaiting(tx, webhookId, now)
    if (off === null) await deliverer.enqueue(tx, [webhookId])
    return [createHookChange(hook)]
  })
  deliverer.processDue()
  return { secret: created }
})

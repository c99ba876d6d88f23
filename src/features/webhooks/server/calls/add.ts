import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { MAX_HOOKS, webhookIdUsed, webhooksAdd, webhooksFull } from '#webhooks/contract.ts'
import { describeAddress, seal, unseal } from '../hook-address.ts'
import { countHooks, findHook, insertHook, lockWhose, readSealed } from '../hook-store.ts'
import { createSecret } from '../signature.ts'
import { createHookChange, requireAddress, requireOnly, type WebhooksServices } from '../webhooks.ts'

/** A hook that is told of everything. */
const NO_FILTERS = { machineIds: [], venueIds: [], groupIds: [], eventIds: [] }

/** The same call again returns the same secret to the user who has made the hook: the first answer may have been lost. */
export const addWebhook = handle(webhooksAdd, async (call, services: WebhooksServices) => {
  const { access, clock, secrets } = services
  const userId = signedIn(call)
  const { _id: id, groupId = null, eventId = null, name, address, types, only: asked = NO_FILTERS } = call.input
  const whose = { groupId, eventId }
  await access.require(whose, userId)
  const only = await requireOnly(services, asked, whose)
  const fingerprint = fingerprintValues(groupId, eventId, name, address, types, only)
  const facts = describeAddress(address)
  let secret = facts.discord ? null : createSecret()
  const repeated = await findHook(services.database.db, id)
  if (repeated === null) await requireAddress(services, address)
  await call.commit(async tx => {
    await lockWhose(tx, whose)
    const sealed = seal(secrets.box, id, { address, secret })
    const hook = { id, ...whose, madeBy: userId, fingerprint, name, sealed, ...facts, types, only }
    if (!(await insertHook(tx, hook, new Date(clock.now())))) {
      const before = await findHook(tx, id)
      const stored = await readSealed(tx, id)
      const isSame = before?.madeBy === userId && before.fingerprint === fingerprint && stored !== null
      const opened = isSame ? unseal(secrets.box, id, stored) : null
      if (opened === null) throw webhookIdUsed()
      secret = opened.secret
      return []
    }
    if ((await countHooks(tx, whose)) > MAX_HOOKS) throw webhooksFull({ n: MAX_HOOKS })
    return [createHookChange(hook)]
  })
  return { webhookId: id, secret }
})

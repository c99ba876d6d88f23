import { signInFirst } from '#platform/live/call-errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { Log } from '#platform/log/log.ts'
import { uuidv7 } from '#platform/uuid.ts'
import {
  patreonAnswerUsed,
  patreonBroken,
  patreonBusy,
  patreonConfirm,
  patreonDown,
  patreonForgot,
  patreonTaken,
} from '#supporters/contract.ts'
import { waitLabel } from '#supporters/rules.ts'
import { PatreonError } from '../patreon-error.ts'
import * as store from '../store.ts'
import { hashState, type SupportersServices } from '../supporters.ts'

export const confirmLink = handle(patreonConfirm, async (call, services: SupportersServices) => {
  const { database, clock, log, patreon, secretBox, supporters } = services
  const userId = signedIn(call)
  const { code, state } = call.input
  const encrypted = await store.consumeOauthState(database.db, userId, hashState(state), new Date(clock.now()))
  const verifier = encrypted === null ? null : secretBox.tryDecrypt(encrypted, userId)
  if (verifier === null) throw patreonAnswerUsed()
  const tokens = await patreon.exchange(code, state, verifier).catch(error => throwCallerError(error, log))
  const { providerId, tier, active } = await patreon.membership(tokens).catch(error => throwCallerError(error, log))
  await call.commit(async tx => {
    if (!(await store.lockSupporter(tx, userId))) throw signInFirst()
    const previous = await store.deleteLink(tx, userId)
    const link = { id: uuidv7(), userId, providerId, tokens: secretBox.encrypt(JSON.stringify(tokens), userId), tier, active }
    // Its tokens are not revoked: if the provider has one grant per account, that would end the other player's link.
    if (!(await store.insertLink(tx, link, new Date(clock.now())))) throw patreonTaken()
    if (previous !== null && previous.providerId !== providerId) await supporters.revokeLinkTokens(tx, previous)
    await supporters.checkTonight(tx, userId)
    return supporters.toChanges(tx, userId, active)
  })
  supporters.processDue()
  return { tier, active }
})

/** Turns an error of the provider into the one that the user sees. */
function throwCallerError(error: unknown, log: Log): never {
  if (!(error instanceof PatreonError)) throw error
  const { problem, wait } = error
  log.warn({ problem }, 'a supporter could not be linked')
  if (problem === 'refused') throw patreonForgot()
  if (problem === 'busy') throw patreonBusy({ wait: waitLabel(wait), timeToReset: wait })
  if (problem === 'misconfigured') throw patreonBroken()
  throw patreonDown()
}

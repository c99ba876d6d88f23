import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { patreonBegin } from '#supporters/contract.ts'
import { APP_STATE_PREFIX } from '../app-return.ts'
import { saveOauthState } from '../store.ts'
import { hashState, type SupportersServices } from '../supporters.ts'

/** ms within which the browser has to come back */
const STATE_LIFETIME = 600_000

export const beginLink = handle(patreonBegin, async (call, { database, clock, patreon, secretBox }: SupportersServices) => {
  const userId = signedIn(call)
  const state = (call.input.app === true ? APP_STATE_PREFIX : '') + generateRandomState()
  const verifier = generateRandomCodeVerifier()
  await saveOauthState(database.db, {
    userId,
    stateHash: hashState(state),
    verifier: secretBox.encrypt(verifier, userId),
    expiresAt: new Date(clock.now() + STATE_LIFETIME),
  })
  return { url: await patreon.authorizationUrl(state, verifier) }
})

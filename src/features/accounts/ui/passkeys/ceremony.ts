import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { PasskeyRegistration, PasskeySignIn, RegistrationOptions, SignInOptions } from '#accounts/contract/passkeys.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'

/** Talks to the browser's authenticators. The sign-in page loads this module when a passkey is asked for, and not before. */

/** What went wrong with an authenticator; the message is a sentence for the user. */
class PasskeyProblem extends Error {
  override readonly name = 'PasskeyProblem'
}

/** Returns what went wrong as a sentence: with the authenticator, or at the server. */
export const passkeyErrorMessage = (error: unknown): string => (error instanceof PasskeyProblem ? error.message : errorMessage(error))

/** Returns why this browser has no passkeys on this page, as a sentence; null if it has. */
export function passkeyObstacle(): string | null {
  if (!window.isSecureContext) return m.error_passkeys_need_https()
  return typeof PublicKeyCredential === 'function' ? null : m.accounts_passkeys_unsupported()
}

/** Lets an authenticator make a passkey. @throws PasskeyProblem */
export async function createPasskey(options: RegistrationOptions): Promise<PasskeyRegistration> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw toProblem(error, options.rp.id, m.accounts_passkeys_add_cancelled())
  })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) } }
}

/** Lets an authenticator sign in. @throws PasskeyProblem */
export async function answerWithPasskey(options: SignInOptions): Promise<PasskeySignIn> {
  const given = await startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw toProblem(error, options.rpId, m.accounts_passkeys_in_cancelled())
  })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = given.response
  return { id: given.id, rawId: given.rawId, type: given.type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** @param cancelled the sentence for a user who cancelled, took too long, or has no passkey here: browsers do not tell which */
function toProblem(cause: unknown, site: string | undefined, cancelled: string): PasskeyProblem {
  return new PasskeyProblem(describe(cause, site ?? '', cancelled), { cause })
}

function describe(error: unknown, site: string, cancelled: string): string {
  if (!(error instanceof Error)) return m.accounts_passkeys_trouble()
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return cancelled
  switch (error instanceof WebAuthnError ? error.code : null) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return m.accounts_passkeys_known()
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return m.accounts_passkeys_device()
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return m.accounts_passkeys_other_site({ site })
    default:
      return m.accounts_passkeys_trouble()
  }
}

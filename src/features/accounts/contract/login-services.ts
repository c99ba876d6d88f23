import { defineMethod } from '#platform/live/contract.ts'
import { MINUTE, PERSONAL, perAddress } from '#platform/live/rates.ts'
import { strictObject, text } from '#platform/live/schemas.ts'
import { begunByOther, lastWayIn, serviceLinked, serviceNotLinked, serviceTaken, signInExpired } from './errors.ts'
import { OWNER_PROOF_ERRORS, ownerProof } from './owner-proof.ts'
import { serviceNotConfigured } from './protocol-errors.ts'
import { OWNER_CHECKS } from './rates.ts'

/** Code of the error of a login by a provider when there is no such credential, or it was used up (Meteor's accounts-oauth). */
export const NO_LOGIN_ATTEMPT = 145_546_287

/** The page that a visit to a provider ends on. Its fragment has what the client needs. */
export const SIGN_IN_FINISH = '/sign-in/finish'

/**
 * Whether a visit to a provider passes this address, its redirects included. A client in the window that opened the visit's learns by that
 * window how it ended (`window.opener`), so the header that separates windows must be missing on the whole way.
 */
export const isVisitPath = (url: string): boolean => /^\/(_oauth\/|sign-in\/finish(?:[?#]|$))/.test(url)

/** What a user goes to a provider for. */
export type OauthPurpose = 'login' | 'link'

/**
 * Why a visit to a provider has failed: `denied` by the user; `expired`: too late, used before, or begun in another browser; `busy`: too many
 * visits; `not-configured`: there is no such service; `bad-return`: the app that began wants to be answered where this site answers nobody;
 * `unavailable`, `odd`, `refused`, `misconfigured`: by the provider's answer.
 */
export type OauthFailure =
  | 'denied'
  | 'expired'
  | 'busy'
  | 'not-configured'
  | 'bad-return'
  | 'unavailable'
  | 'odd'
  | 'refused'
  | 'misconfigured'

/** What a credential is good for. `known`: an account is linked, so a login needs nothing else */
export interface PendingLogin {
  service: string
  purpose: OauthPurpose
  known: boolean
  /** a free user name for the new account; null: none can be made, or the account is known */
  suggestedName: string | null
}

export interface LoginServiceInfo {
  service: string
  label: string
  /** address or name of the account at the provider */
  name: string | null
  linkedAt: Date
  lastUsedAt: Date | null
}

const serviceName = text(1, 30)
const credential = { credentialToken: text(1, 100), credentialSecret: text(1, 100) }

/** Our addition, like the four that follow: the login services that are linked with the caller's account. */
export const accountLoginServices = defineMethod<LoginServiceInfo[]>()('account.loginServices', strictObject({}), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [],
})

/** Tells what a credential, with which a visit to a login service has ended, is good for. */
export const accountLookAtLogin = defineMethod<PendingLogin>()('account.lookAtLogin', strictObject(credential), {
  access: 'everybody',
  rates: [perAddress(300, MINUTE)],
  errors: [signInExpired],
})

/** Returns the path where the browser goes to the provider to link it. */
export const accountBeginLoginService = defineMethod<{ url: string }>()(
  'account.beginLoginService',
  strictObject({ service: serviceName, ...ownerProof }),
  { access: 'signed in', rates: OWNER_CHECKS, errors: [...OWNER_PROOF_ERRORS, serviceNotConfigured] },
)

/** Links the account at the provider with the caller's account here. */
export const accountLinkLoginService = defineMethod<{ service: string }>()('account.linkLoginService', strictObject(credential), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [begunByOther, signInExpired, serviceLinked, serviceTaken],
})

export const accountUnlinkLoginService = defineMethod<Record<string, never>>()(
  'account.unlinkLoginService',
  strictObject({ service: serviceName, ...ownerProof }),
  {
    access: 'signed in',
    rates: OWNER_CHECKS,
    errors: [...OWNER_PROOF_ERRORS, serviceNotLinked, lastWayIn],
  },
)

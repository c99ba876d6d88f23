/** Where the provider answers. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  revoke: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const

/** The page on which somebody allows a request or does not. */
export const consentPath = (requestId: string): string => `/consent/${encodeURIComponent(requestId)}`

/** Why a request cannot go on: it has ended; its application is not registered; its way back is not registered; anything else; too many. */
export const PROBLEM_REASONS = ['expired', 'application', 'address', 'request', 'busy'] as const
export type ProblemReason = (typeof PROBLEM_REASONS)[number]

/** Returns the reason that stands in place of a request; undefined: it is the id of a request. */
export const findReason = (code: string): ProblemReason | undefined => PROBLEM_REASONS.find(reason => reason === code)

/** The same page where there is no request that can go on: it says why. Ids of requests are longer. */
export const problemPath = (reason: ProblemReason): string => `/consent/${reason}`

/** What the page of consent is told of a request. */
export interface ConsentRequest {
  /** name of the application */
  application: string
  /** the server to which the answer goes */
  host: string
  scopes: string[]
}

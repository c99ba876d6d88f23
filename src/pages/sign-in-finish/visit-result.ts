import type { OauthFailure, OauthPurpose } from '../../features/accounts/contract/login-services.ts'
import { readReturnPath } from '../../features/accounts/ui/session/return-path.ts'

export interface Credential {
  credentialToken: string
  credentialSecret: string
}

/** What a visit to a login service has ended with. `next`: the path to go to; `popup`: in a window of its own */
export type VisitResult = { popup: boolean } & ({ failure: OauthFailure } | { credential: Credential; purpose: OauthPurpose; next: string })

const FAILURES: readonly string[] = [
  'denied',
  'expired',
  'busy',
  'not-configured',
  'unavailable',
  'odd',
  'refused',
  'misconfigured',
] satisfies OauthFailure[]
const PURPOSES: readonly string[] = ['login', 'link'] satisfies OauthPurpose[]

/** @param hash the fragment of the page's address. What is missing or unknown counts as expired */
export function readVisitResult(hash: string): VisitResult {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const popup = fields.get('style') === 'popup'
  const error = fields.get('error')
  if (error !== null) return { popup, failure: FAILURES.includes(error) ? (error as OauthFailure) : 'odd' }
  const [credentialToken, credentialSecret, purpose] = ['credentialToken', 'credentialSecret', 'purpose'].map(name => fields.get(name))
  if (!credentialToken || !credentialSecret || !purpose || !PURPOSES.includes(purpose)) return { popup, failure: 'expired' }
  const next = fields.get('next')
  return {
    popup,
    credential: { credentialToken, credentialSecret },
    purpose: purpose as OauthPurpose,
    next: readReturnPath(next === null ? {} : { next }),
  }
}

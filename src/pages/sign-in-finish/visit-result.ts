import type { OauthFailure, OauthPurpose } from '#accounts/contract/login-services.ts'
import { readReturnPath } from '#accounts/ui/session/return-path.ts'

export interface Credential {
  credentialToken: string
  credentialSecret: string
}

/**
 * Who gets what a visit has ended with, if that is not this page: the window that opened this one, which is of this origin or one of
 * `origins`, or the page of this origin at `address`.
 */
export type Receiver = { style: 'popup'; origins: string[] } | { style: 'redirect'; address: string }

/** What the receiver gets. Its client knows the token; a failure has no secret. */
export type HandedOver = { credentialToken: string } & ({ credentialSecret: string } | { error: OauthFailure })

/**
 * What a visit to a login service has ended with. `next`: the path to go to; `popup`: in a window of its own; `elsewhere`: the client that
 * began the visit reads the address of this page itself.
 */
export type VisitResult = { popup: boolean } & (
  | { failure: OauthFailure }
  | { credential: Credential; purpose: OauthPurpose; next: string }
  | { receiver: Receiver; handedOver: HandedOver }
  | { elsewhere: true }
)

const FAILURES: readonly string[] = [
  'denied',
  'expired',
  'busy',
  'not-configured',
  'bad-return',
  'unavailable',
  'odd',
  'refused',
  'misconfigured',
] satisfies OauthFailure[]
const PURPOSES: readonly string[] = ['login', 'link'] satisfies OauthPurpose[]

const asFailure = (error: string): OauthFailure => (FAILURES.includes(error) ? (error as OauthFailure) : 'odd')

/**
 * @param hash the fragment of the page's address. What is missing or unknown counts as expired
 * @param origin that of this page
 */
export function readVisitResult(hash: string, origin: string): VisitResult {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const popup = fields.get('style') === 'popup'
  if (fields.has('handOver')) return { popup, ...readHandOver(fields, origin) }
  const error = fields.get('error')
  if (error !== null) return { popup, failure: asFailure(error) }
  const [credentialToken, credentialSecret, purpose] = ['credentialToken', 'credentialSecret', 'purpose'].map(name => fields.get(name))
  if (!credentialSecret || !purpose || !PURPOSES.includes(purpose)) return { popup, failure: 'expired' }
  if (!credentialToken) return { popup, elsewhere: true }
  const next = fields.get('next')
  return {
    popup,
    credential: { credentialToken, credentialSecret },
    purpose: purpose as OauthPurpose,
    next: readReturnPath(next === null ? {} : { next }),
  }
}

function readHandOver(fields: URLSearchParams, origin: string): { failure: OauthFailure } | { receiver: Receiver; handedOver: HandedOver } {
  const [credentialToken, credentialSecret, error] = ['credentialToken', 'credentialSecret', 'error'].map(name => fields.get(name))
  if (!credentialToken || (!credentialSecret && !error)) return { failure: 'expired' }
  const handedOver = { credentialToken, ...(credentialSecret ? { credentialSecret } : { error: asFailure(error ?? '') }) }
  if (fields.get('handOver') === 'popup')
    return {
      receiver: {
        style: 'popup',
        origins:
          fields
            .get('origins')
            ?.split(' ')
            .filter(origin => URL.canParse(origin)) ?? [],
      },
      handedOver,
    }
  const address = fields.get('redirectUrl') ?? ''
  // Anybody can write a link to this page, which must not lead on to other sites.
  if (!URL.canParse(address) || new URL(address).origin !== origin)
    return { failure: 'error' in handedOver ? handedOver.error : 'bad-return' }
  return { receiver: { style: 'redirect', address }, handedOver }
}

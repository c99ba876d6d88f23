import { createPrivateKey, sign } from 'node:crypto'
import type { Clock } from '#ddp/timing/clock.ts'
import type { FcmOptions } from '#platform/config/app-push.ts'
import { limitedFetch, RequestFailure } from '#platform/http/limited-fetch.ts'
import { parseRetryAfter } from '../rules.ts'
import type { PhoneSender, PushAttempt, PushResponse } from './push-attempt.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** Seconds for which a signed request for an access token is valid */
const ASSERTION_LIFETIME = 300
/** ms before its end at which an access token is no longer used */
const EXPIRY_MARGIN = 60_000

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The service refuses this service account: the configuration is wrong. */
class TokenFailure extends Error {
  override readonly name = 'TokenFailure'
}

/**
 * Sends messages to the app on Android phones by Firebase Cloud Messaging (HTTP v1). Access tokens are issued to the service account by
 * OAuth 2 for a request that its key has signed (RFC 7523).
 */
export class FcmSender implements PhoneSender {
  readonly #options: FcmOptions
  readonly #clock: Clock
  #token: { text: string; until: number } | null = null

  constructor(options: FcmOptions, clock: Clock) {
    this.#options = options
    this.#clock = clock
  }

  /** @param token of the phone @throws TokenFailure */
  async send(token: string, attempt: PushAttempt): Promise<PushResponse> {
    try {
      const first = await this.#send(token, attempt)
      if (first.status !== 401) return first
      // The access token was revoked before its end.
      this.#token = null
      const second = await this.#send(token, attempt)
      if (second.status === 401) throw new TokenFailure('The service refused a new access token.')
      return second
    } catch (error) {
      if (error instanceof RequestFailure) return { status: 0, wait: 0 }
      throw error
    }
  }

  async #send(token: string, { message, ttl, urgent }: PushAttempt): Promise<PushResponse> {
    const { projectId, url } = this.#options
    const { answer, body } = await limitedFetch(this.#clock, `${url}/v1/projects/${encodeURIComponent(projectId)}/messages:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        message: {
          token,
          notification: { title: message.title, body: message.body },
          data: { url: message.url },
          android: { ttl: `${ttl}s`, priority: urgent ? 'HIGH' : 'NORMAL', notification: { tag: message.tag } },
        },
      }),
    })
    const wait = parseRetryAfter(answer.headers.get('retry-after') ?? undefined)
    return { status: isTokenGone(answer.status, body) ? 410 : answer.status, wait }
  }

  async #accessToken(): Promise<string> {
    const now = this.#clock.now()
    if (this.#token !== null && now < this.#token.until) return this.#token.text
    const { clientEmail, privateKey, tokenUrl } = this.#options
    const issuedAt = Math.floor(now / 1000)
    const claims = { iss: clientEmail, scope: SCOPE, aud: tokenUrl, iat: issuedAt, exp: issuedAt + ASSERTION_LIFETIME }
    const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
    const assertion = `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(privateKey)).toString('base64url')}`
    const { answer, body } = await limitedFetch(this.#clock, tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    })
    if (answer.status === 429 || answer.status >= 500) throw new RequestFailure('down')
    const { access_token: text, expires_in: seconds, error } = readJson(body) as Record<string, unknown>
    if (answer.status !== 200 || typeof text !== 'string' || typeof seconds !== 'number') {
      // RFC 6749 §5.2: the code of the error is a word such as invalid_grant.
      const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : ''
      throw new TokenFailure(`The token endpoint of the service account answered ${answer.status}${code}.`)
    }
    this.#token = { text, until: now + seconds * 1000 - EXPIRY_MARGIN }
    return text
  }
}

function readJson(body: Buffer): object {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/**
 * True if no message can ever reach the phone's token: it was unregistered, belongs to another project, or is no token. The documented
 * codes of errors stand in the details of the answer; a request that is wrong in another way has the code of the third too, but names
 * another field.
 */
function isTokenGone(status: number, body: Buffer): boolean {
  if (status !== 400 && status !== 403 && status !== 404) return false
  const { error } = readJson(body) as { error?: { details?: unknown } }
  const details = (Array.isArray(error?.details) ? error.details : []) as { errorCode?: unknown; fieldViolations?: { field?: unknown }[] }[]
  if (details.some(({ errorCode }) => errorCode === 'UNREGISTERED' || errorCode === 'SENDER_ID_MISMATCH')) return true
  return status === 400 && details.some(({ fieldViolations = [] }) => fieldViolations.some(({ field }) => field === 'message.token'))
}

import { createHash } from 'node:crypto'
import { type ClientHttp2Session, connect } from 'node:http2'
import type { Clock } from '#ddp/timing/clock.ts'
import type { ApnsOptions } from '#platform/config/app-push.ts'
import { signEs256 } from '#platform/es256.ts'
import { parseRetryAfter } from '../rules.ts'
import type { PhoneSender, PushAttempt, PushResponse } from './push-attempt.ts'

/** ms without an answer after which an attempt fails */
const TIMEOUT = 10_000
/** ms for which a token is used. Apple refuses those that are older than an hour, and those that are made more often than every 20 minutes. */
const TOKEN_LIFETIME = 40 * 60_000
/** the most bytes of an answer that are read; its documented body is a short JSON */
const MAX_BYTES = 10_000

/** What Apple says of a device token to which no message can ever be sent. */
const GONE: readonly unknown[] = ['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']

interface Answer {
  /** 0: none */
  status: number
  /** what the service says of an error, one of the documented words; undefined: nothing */
  reason?: unknown
  /** ms for which it asks to send nothing */
  wait: number
}

const NO_ANSWER: Answer = { status: 0, wait: 0 }

/**
 * Sends messages to the app on iPhones by the Apple Push Notification service (Apple: "Sending notification requests to APNs"), which speaks
 * HTTP/2 only. Requests carry a token that the operator's key has signed.
 */
export class ApnsSender implements PhoneSender {
  readonly #options: ApnsOptions
  readonly #clock: Clock
  #session: ClientHttp2Session | null = null
  #token: { text: string; madeAt: number } | null = null

  constructor(options: ApnsOptions, clock: Clock) {
    this.#options = options
    this.#clock = clock
  }

  /** @param token of the phone, in hexadecimal digits */
  async send(token: string, attempt: PushAttempt): Promise<PushResponse> {
    let answer = await this.#request(token, attempt)
    if (answer.status === 403 && answer.reason === 'ExpiredProviderToken') {
      // The clock of this machine is wrong, so the token seems to have expired: it is signed again.
      this.#token = null
      answer = await this.#request(token, attempt)
    }
    return { status: GONE.includes(answer.reason) ? 410 : answer.status, wait: answer.wait }
  }

  close(): void {
    this.#session?.destroy()
    this.#session = null
  }

  #request(token: string, { message, ttl, urgent }: PushAttempt): Promise<Answer> {
    const now = this.#clock.now()
    const session = this.#connect()
    const request = session.request({
      ':method': 'POST',
      ':path': `/3/device/${token}`,
      authorization: `bearer ${this.#signedToken(now)}`,
      'apns-topic': this.#options.topic,
      'apns-push-type': 'alert',
      'apns-priority': urgent ? '10' : '5',
      'apns-expiration': String(Math.floor(now / 1000) + ttl),
      // At most 64 bytes: a message replaces an earlier one of the same name.
      'apns-collapse-id': createHash('sha256').update(message.tag).digest('base64url'),
    })
    return new Promise(resolve => {
      const answer: Answer = { ...NO_ANSWER }
      let body = ''
      const timer = this.#clock.after(TIMEOUT, () => {
        resolve(NO_ANSWER)
        // Without an answer the connection may be dead, so the next request opens another.
        this.#drop(session)
      })
      request.on('response', headers => {
        answer.status = Number(headers[':status'])
        answer.wait = parseRetryAfter(headers['retry-after'] as string | undefined)
      })
      request.setEncoding('utf8').on('data', (text: string) => {
        if (body.length < MAX_BYTES) body += text
      })
      request.on('error', () => resolve(NO_ANSWER))
      request.on('close', () => {
        timer.cancel()
        resolve({ ...answer, reason: readReason(body) })
      })
      request.end(JSON.stringify({ aps: { alert: { title: message.title, body: message.body }, sound: 'default' }, url: message.url }))
    })
  }

  #signedToken(now: number): string {
    if (this.#token === null || now - this.#token.madeAt >= TOKEN_LIFETIME) {
      const { teamId, keyId, privateKey } = this.#options
      this.#token = { text: signEs256({ iss: teamId, iat: Math.floor(now / 1000) }, privateKey, keyId), madeAt: now }
    }
    return this.#token.text
  }

  /** Returns the connection that all requests share; Apple asks for one that stays. */
  #connect(): ClientHttp2Session {
    if (this.#session !== null && !this.#session.closed && !this.#session.destroyed) return this.#session
    const session = connect(this.#options.url)
    // Requests that are under way end with an error of their own.
    session.on('error', () => this.#drop(session))
    // The service ends a connection: it answers what is under way, and takes nothing more.
    session.on('goaway', () => session.close())
    // A connection that only waits keeps no process alive.
    session.unref()
    this.#session = session
    return session
  }

  #drop(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = null
    session.destroy()
  }
}

function readReason(body: string): unknown {
  try {
    return (JSON.parse(body) as { reason?: unknown } | null)?.reason
  } catch {
    return undefined
  }
}

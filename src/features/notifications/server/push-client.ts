import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { parseRetryAfter } from '../rules.ts'
import type { PhoneSenders, PushAttempt, PushResponse } from './push-attempt.ts'
import { parsePhoneEndpoint } from './push-services.ts'
import type { Destination } from './store.ts'

/** ms without an answer after which an attempt fails */
const TIMEOUT = 10_000

/**
 * Sends messages to browsers by Web Push (RFC 8030), encrypted for the device alone (RFC 8291) and signed by VAPID (RFC 8292); and to phones
 * with the app by the service of their maker.
 */
export class PushSender {
  readonly #phones: PhoneSenders
  readonly #vapid: () => { subject: string; publicKey: string; privateKey: string }

  /** @param phones messages to phones whose service is not configured wait until it is */
  constructor(vapid: () => { subject: string; publicKey: string; privateKey: string }, phones: PhoneSenders) {
    this.#vapid = vapid
    this.#phones = phones
  }

  /** @throws Error if the keys or the configuration of this site are wrong, which is nothing that a service has answered */
  async send({ endpoint, p256dh, auth }: Destination, { message, ttl, urgent }: PushAttempt): Promise<PushResponse> {
    if (p256dh === null || auth === null) {
      const phone = parsePhoneEndpoint(endpoint)
      const sender = phone && this.#phones[phone.service]
      if (!phone || !sender) return { status: 0, wait: 0 }
      return sender.send(phone.token, { message, ttl, urgent })
    }
    const vapidDetails = this.#vapid()
    try {
      const { statusCode } = await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
        vapidDetails,
        TTL: ttl,
        urgency: urgent ? 'high' : 'normal',
        topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
        timeout: TIMEOUT,
      })
      return { status: statusCode, wait: 0 }
    } catch (error) {
      if (error instanceof webPush.WebPushError) return { status: error.statusCode, wait: parseRetryAfter(error.headers['retry-after']) }
      if (isNetworkError(error)) return { status: 0, wait: 0 }
      throw error
    }
  }
}

/** True if the service did not answer. Errors of the system and of the HTTP parser have a code, but not those that Node calls `ERR_…`. */
const isNetworkError = (error: unknown): boolean =>
  error instanceof Error && (/^(?!ERR_)[EH]/.test(String((error as NodeJS.ErrnoException).code)) || error.message === 'Socket timeout')

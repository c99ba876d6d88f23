import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { FCM_PREFIX } from '../contract.ts'
import { parseRetryAfter } from '../rules.ts'
import type { FcmSender } from './fcm-client.ts'
import type { PushAttempt, PushResponse } from './push-attempt.ts'
import type { Delivery } from './store.ts'

/** ms without an answer after which an attempt fails */
const TIMEOUT = 10_000

/**
 * Sends messages to browsers by Web Push (RFC 8030), encrypted for the device alone (RFC 8291) and signed by VAPID (RFC 8292); and to phones
 * with the app by Firebase Cloud Messaging.
 */
export class PushSender {
  readonly #fcm: FcmSender | null
  readonly #vapid: () => { subject: string; publicKey: string; privateKey: string }

  /** @param fcm null: messages to phones are not configured, and wait until they are */
  constructor(vapid: () => { subject: string; publicKey: string; privateKey: string }, fcm: FcmSender | null) {
    this.#vapid = vapid
    this.#fcm = fcm
  }

  async send(
    { endpoint, p256dh, auth }: Pick<Delivery, 'endpoint' | 'p256dh' | 'auth'>,
    { message, ttl, urgent }: PushAttempt,
  ): Promise<PushResponse> {
    if (p256dh === null || auth === null) {
      if (this.#fcm === null) return { status: 0, wait: 0 }
      return this.#fcm.send(endpoint.slice(FCM_PREFIX.length), { message, ttl, urgent })
    }
    try {
      const { statusCode } = await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
        vapidDetails: this.#vapid(),
        TTL: ttl,
        urgency: urgent ? 'high' : 'normal',
        topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
        timeout: TIMEOUT,
      })
      return { status: statusCode, wait: 0 }
    } catch (error) {
      if (!(error instanceof webPush.WebPushError)) return { status: 0, wait: 0 }
      return { status: error.statusCode, wait: parseRetryAfter(error.headers['retry-after']) }
    }
  }
}

import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { type Message, parseRetryAfter } from '../rules.ts'
import type { Delivery } from './store.ts'

/** ms without an answer after which an attempt fails */
const TIMEOUT = 10_000

export interface PushAttempt {
  message: Message
  /** seconds for which the service keeps the message for a device that is offline */
  ttl: number
  urgent: boolean
}

/** `status`: of the answer; 0: none. `wait`: ms for which the service asks to send nothing. */
export interface PushResponse {
  status: number
  wait: number
}

/** Sends messages by Web Push (RFC 8030), encrypted for the device alone (RFC 8291) and signed by VAPID (RFC 8292). */
export class PushSender {
  readonly #vapid: () => { subject: string; publicKey: string; privateKey: string }

  constructor(vapid: () => { subject: string; publicKey: string; privateKey: string }) {
    this.#vapid = vapid
  }

  async send(
    { endpoint, p256dh, auth }: Pick<Delivery, 'endpoint' | 'p256dh' | 'auth'>,
    { message, ttl, urgent }: PushAttempt,
  ): Promise<PushResponse> {
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

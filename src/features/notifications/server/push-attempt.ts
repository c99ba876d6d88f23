import type { PhoneService } from '../contract.ts'
import type { Message } from '../rules.ts'

/** A message to one device, as any service is given it. */
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

/** Sends messages to phones with the app by the service of their maker. */
export interface PhoneSender {
  /** @param token by which the service knows the phone */
  send(token: string, attempt: PushAttempt): Promise<PushResponse>
}

/** The senders to phones, by the service; null: the server is not configured for it. */
export type PhoneSenders = Readonly<Record<PhoneService, PhoneSender | null>>

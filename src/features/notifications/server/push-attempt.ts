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

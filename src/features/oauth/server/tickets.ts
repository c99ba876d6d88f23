import type { SecretBox } from '#platform/storage/secret-box.ts'

/** ms for which a ticket works */
const LIFETIME = 60_000

/** By what a request is allowed. */
export interface Allowance {
  userId: string
  /** true: by what the user has allowed before; false: the user was asked */
  isRecalled: boolean
}

interface Ticket extends Allowance {
  until: number
}

const ownerOf = (requestId: string): string => `oauth-ticket ${requestId}`

/** Returns the ticket by which a user allows one request. */
export const issueTicket = (box: SecretBox, requestId: string, allowance: Allowance, now: number): string => {
  const ticket: Ticket = { ...allowance, until: now + LIFETIME }
  return box.encrypt(JSON.stringify(ticket), ownerOf(requestId)).toString('base64url')
}

/** Returns by what a ticket allows a request; null: it is for another request, has expired, or is none. */
export function readTicket(box: SecretBox, requestId: string, text: string, now: number): Allowance | null {
  const opened = box.tryDecrypt(Buffer.from(text, 'base64url'), ownerOf(requestId))
  if (opened === null) return null
  const { until, ...allowance } = JSON.parse(opened) as Ticket
  return now < until ? allowance : null
}

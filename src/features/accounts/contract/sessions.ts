import { defineMethod } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { id, strictObject } from '#platform/live/schemas.ts'
import { noSession } from './errors.ts'

export interface SessionInfo {
  sessionId: string
  createdAt: Date
  lastSeenAt: Date
  /** for display: "Firefox on Android" */
  device: string
  /** `password`, `passkey`, `link` (of an e-mail) or the name of a login service; null: the session is older than this field */
  beganWith: string | null
  /** true for the caller's own session */
  current: boolean
}

/** Returns the caller's sessions, the most recently used first. */
export const accountSessions = defineMethod<SessionInfo[]>()('account.sessions', strictObject({}), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [],
})

export const accountEndSession = defineMethod<Record<string, never>>()('account.endSession', strictObject({ sessionId: id }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [noSession],
})

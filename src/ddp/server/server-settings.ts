import type { Clock } from '../timing/clock.ts'
import type { FairShares } from './fair-shares.ts'
import type { Method } from './invocation.ts'
import type { RateCheck } from './rate-limit.ts'
import type { ServerHooks } from './server-hooks.ts'
import type { OutboxLimits, SessionOutbox } from './session/outbox.ts'
import type { StartTurns } from './start-turns.ts'
import type { Publication } from './subscription.ts'
import type { BucketSize } from './token-bucket.ts'

export interface SessionLimits extends OutboxLimits {
  /** ms from the socket's opening until `connect` must have arrived */
  handshake: number
  /** the number of messages of one session that may wait; beyond it the socket is not read */
  pendingMessages: number
  /** characters of a message; a longer one is answered with error 413 */
  messageSize: number
  subscriptions: number
  /** the rate at which a session's messages are read; null: unlimited */
  messages: BucketSize | null
}

export interface ServerSettings {
  clock: Clock
  /** Returns 17 characters that cannot be guessed. */
  randomId(): string
  hash(text: string): string
  /** Calls `flush` soon, after the code that runs now. */
  soon(flush: () => void): void
  checkRate: RateCheck
  report(cause: unknown): void
  /** ms */
  heartbeat: { interval: number; timeout: number }
  limits: SessionLimits
  /** Returns how many bytes all clients together may have not taken yet; beyond, the network with the most loses its slowest reader. */
  unreadBytes(): number
  hooks: ServerHooks
  /** how many messages of all clients together may start to be processed in a turn of the event loop */
  startsPerTurn: number
  /** the number of observers of a result set that get a change at once; if there are more, so many in a turn of the event loop (rule L10) */
  observersPerTurn: number
}

export const DEFAULT_OBSERVERS_PER_TURN = 100
export const DEFAULT_STARTS_PER_TURN = 32

export const DEFAULT_LIMITS: SessionLimits = {
  handshake: 10_000,
  pendingMessages: 256,
  messageSize: 65_536,
  subscriptions: 100,
  messages: { burst: 400, perSecond: 60 },
  slowBytes: 65_536,
  maxBytes: 1_048_576,
  slowCheck: 25,
}

export const DEFAULT_HEARTBEAT = { interval: 15_000, timeout: 15_000 }

/** What a server knows of one publication. */
export interface RegisteredPublication {
  handler: Publication
  heldVersions: boolean
}

/** What all sessions share. */
export interface Registry {
  readonly methods: ReadonlyMap<string, Method>
  readonly publications: ReadonlyMap<string, RegisteredPublication>
  readonly universals: readonly Publication[]
  /** bytes that clients have not taken yet */
  readonly unread: FairShares
  schedule(outbox: SessionOutbox, answers: boolean): void
  /** when the sessions may start to process messages */
  readonly turns: StartTurns
}

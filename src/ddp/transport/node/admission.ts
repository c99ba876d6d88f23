import { FairShares, type Hold } from '#ddp/server/fair-shares.ts'
import { type BucketSize, TokenBucket } from '#ddp/server/token-bucket.ts'
import type { Clock } from '#ddp/timing/clock.ts'

export interface TransportLimits {
  /** bytes of one WebSocket message, or of all request bodies that one SockJS session sends at a time */
  messageBytes: number
  /** bytes of all messages of all clients together that have begun to arrive and are not complete */
  unfinishedBytes: number
  /** open connections of all addresses together */
  connections: number
  /** open connections of one address, of all transports together */
  perAddress: number
  /** those of them that have not sent anything */
  silentPerAddress: number
  /** the rate of new connections of one address; null: unlimited */
  connectionRate: BucketSize | null
}

export const DEFAULT_TRANSPORT_LIMITS: TransportLimits = {
  messageBytes: 1_048_576,
  unfinishedBytes: 67_108_864,
  connections: 10_000,
  perAddress: 3000,
  silentPerAddress: 200,
  connectionRate: { burst: 300, perSecond: 30 },
}

export const NO_TRANSPORT_LIMITS: TransportLimits = {
  ...DEFAULT_TRANSPORT_LIMITS,
  connections: Number.POSITIVE_INFINITY,
  perAddress: Number.POSITIVE_INFINITY,
  silentPerAddress: Number.POSITIVE_INFINITY,
  connectionRate: null,
}

/** bytes of the heap that a connection and its session take */
const CONNECTION_BYTES = 20_000

/** Returns the limits for a process that may use so much memory. @param heap bytes */
export const transportLimits = (heap: number): TransportLimits => ({
  ...DEFAULT_TRANSPORT_LIMITS,
  unfinishedBytes: Math.floor(heap / 8),
  connections: Math.floor(heap / 4 / CONNECTION_BYTES),
})

/** One admitted connection. Both functions may be called more than once. */
export interface Admitted {
  /** The client has sent something. */
  onFirstMessage(): void
  release(): void
}

/**
 * Counts the connections of each address, of all transports together (rule T6). When there are as many as may be, the network that has most
 * gives up its oldest for that of another.
 */
export class Admission {
  readonly #limits: TransportLimits
  readonly #clock: Clock
  readonly #open: FairShares
  readonly #silent = new Map<string, number>()
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(limits: TransportLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
    this.#open = new FairShares({ capacity: () => limits.connections })
  }

  /** True if one more connection of this address is allowed. It counts as an arrival. @param groups see `addressGroups` */
  allows(groups: readonly string[]): boolean {
    const group = groups.at(-1)!
    if (this.#open.amountOf(groups) >= this.#limits.perAddress) return false
    if ((this.#silent.get(group) ?? 0) >= this.#limits.silentPerAddress) return false
    return this.#open.wouldHold(groups, 1) && this.countAttempt(group)
  }

  /** Counts an attempt of this address. @returns false if attempts come too fast */
  countAttempt(group: string): boolean {
    if (this.#limits.connectionRate === null) return true
    const bucket = this.#buckets.get(group) ?? new TokenBucket(this.#limits.connectionRate, this.#clock)
    this.#buckets.set(group, bucket)
    return bucket.take()
  }

  /**
   * @param close called when the connection has to make room for another
   * @returns null: there is no room, since no network has more connections than this one
   */
  admit(groups: readonly string[], close: () => void): Admitted | null {
    const group = groups.at(-1)!
    const hold = this.#open.hold(groups, 1, close)
    if (hold === null) return null
    count(this.#silent, group, 1)
    return new AdmittedConnection(hold, this.#silent, group)
  }

  /** Forgets the addresses whose token buckets have refilled. */
  sweep(): void {
    for (const [group, bucket] of this.#buckets) if (bucket.full) this.#buckets.delete(group)
  }
}

function count(map: Map<string, number>, key: string, by: number): void {
  const next = (map.get(key) ?? 0) + by
  if (next > 0) map.set(key, next)
  else map.delete(key)
}

class AdmittedConnection implements Admitted {
  readonly #hold: Hold
  /** The silent connections by group; null: this one is not silent any more. */
  #silent: Map<string, number> | null
  readonly #group: string
  #isReleased = false

  constructor(hold: Hold, silent: Map<string, number>, group: string) {
    this.#hold = hold
    this.#silent = silent
    this.#group = group
  }

  onFirstMessage(): void {
    if (this.#silent !== null) count(this.#silent, this.#group, -1)
    this.#silent = null
  }

  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#hold.end()
    this.onFirstMessage()
  }
}

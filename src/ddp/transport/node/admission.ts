import { type BucketSize, TokenBucket } from '../../server/token-bucket.ts'
import type { Clock } from '../../timing/clock.ts'

export interface TransportLimits {
  /** bytes of one WebSocket frame, or of all request bodies that one SockJS session sends at a time */
  frameBytes: number
  /** open connections of one address, of all transports together */
  perAddress: number
  /** those of them that have not sent anything */
  unshakenPerAddress: number
  /** the rate of new connections of one address; null: unlimited */
  arrivals: BucketSize | null
}

export const DEFAULT_TRANSPORT_LIMITS: TransportLimits = {
  frameBytes: 65_536,
  perAddress: 3000,
  unshakenPerAddress: 200,
  arrivals: { burst: 300, perSecond: 30 },
}

export const NO_TRANSPORT_LIMITS: TransportLimits = {
  ...DEFAULT_TRANSPORT_LIMITS,
  perAddress: Number.POSITIVE_INFINITY,
  unshakenPerAddress: Number.POSITIVE_INFINITY,
  arrivals: null,
}

/** One admitted connection. Both functions may be called more than once. */
export interface Admitted {
  /** The client has sent something. */
  shaken(): void
  left(): void
}

/** Counts the connections of each address, of all transports together (rule T6). */
export class Admission {
  readonly #limits: TransportLimits
  readonly #clock: Clock
  readonly #open = new Map<string, number>()
  readonly #unshaken = new Map<string, number>()
  readonly #arrivals = new Map<string, TokenBucket>()

  constructor(limits: TransportLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** True if one more connection of this address is allowed. It counts as an arrival. @param group see `addressGroup` */
  allows(group: string): boolean {
    if ((this.#open.get(group) ?? 0) >= this.#limits.perAddress) return false
    if ((this.#unshaken.get(group) ?? 0) >= this.#limits.unshakenPerAddress) return false
    return this.arrives(group)
  }

  /** Counts an attempt of this address. @returns false if attempts come too fast */
  arrives(group: string): boolean {
    if (this.#limits.arrivals === null) return true
    const bucket = this.#arrivals.get(group) ?? new TokenBucket(this.#limits.arrivals, this.#clock)
    this.#arrivals.set(group, bucket)
    return bucket.take()
  }

  enter(group: string): Admitted {
    count(this.#open, group, 1)
    count(this.#unshaken, group, 1)
    const shaken = once(() => count(this.#unshaken, group, -1))
    const left = once(() => {
      count(this.#open, group, -1)
      shaken()
    })
    return { shaken, left }
  }

  /** Forgets the addresses whose token buckets have refilled. */
  sweep(): void {
    for (const [group, bucket] of this.#arrivals) if (bucket.full) this.#arrivals.delete(group)
  }
}

function count(map: Map<string, number>, key: string, by: number): void {
  const next = (map.get(key) ?? 0) + by
  if (next > 0) map.set(key, next)
  else map.delete(key)
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    run()
  }
}

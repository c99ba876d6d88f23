import { type BucketSize, TokenBucket } from '#ddp/server/token-bucket.ts'
import type { Clock } from '#ddp/timing/clock.ts'

/** A board sends 4 a second, and what it repeats. */
const SENDER: BucketSize = { burst: 100, perSecond: 20 }
/** of all senders together that are no known boards */
const STRANGERS: BucketSize = { burst: 1000, perSecond: 1000 }
/** Senders that are remembered; of more, the one that was heard longest ago is forgotten. */
export const MAX_SENDERS = 1000

/**
 * How many datagrams are read. Known boards are limited one by one, so a flood of others, each under an address of its own, takes nothing from them.
 */
export class SenderLimits {
  readonly #clock: Clock
  readonly #isKnown: (address: string) => boolean
  readonly #strangers: TokenBucket
  /** by address, the one that was heard longest ago first */
  readonly #senders = new Map<string, TokenBucket>()

  /** @param isKnown true for the address of a board that is followed */
  constructor(clock: Clock, isKnown: (address: string) => boolean) {
    this.#clock = clock
    this.#isKnown = isKnown
    this.#strangers = new TokenBucket(STRANGERS, clock)
  }

  /** The number of senders that are remembered. */
  get size(): number {
    return this.#senders.size
  }

  /** True if a datagram of this sender is read. It counts. */
  takes(address: string): boolean {
    const bucket = this.#senders.get(address) ?? new TokenBucket(SENDER, this.#clock)
    this.#senders.delete(address)
    this.#senders.set(address, bucket)
    if (this.#senders.size > MAX_SENDERS) this.#senders.delete(this.#senders.keys().next().value!)
    return bucket.take() && (this.#isKnown(address) || this.#strangers.take())
  }
}

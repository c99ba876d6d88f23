import type { Clock } from '../timing/clock.ts'

export interface BucketSize {
  /** the number of tokens in a full bucket: so many may be taken at once */
  burst: number
  perSecond: number
}

/** A token bucket: limits the rate of a session's messages (rule L6) and of an address's new connections (rule T6). */
export class TokenBucket {
  readonly #size: BucketSize
  readonly #clock: Clock
  #tokens: number
  #refilledAt: number

  constructor(size: BucketSize, clock: Clock) {
    this.#size = size
    this.#clock = clock
    this.#tokens = size.burst
    this.#refilledAt = clock.now()
  }

  /** True if the bucket has refilled completely. */
  get full(): boolean {
    this.#refill()
    return this.#tokens === this.#size.burst
  }

  /** ms until a token is there */
  get wait(): number {
    this.#refill()
    return Math.max(1, Math.ceil(((1 - this.#tokens) * 1000) / this.#size.perSecond))
  }

  /**
   * Takes tokens if there is one at least. What is missing is owed: later calls wait until it has been refilled.
   * @returns whether they were taken
   */
  take(tokens = 1): boolean {
    this.#refill()
    if (this.#tokens < 1) return false
    this.#tokens -= tokens
    return true
  }

  #refill(): void {
    const now = this.#clock.now()
    this.#tokens = Math.min(this.#size.burst, this.#tokens + (Math.max(0, now - this.#refilledAt) * this.#size.perSecond) / 1000)
    this.#refilledAt = now
  }
}

/** A pseudo-random number generator. The same seed gives the same sequence. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 ≤ x < 1 (mulberry32) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  /** from ≤ n < to */
  integer(from: number, to: number): number {
    return Math.floor(this.between(from, to))
  }

  chance(of: number): boolean {
    return this.next() < of
  }

  /** Returns a normally distributed number with mean 0 and standard deviation 1, limited to ±2.6. */
  normal(): number {
    const x = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return Math.max(-2.6, Math.min(2.6, x))
  }

  pickOne<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length)]!
  }

  /** @param weights one for each element of the list */
  weighted<T>(list: readonly T[], weights: readonly number[]): T {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0)
    for (const [i, each] of list.entries()) {
      left -= weights[i]!
      if (left < 0) return each
    }
    return list.at(-1)!
  }

  /** Returns the first `count` elements of the list after shuffling a copy of it. */
  sample<T>(list: readonly T[], count = list.length): T[] {
    const rest = [...list]
    for (let i = rest.length - 1; i > 0; i--) {
      const j = this.integer(0, i + 1)
      ;[rest[i], rest[j]] = [rest[j]!, rest[i]!]
    }
    return rest.slice(0, count)
  }
}

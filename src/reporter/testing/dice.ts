/** A seeded random generator: numbers with 0 ≤ n < 1. */
function seededRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The dice of a simulation. */
export class Dice {
  readonly next: () => number

  constructor(seed: number) {
    this.next = seededRandom(seed)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1))
  }

  pick<T>(items: readonly T[]): T {
    return items[this.whole(0, items.length - 1)]!
  }
}

/** A seeded random generator: returns numbers with 0 ≤ n < 1, the same ones for the same seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pickRandom = <T>(random: () => number, items: readonly T[]): T => items[Math.floor(random() * items.length)]!

/** Returns `full` if `CHAOS=full` is set, else `ci`. */
export const chaosSize = (ci: number, full: number): number => (process.env.CHAOS === 'full' ? full : ci)

/** Pauses between the tries of a job: the first in ms, doubling, up to `most`. */
export interface Backoff {
  first: number
  most: number
}

/**
 * Part of a pause that is left out at random. Jobs that failed together are then tried at different moments. The pause only gets shorter,
 * so that `most` stays the longest.
 */
const JITTER = 0.05

/**
 * Returns the ms from the failed try number `tries` to the next one. @param requested ms that are waited at least @param random 0 ≤ random < 1
 */
export const backoffPause = ({ first, most }: Backoff, tries: number, requested: number, random: number): number =>
  Math.max(requested, Math.round(Math.min(first * 2 ** (tries - 1), most) * (1 - JITTER * random)))

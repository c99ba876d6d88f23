/** Pauses between the tries of a job: the first in ms, doubling, up to `maxMs`. */
export interface Backoff {
  initialMs: number
  maxMs: number
}

/**
 * Part of a pause that is left out at random. Jobs that failed together are then tried at different moments. The pause only gets shorter,
 * so that `maxMs` stays the longest.
 */
const JITTER = 0.05

/**
 * Returns the ms from the failed try number `tries` to the next one. @param requested ms that are waited at least @param random 0 ≤ random < 1
 */
export const backoffPause = ({ initialMs, maxMs }: Backoff, tries: number, requested: number, random: number): number =>
  Math.max(requested, Math.round(Math.min(initialMs * 2 ** (tries - 1), maxMs) * (1 - JITTER * random)))

/** Reconnect delays in ms (rule C12), from mission §9, with the first two quick tries of the reference client. */
export const RETRY = { base: 1000, exponent: 2.2, max: 300_000, quickTries: 2, quickDelay: 10, fuzz: 0.5 }
export type RetryOptions = typeof RETRY

/**
 * @param count number of tries so far, 0 for the first
 * @param random a number with 0 ≤ random < 1
 * @returns ms to wait
 */
export function retryDelay(count: number, random: number, options: RetryOptions = RETRY): number {
  if (count < options.quickTries) return options.quickDelay
  return Math.min(options.max, options.base * options.exponent ** count) * (random * options.fuzz + 1 - options.fuzz / 2)
}

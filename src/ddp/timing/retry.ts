/** Reconnect delays (rule C12): mission §9 and the reference client's first two quick tries. */
export const RETRY = { base: 1000, exponent: 2.2, max: 300_000, quickTries: 2, quickDelay: 10, fuzz: 0.5 }
export type RetryOptions = typeof RETRY

/**
 * @param count tries so far, 0 for the first
 * @param random 0 ≤ random < 1
 * @returns ms to wait
 */
export function retryDelay(count: number, random: number, options: RetryOptions = RETRY): number {
  if (count < options.quickTries) return options.quickDelay
  return Math.min(options.max, options.base * options.exponent ** count) * (random * options.fuzz + 1 - options.fuzz / 2)
}

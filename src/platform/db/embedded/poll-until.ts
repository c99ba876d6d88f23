import { setTimeout as delay } from 'node:timers/promises'

/**
 * Looks again and again until `look` answers something else than undefined or false.
 * @param forMs how long at most, in milliseconds
 * @returns the answer, or undefined when the time is over
 */
export async function pollUntil<T>(look: () => T | Promise<T>, forMs: number, everyMs = 5): Promise<NonNullable<T> | undefined> {
  const end = Date.now() + forMs
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (Date.now() >= end) return undefined
    await delay(everyMs)
  }
}

import { setTimeout as delay } from 'node:timers/promises'

/**
 * Calls `check` again and again until it returns a truthy value.
 * @param forMs how long at most, in milliseconds
 * @param everyMs milliseconds between two calls
 * @returns the value, or undefined when the time is over
 */
export async function pollUntil<T>(check: () => T | Promise<T>, forMs: number, everyMs = 5): Promise<NonNullable<T> | undefined> {
  const end = Date.now() + forMs
  for (;;) {
    const result = await check()
    if (result) return result
    if (Date.now() >= end) return undefined
    await delay(everyMs)
  }
}

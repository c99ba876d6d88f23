import type { Clock } from './clock.ts'

declare function setTimeout(run: () => void, delay: number): unknown
declare function clearTimeout(timer: unknown): void

/** The system's own clock. A pending timer keeps a Node process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, run) {
    const timer = setTimeout(run, delay)
    return { cancel: () => clearTimeout(timer) }
  },
}

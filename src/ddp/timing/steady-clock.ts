import type { Clock } from './clock.ts'
import { systemClock } from './system-clock.ts'

declare const performance: { timeOrigin: number; now(): number }

/** A clock that begins with the time of day and never jumps, whatever the system's clock is set to. */
export const steadyClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  after: systemClock.after,
}

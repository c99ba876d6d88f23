import type { Clock } from './clock.ts'

/** A clock for tests that only moves when told to. */
export interface ManualClock extends Clock {
  /** Moves the time forward and runs the timers that fall due, in order. */
  advance(ms: number): void
  /** The number of pending timers. */
  readonly pendingTimers: number
}

export function manualClock(start = 1_700_000_000_000): ManualClock {
  let now = start
  let order = 0
  const timers = new Map<number, { at: number; order: number; run: () => void }>()
  const next = (until: number): [number, { at: number; run: () => void }] | null => {
    let earliest: [number, { at: number; order: number; run: () => void }] | null = null
    for (const entry of timers)
      if (
        entry[1].at <= until &&
        (earliest === null || entry[1].at < earliest[1].at || (entry[1].at === earliest[1].at && entry[1].order < earliest[1].order))
      )
        earliest = entry
    return earliest
  }
  return {
    now: () => now,
    after(delay, run) {
      const id = order++
      timers.set(id, { at: now + Math.max(0, delay), order: id, run })
      return { cancel: () => void timers.delete(id) }
    },
    advance(ms) {
      const until = now + ms
      for (let due = next(until); due !== null; due = next(until)) {
        timers.delete(due[0])
        now = Math.max(now, due[1].at)
        due[1].run()
      }
      now = until
    },
    get pendingTimers() {
      return timers.size
    },
  }
}

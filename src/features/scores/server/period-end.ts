import type { Clock, Timer } from '../../../ddp/timing/clock.ts'

/** Timers of any machine reach this far. */
const LONGEST_TIMER = 86_400_000

/** Runs when a window's period ends, however far off that is. @param until ms; null: never */
export function atPeriodEnd(clock: Clock, until: number | null, run: () => void): Timer {
  let timer: Timer | null = null
  const wait = (): void => {
    if (until === null) return
    const left = until - clock.now()
    timer = clock.after(Math.min(Math.max(left, 0), LONGEST_TIMER), left > LONGEST_TIMER ? wait : run)
  }
  wait()
  return { cancel: () => timer?.cancel() }
}

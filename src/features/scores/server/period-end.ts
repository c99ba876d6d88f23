import type { Clock, Timer } from '../../../ddp/timing/clock.ts'

/** Timers of any machine reach this far. */
const LONGEST_TIMER = 86_400_000

/** ms until what failed is tried again */
const PAUSE = 1000

/** Runs when a window's period ends, however far off that is, and again until it succeeds. @param until ms; null: never */
export function atPeriodEnd(clock: Clock, until: number | null, move: () => Promise<void>, report: (cause: unknown) => void): Timer {
  let timer: Timer | null = null
  let cancelled = false
  const run = (): void => {
    move().catch(error => {
      report(error)
      if (!cancelled) timer = clock.after(PAUSE, run)
    })
  }
  const wait = (): void => {
    if (until === null) return
    const left = until - clock.now()
    timer = clock.after(Math.min(Math.max(left, 0), LONGEST_TIMER), left > LONGEST_TIMER ? wait : run)
  }
  wait()
  return {
    cancel() {
      cancelled = true
      timer?.cancel()
    },
  }
}

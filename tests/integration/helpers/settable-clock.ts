import type { Clock } from '#ddp/timing/clock.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'

export interface SettableClock extends Clock {
  /** Sets the time of day and runs the timers that become due. */
  set(to: number): void
}

interface Pending {
  due: number
  run(): void
  real: { cancel(): void }
}

/** Returns the system's clock, which a test can move forward. */
export function createSettableClock(start = Date.now()): SettableClock {
  let offset = start - Date.now()
  const pending = new Set<Pending>()
  const now = (): number => Date.now() + offset
  const arm = (timer: Pending): void => {
    timer.real = systemClock.after(Math.max(0, timer.due - now()), () => {
      pending.delete(timer)
      timer.run()
    })
  }
  return {
    now,
    after(delay, run) {
      const timer: Pending = { due: now() + delay, run, real: { cancel: () => {} } }
      pending.add(timer)
      arm(timer)
      return {
        cancel() {
          timer.real.cancel()
          pending.delete(timer)
        },
      }
    },
    set(to) {
      offset += to - now()
      for (const timer of [...pending].sort((a, b) => a.due - b.due)) {
        timer.real.cancel()
        arm(timer)
      }
    },
  }
}

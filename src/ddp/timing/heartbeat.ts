import type { Clock, Timer } from './clock.ts'

export interface HeartbeatOptions {
  clock: Clock
  /** ms of silence before a ping; 0 disables */
  interval: number
  /** ms that the other side has to send any message after a ping */
  timeout: number
  ping(): void
  dead(): void
}

export interface Heartbeat {
  /** Call it when any message has arrived. */
  heard(): void
  stop(): void
}

/** H1–H4: sends one ping after an interval in which nothing arrived; if nothing arrives for `timeout` after it, the connection is dead. */
export function startHeartbeat({ clock, interval, timeout, ping, dead }: HeartbeatOptions): Heartbeat {
  let heardAt = clock.now()
  let stopped = interval === 0
  let deadline: Timer | null = null
  let tick: Timer | null = null
  const stop = (): void => {
    stopped = true
    tick?.cancel()
    deadline?.cancel()
  }
  const beat = (): void => {
    if (stopped) return
    const silent = clock.now() - heardAt
    if (silent >= interval && deadline === null) {
      deadline = clock.after(timeout, () => {
        stop()
        dead()
      })
      ping()
    }
    // Capped at the interval, so that a system clock that is set back does not delay the next check.
    if (!stopped) tick = clock.after(silent < interval ? Math.min(interval - silent, interval) : interval, beat)
  }
  if (!stopped) tick = clock.after(interval, beat)
  return {
    heard() {
      heardAt = clock.now()
      deadline?.cancel()
      deadline = null
    },
    stop,
  }
}

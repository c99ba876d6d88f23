import type { Clock, Timer } from './clock.ts'

export interface HeartbeatOptions {
  clock: Clock
  /** ms of silence before a ping; 0 disables */
  interval: number
  /** ms the other side has to say anything at all */
  timeout: number
  ping(): void
  dead(): void
}

export interface Heartbeat {
  /** Any message arrived. */
  heard(): void
  stop(): void
}

/** H1–H4: an interval in which nothing arrived sends one ping; silence for `timeout` after it means that the other side is gone. */
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
    // A clock that is set back makes nobody wait longer.
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

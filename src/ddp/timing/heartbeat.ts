import type { Clock, Timer } from './clock.ts'

export interface HeartbeatOptions {
  clock: Clock
  /** ms of silence before a ping; 0 disables */
  interval: number
  /** ms that the other side has to send any message after a ping */
  timeout: number
  sendPing(): void
  onTimeout(): void
  /** Returns false while nothing is read from the other side, so that its silence means nothing. Left out: it is always read. */
  isListening?(): boolean
}

export interface Heartbeat {
  /** Call it when any message has arrived. */
  onMessage(): void
  stop(): void
}

/** H1–H4: sends one ping after an interval in which nothing arrived; if nothing arrives for `timeout` after it, the connection is dead. */
export function startHeartbeat({ clock, interval, timeout, sendPing, onTimeout, isListening = () => true }: HeartbeatOptions): Heartbeat {
  let lastMessageAt = clock.now()
  let stopped = interval === 0
  let deadline: Timer | null = null
  let tick: Timer | null = null
  const stop = (): void => {
    stopped = true
    tick?.cancel()
    deadline?.cancel()
  }
  const onMessage = (): void => {
    lastMessageAt = clock.now()
    deadline?.cancel()
    deadline = null
  }
  const check = (): void => {
    if (stopped) return
    const silentMs = clock.now() - lastMessageAt
    if (silentMs >= interval && deadline === null) {
      deadline = clock.after(timeout, () => {
        if (!isListening()) return onMessage()
        stop()
        onTimeout()
      })
      sendPing()
    }
    // Capped at the interval, so that a system clock that is set back does not delay the next check.
    if (!stopped) tick = clock.after(silentMs < interval ? Math.min(interval - silentMs, interval) : interval, check)
  }
  if (!stopped) tick = clock.after(interval, check)
  return {
    onMessage,
    stop,
  }
}

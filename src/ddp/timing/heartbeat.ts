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
  /** Sends a ping at once, of a heartbeat that runs. If nothing arrives within the timeout (ms), the connection is dead. */
  probe(timeout: number): void
  stop(): void
}

/** H1–H4: sends one ping after an interval in which nothing arrived; if nothing arrives for `timeout` after it, the connection is dead. */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  return new RunningHeartbeat(options)
}

class RunningHeartbeat implements Heartbeat {
  readonly #options: HeartbeatOptions
  #lastMessageAt: number
  #stopped: boolean
  #deadline: Timer | null = null
  #tick: Timer | null = null

  constructor(options: HeartbeatOptions) {
    this.#options = options
    this.#lastMessageAt = options.clock.now()
    this.#stopped = options.interval === 0
    if (!this.#stopped) this.#schedule(options.interval)
  }

  onMessage(): void {
    this.#lastMessageAt = this.#options.clock.now()
    this.#deadline?.cancel()
    this.#deadline = null
  }

  probe(timeout: number): void {
    const { clock, sendPing } = this.#options
    this.#deadline?.cancel()
    this.#deadline = clock.after(timeout, () => this.#onDeadline())
    sendPing()
  }

  stop(): void {
    this.#stopped = true
    this.#tick?.cancel()
    this.#deadline?.cancel()
  }

  #schedule(delay: number): void {
    this.#tick = this.#options.clock.after(delay, () => this.#check())
  }

  #check(): void {
    if (this.#stopped) return
    const { clock, interval, timeout } = this.#options
    const silentMs = clock.now() - this.#lastMessageAt
    if (silentMs >= interval && this.#deadline === null) this.probe(timeout)
    // Capped at the interval, so that a system clock that is set back does not delay the next check.
    if (!this.#stopped) this.#schedule(silentMs < interval ? Math.min(interval - silentMs, interval) : interval)
  }

  #onDeadline(): void {
    const { isListening, onTimeout } = this.#options
    if (isListening?.() === false) return this.onMessage()
    this.stop()
    onTimeout()
  }
}

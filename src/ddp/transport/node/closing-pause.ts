import type { Clock } from '#ddp/timing/clock.ts'

/** ms: the pause after the second time, which doubles each time */
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
/** ms without another time after which an address begins anew */
const FORGET_AFTER_MS = 600_000

/**
 * How long the server waits before it closes the socket of a client whose message is too large. Such a client connects again and sends the
 * same once more, for ever; each time it has to wait longer.
 */
export class ClosingPause {
  readonly #clock: Clock
  /** by address group, the one that was counted longest ago first */
  readonly #counted = new Map<string, { times: number; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts one more time. @returns ms to wait: none the first time */
  next(group: string): number {
    const now = this.#clock.now()
    for (const [each, { at }] of this.#counted) {
      if (now - at < FORGET_AFTER_MS) break
      this.#counted.delete(each)
    }
    const times = (this.#counted.get(group)?.times ?? 0) + 1
    this.#counted.delete(group)
    this.#counted.set(group, { times, at: now })
    return times === 1 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 2))
  }
}

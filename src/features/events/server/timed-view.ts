import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'

/** The longest a timer may be set for: ms, some 24 days. */
const LONGEST = 2_000_000_000

export interface TimedViewOptions {
  database: Database
  clock: Clock
  /** Reads what is shown now. @returns what fills the set, and when it is to be read again by the clock: ms, null: never */
  read(tx: Db, now: number): Promise<{ fill: (set: LiveSet) => void; until: number | null }>
  report(cause: unknown): void
}

/** A set that is read again whenever the feed says so, and when the clock turns what it says into something else. */
export class TimedView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly #options: TimedViewOptions
  #timer: Timer | null = null
  #closed = false

  constructor(options: TimedViewOptions) {
    this.#options = options
    this.follower = follow(
      () => this.#load(),
      () => this.#load().then(() => undefined),
    )
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
  }

  async #load(): Promise<number> {
    const { database, clock, read, report } = this.#options
    const { position, fill, until } = await database.snapshot(async (tx, at) => ({ ...(await read(tx, clock.now())), position: at }))
    if (this.#closed) return position
    fill(this.set)
    this.#timer?.cancel()
    this.#timer =
      until === null ? null : clock.after(Math.min(LONGEST, Math.max(0, until - clock.now())), () => void this.#load().catch(report))
    return position
  }
}

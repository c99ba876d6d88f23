import { sql } from 'kysely'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import type { Database } from '../database.ts'
import type { FeedEntry } from './write.ts'

/** Hears of a change after it was committed; the feed waits for it before the next one. When it fails it hears of the same change again. */
export type FeedListener = (entry: FeedEntry) => void | Promise<void>

export interface FeedReaderOptions {
  database: Database
  clock: Clock
  report(cause: unknown): void
  /** ms between looks at the database for what other processes wrote */
  poll?: number
}

const PAGE = 1000
const GAP_PATIENCE = 30
/** ms before a change that somebody could not take is offered again */
const PAUSE = 250
/** How often, while the database answers: then it is not the database's fault, and the others have waited long enough. */
const TRIES = 5

/**
 * Gives every listener every change once, in the order of the commits: what this process wrote as soon as it has committed, and what others
 * wrote by looking. A missing number means a lost word, so the database is read again.
 */
export class FeedReader {
  readonly #options: Required<FeedReaderOptions>
  readonly #listeners = new Map<string, FeedListener[]>()
  readonly #waiting = new Map<number, FeedEntry>()
  #waiters: { n: number; resolve: () => void }[] = []
  #applied = 0
  #pumping = false
  #reading: Promise<void> | null = null
  #timer: Timer | null = null
  #gap: Timer | null = null
  #rest: { resolve(): void; timer: Timer } | null = null
  #closed = false

  constructor(options: FeedReaderOptions) {
    this.#options = { poll: 1000, ...options }
  }

  /** Everything up to here has been applied by every listener. */
  get applied(): number {
    return this.#applied
  }

  on(kind: string, listener: FeedListener): void {
    const list = this.#listeners.get(kind)
    if (list === undefined) this.#listeners.set(kind, [listener])
    else list.push(listener)
  }

  async start(): Promise<void> {
    this.#applied = await this.#head()
    this.#schedule()
  }

  /** What this process has just committed. Resolves when it has been applied here. */
  push(entries: readonly FeedEntry[]): Promise<void> {
    let last = 0
    for (const entry of entries) {
      if (entry.n > this.#applied) this.#waiting.set(entry.n, entry)
      last = Math.max(last, entry.n)
    }
    void this.#pump()
    return this.until(last)
  }

  until(n: number): Promise<void> {
    if (n <= this.#applied || this.#closed) return Promise.resolve()
    return new Promise(resolve => this.#waiters.push({ n, resolve }))
  }

  /** Applies everything committed so far, by whomever. */
  async catchUp(): Promise<void> {
    const head = await this.#head()
    await this.#readMissing(head)
    await this.until(head)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    this.#gap?.cancel()
    this.#rest?.timer.cancel()
    this.#rest?.resolve()
    for (const { resolve } of this.#waiters.splice(0)) resolve()
    await this.#reading?.catch(() => undefined)
  }

  async #head(): Promise<number> {
    const { rows } = await sql<{ n: number }>`SELECT n FROM feed_head`.execute(this.#options.database.db)
    return rows[0]!.n
  }

  #schedule(): void {
    if (this.#closed) return
    this.#timer = this.#options.clock.after(this.#options.poll, () => {
      this.#look()
        .catch(this.#options.report)
        .finally(() => this.#schedule())
    })
  }

  async #look(): Promise<void> {
    const head = await this.#head()
    if (head > this.#applied && !this.#closed) await this.#readMissing(head)
  }

  #readMissing(head: number): Promise<void> {
    this.#reading ??= this.#read(head).finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #read(head: number): Promise<void> {
    let from = this.#applied
    while (from < head && !this.#closed) {
      const { rows } = await sql<FeedEntry>`SELECT n, kind, body FROM feed WHERE n > ${from} ORDER BY n LIMIT ${PAGE}`.execute(
        this.#options.database.db,
      )
      if (rows.length === 0) return
      for (const row of rows) if (row.n > this.#applied) this.#waiting.set(row.n, row)
      from = rows.at(-1)!.n
      await this.#pump()
    }
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return
    this.#pumping = true
    try {
      for (let entry = this.#next(); entry !== undefined && !this.#closed; entry = this.#next()) {
        for (const listener of this.#listeners.get(entry.kind) ?? []) {
          const slow = this.#tell(listener, entry)
          if (slow !== undefined) await slow
        }
        this.#applied = entry.n
        this.#release()
      }
    } finally {
      this.#pumping = false
    }
    if (this.#waiting.size > 0 && this.#gap === null && !this.#closed) {
      this.#gap = this.#options.clock.after(GAP_PATIENCE, () => {
        this.#gap = null
        if (this.#waiting.size > 0) this.#look().catch(this.#options.report)
      })
    }
  }

  #tell(listener: FeedListener, entry: FeedEntry): void | Promise<void> {
    try {
      return listener(entry)?.catch(error => this.#tellAgain(listener, entry, error))
    } catch (error) {
      return this.#tellAgain(listener, entry, error)
    }
  }

  /** What follows the feed reads from SQL too: while the database is away nobody may miss a change, or it would be wrong for ever. */
  async #tellAgain(listener: FeedListener, entry: FeedEntry, error: unknown): Promise<void> {
    this.#options.report(error)
    for (let tries = 1; tries < TRIES; ) {
      await new Promise<void>(resolve => {
        this.#rest = { resolve, timer: this.#options.clock.after(PAUSE, resolve) }
      })
      if (this.#closed) return
      try {
        await listener(entry)
        return
      } catch (again) {
        this.#options.report(again)
        tries += await this.#head().then(
          () => 1,
          () => 0,
        )
      }
    }
  }

  #next(): FeedEntry | undefined {
    const entry = this.#waiting.get(this.#applied + 1)
    if (entry !== undefined) this.#waiting.delete(entry.n)
    return entry
  }

  #release(): void {
    const due = this.#waiters.filter(waiter => waiter.n <= this.#applied)
    if (due.length === 0) return
    this.#waiters = this.#waiters.filter(waiter => waiter.n > this.#applied)
    for (const { resolve } of due) resolve()
  }
}

import { sql } from 'kysely'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import { runWithoutContext } from '../../log/request-context.ts'
import { localPubSub, type PubSub } from '../../pubsub/pubsub.ts'
import type { Database } from '../database.ts'
import { isUnavailable } from '../unavailable.ts'
import type { ChangeLogEntry, ChangeLogRow } from './write.ts'

/**
 * Called with a change after it was committed. The reader waits for the listener before it takes the next change. A listener that fails is
 * called again with the same change.
 */
export type ChangeListener = (entry: ChangeLogEntry) => void | Promise<void>

export interface ChangeLogReaderOptions {
  database: Database
  clock: Clock
  report(cause: unknown): void
  /** ms between polls of the database for changes that other processes wrote */
  poll?: number
  /** announces changes to other nodes, so that they poll at once */
  bus?: PubSub
  /**
   * Called for each change that was applied. `committed`: about when it was committed, by `performance.now()`; `here`: this process wrote
   * it
   */
  onApplied?(committed: number, here: boolean): void
}

interface Coming {
  entry: ChangeLogEntry
  committed: number
  here: boolean
}

const PAGE = 1000
/** The channel on which nodes announce that there are new changes. */
const NEWS = 'news'
const GAP_PATIENCE = 30
/** ms before a listener that failed is called again with the same change */
const PAUSE = 250
/**
 * Most attempts for a listener that fails while the database answers: then the database is not the cause, and the other listeners have
 * waited long enough.
 */
const TRIES = 5

/**
 * Gives every listener every change once, in the order of the commits: changes of this process as soon as they are committed, changes of
 * other processes by polling the database. A gap in the numbers means a missed announcement, so the log is read from the database again.
 */
export class ChangeLogReader {
  readonly #options: Required<ChangeLogReaderOptions>
  readonly #listeners = new Map<string, ChangeListener[]>()
  readonly #first: ((entry: ChangeLogEntry) => void)[] = []
  readonly #waiting = new Map<number, Coming>()
  #waiters: { n: number; resolve: () => void }[] = []
  #applied = 0
  /** the highest number of a change that is known to be committed */
  #known = 0
  /** when the head of the log was last read from the database, by `performance.now()` */
  #looked = performance.now()
  #pumping = false
  #reading: Promise<void> | null = null
  #timer: Timer | null = null
  #gap: Timer | null = null
  #rest: { resolve(): void; timer: Timer } | null = null
  #closed = false
  /** The last poll failed, and the failure was reported. */
  #away = false
  #announcing = false
  /** Changes were announced after the last poll began. */
  #told = false
  #hearing = false
  /** the number up to which `#reading` reads */
  #wanted = 0

  constructor(options: ChangeLogReaderOptions) {
    this.#options = { poll: 1000, bus: localPubSub, onApplied: () => {}, ...options }
  }

  /** Every listener has applied all changes up to this number. */
  get applied(): number {
    return this.#applied
  }

  /** The database did not answer the last poll, so what other processes wrote since is not known here. */
  get away(): boolean {
    return this.#away
  }

  /** How many changes are known to be committed and not applied here yet. */
  get lag(): number {
    return this.#known - this.#applied
  }

  /** ms since the head of the log was last read from the database */
  get lookAge(): number {
    return performance.now() - this.#looked
  }

  /** Adds a listener that is called with every change, before the listeners of its kind. */
  before(listener: (entry: ChangeLogEntry) => void): void {
    this.#first.push(listener)
  }

  on(kind: string, listener: ChangeListener): void {
    const list = this.#listeners.get(kind)
    if (list === undefined) this.#listeners.set(kind, [listener])
    else list.push(listener)
  }

  async start(): Promise<void> {
    this.#applied = await this.#head()
    this.#options.bus.subscribe(NEWS, () => void this.#hear())
    this.#schedule()
  }

  /** Takes the changes that this process has just committed. Resolves when they have been applied here. */
  push(entries: readonly ChangeLogEntry[]): Promise<void> {
    let last = 0
    const committed = performance.now()
    for (const entry of entries) {
      if (entry.n > this.#applied) this.#waiting.set(entry.n, { entry, committed, here: true })
      last = Math.max(last, entry.n)
    }
    this.#known = Math.max(this.#known, last)
    if (entries.length > 0) this.#announce()
    runWithoutContext(() => void this.#pump())
    return this.until(last)
  }

  /** Announces all changes that are pushed in the same turn of the event loop once. */
  #announce(): void {
    if (this.#announcing) return
    this.#announcing = true
    queueMicrotask(() => {
      this.#announcing = false
      this.#options.bus.publish(NEWS, '')
    })
  }

  /** Polls once at a time, however many announcements come meanwhile, and once more after the last of them. */
  async #hear(): Promise<void> {
    this.#told = true
    if (this.#hearing) return
    this.#hearing = true
    try {
      while (this.#told && !this.#closed) {
        this.#told = false
        await this.#look()
      }
    } catch (error) {
      this.#options.report(error)
    } finally {
      this.#hearing = false
    }
  }

  until(n: number): Promise<void> {
    if (n <= this.#applied || this.#closed) return Promise.resolve()
    return new Promise(resolve => this.#waiters.push({ n, resolve }))
  }

  /** As `until`, but first polls the database if the change has not been announced yet. */
  async reach(n: number): Promise<void> {
    if (n > this.#known && !this.#closed) await this.#look()
    await this.until(n)
  }

  /** Resolves when every change that any process has committed so far has been applied. */
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
    const { n } = rows[0]!
    this.#looked = performance.now()
    this.#known = Math.max(this.#known, n)
    return n
  }

  #schedule(): void {
    if (this.#closed) return
    this.#timer = this.#options.clock.after(this.#options.poll, () => {
      this.#look()
        .then(
          () => {
            this.#away = false
          },
          error => {
            if (!this.#away) this.#options.report(error)
            this.#away = true
          },
        )
        .finally(() => this.#schedule())
    })
  }

  async #look(): Promise<void> {
    const head = await this.#head()
    if (head > this.#applied && !this.#closed) await this.#readMissing(head)
  }

  /** Reads the log up to `head`. A read that is under way is extended to it. */
  #readMissing(head: number): Promise<void> {
    if (head <= this.#applied) return Promise.resolve()
    this.#wanted = Math.max(this.#wanted, head)
    this.#reading ??= this.#read()
    return this.#reading
  }

  async #read(): Promise<void> {
    try {
      let from = this.#applied
      while (from < this.#wanted && !this.#closed) {
        const { rows } = await sql<ChangeLogRow & { age: number }>`
          SELECT n, kind, body, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS age FROM feed WHERE n > ${from} ORDER BY n LIMIT ${PAGE}
        `.execute(this.#options.database.db)
        if (rows.length === 0) return
        const now = performance.now()
        for (const { age, ...entry } of rows)
          if (entry.n > this.#applied && !this.#waiting.has(entry.n))
            this.#waiting.set(entry.n, { entry, committed: now - age, here: false })
        from = rows.at(-1)!.n
        await this.#pump()
      }
    } finally {
      this.#reading = null
    }
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return
    this.#pumping = true
    try {
      for (let coming = this.#next(); coming !== undefined && !this.#closed; coming = this.#next()) {
        const { entry, committed, here } = coming
        for (const listener of this.#first) this.#tell(listener, entry)
        for (const listener of this.#listeners.get(entry.kind) ?? []) {
          const slow = this.#tell(listener, entry)
          if (slow !== undefined) await slow
        }
        this.#applied = entry.n
        this.#options.onApplied(committed, here)
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

  #tell(listener: ChangeListener, entry: ChangeLogEntry): void | Promise<void> {
    try {
      return listener(entry)?.catch(error => this.#tellAgain(listener, entry, error))
    } catch (error) {
      return this.#tellAgain(listener, entry, error)
    }
  }

  /**
   * Calls a listener that failed again. Listeners read from the database too: one that skipped a change because the database was
   * unavailable would be wrong for ever, so it is called until the database answers.
   */
  async #tellAgain(listener: ChangeListener, entry: ChangeLogEntry, error: unknown): Promise<void> {
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
        const answers = await this.#head().then(
          () => true,
          () => false,
        )
        this.#away = !answers
        // The listener failed because the database was too busy to answer in time, not because of the change.
        if (!answers || isUnavailable(again)) continue
        this.#options.report(again)
        tries++
      }
    }
  }

  #next(): Coming | undefined {
    const coming = this.#waiting.get(this.#applied + 1)
    if (coming !== undefined) this.#waiting.delete(coming.entry.n)
    return coming
  }

  #release(): void {
    const due = this.#waiters.filter(waiter => waiter.n <= this.#applied)
    if (due.length === 0) return
    this.#waiters = this.#waiters.filter(waiter => waiter.n > this.#applied)
    for (const { resolve } of due) resolve()
  }
}

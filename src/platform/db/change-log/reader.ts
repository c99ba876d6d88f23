import { sql } from 'kysely'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { runWithoutContext } from '#platform/log/request-context.ts'
import { localPubSub, type PubSub } from '#platform/pubsub/pubsub.ts'
import { readSigningKey } from '#platform/pubsub/signed-messages.ts'
import type { Database } from '../database.ts'
import { isUnavailable } from '../unavailable.ts'
import { Announcements } from './announcements.ts'
import { type ChangeGroup, toEntries } from './define-change.ts'
import { AppliedHistory, type LostHistory } from './history.ts'
import { type ChangeLogEntry, type ChangeLogRow, WRITTEN_AT } from './write.ts'

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
  /** tells other nodes of changes, so that they do not wait for the next poll */
  pubSub?: PubSub
  /**
   * Called for each change that was applied. `committed`: about when it was committed, by `performance.now()`; `isLocal`: this process
   * wrote it
   */
  onApplied?(committed: number, isLocal: boolean): void
  /**
   * Called once, when the database turns out to lack changes that were applied here, or those that would be applied next. The reader has
   * stopped: everything that was loaded since may be wrong.
   */
  onHistoryLost?(lost: LostHistory): void
}

interface PendingEntry {
  entry: ChangeLogEntry
  committed: number
  isLocal: boolean
}

/** rows that are read at once; a row may hold several changes */
const PAGE_SIZE = 200
/** The channel on which nodes announce that there are new changes. */
const CHANNEL = 'news'
const GAP_TIMEOUT_MS = 30
/** ms before a listener that failed is called again with the same change */
const RETRY_PAUSE_MS = 250
/**
 * Most attempts for a listener that fails while the database answers: then the database is not the cause, and the other listeners have
 * waited long enough.
 */
const MAX_ATTEMPTS = 5

/**
 * Gives every listener every change once, in the order of the commits: changes of this process as soon as they are committed, changes of
 * other processes by polling the database. A gap in the numbers means a missed announcement, so the log is read from the database again.
 */
export class ChangeLogReader {
  readonly #options: Required<ChangeLogReaderOptions>
  readonly #listeners = new Map<string, ChangeListener[]>()
  readonly #firstListeners: ((entry: ChangeLogEntry) => void)[] = []
  readonly #groups = new Map<string, ChangeGroup<never>>()
  readonly #pending = new Map<number, PendingEntry>()
  #waiters: { n: number; resolve: () => void }[] = []
  readonly #history = new AppliedHistory()
  #applied = 0
  /** the highest number of a change that is known to be committed */
  #committedUpTo = 0
  /** when the head of the log was last read from the database, by `performance.now()` */
  #polledAt = performance.now()
  #delivering = false
  #readInProgress: Promise<void> | null = null
  #timer: Timer | null = null
  #gapTimer: Timer | null = null
  #retryPause: { resolve(): void; timer: Timer } | null = null
  #closed = false
  /** The last poll failed, and the failure was reported. */
  #databaseUnavailable = false
  /** reads and writes announcements; null: not started */
  #announcements: Announcements | null = null
  readonly #toAnnounce: ChangeLogEntry[] = []
  /** Changes were announced after the last poll began. */
  #announced = false
  #pollingOnAnnouncement = false
  /** the number up to which `#reading` reads */
  #readUpTo = 0

  constructor(options: ChangeLogReaderOptions) {
    this.#options = { poll: 1000, pubSub: localPubSub, onApplied: () => {}, onHistoryLost: () => {}, ...options }
  }

  /** Every listener has applied all changes up to this number. */
  get applied(): number {
    return this.#applied
  }

  /** The database did not answer the last poll, so what other processes wrote since is not known here. */
  get isDatabaseUnavailable(): boolean {
    return this.#databaseUnavailable
  }

  /** How many changes are known to be committed and not applied here yet. */
  get lag(): number {
    return this.#committedUpTo - this.#applied
  }

  /** ms since the head of the log was last read from the database */
  get msSincePoll(): number {
    return performance.now() - this.#polledAt
  }

  /** Adds a listener that is called with every change, before the listeners of its kind. */
  onEvery(listener: (entry: ChangeLogEntry) => void): void {
    this.#firstListeners.push(listener)
  }

  on(kind: string, listener: ChangeListener): void {
    const list = this.#listeners.get(kind)
    if (list === undefined) this.#listeners.set(kind, [listener])
    else list.push(listener)
  }

  /** Says how rows of a kind are read that hold several changes. */
  addGroup<Body>(group: ChangeGroup<Body>): void {
    this.#groups.set(group.kind, group)
  }

  async start(): Promise<void> {
    this.#announcements = new Announcements(await readSigningKey(this.#options.database.db))
    this.#applied = await this.#head()
    this.#options.pubSub.subscribe(CHANNEL, message => this.#onAnnouncement(message))
    this.#schedule()
  }

  /** Takes the changes that this process has just committed. Resolves when they have been applied here. */
  publish(entries: readonly ChangeLogEntry[]): Promise<void> {
    let last = 0
    const committed = performance.now()
    for (const entry of entries) {
      if (entry.n > this.#applied) this.#pending.set(entry.n, { entry, committed, isLocal: true })
      last = Math.max(last, entry.n)
    }
    this.#committedUpTo = Math.max(this.#committedUpTo, last)
    if (entries.length > 0) this.#announce(entries)
    runWithoutContext(() => void this.#deliver())
    return this.waitUntilApplied(last)
  }

  /** Announces all changes that are published in the same turn of the event loop once. */
  #announce(entries: readonly ChangeLogEntry[]): void {
    if (this.#options.pubSub === localPubSub) return
    const isFirst = this.#toAnnounce.length === 0
    for (const entry of entries) this.#toAnnounce.push(entry)
    if (!isFirst) return
    queueMicrotask(() => {
      const entriesOfTurn = this.#toAnnounce.splice(0)
      const message = this.#announcements === null ? '' : this.#announcements.write(entriesOfTurn)
      if (message !== null) this.#options.pubSub.publish(CHANNEL, message)
    })
  }

  /** Takes the rows that another node announces. If it announces others too, the log is polled. */
  #onAnnouncement(message: string): void {
    const { rows, isComplete } = this.#announcements?.read(message) ?? { rows: [], isComplete: false }
    if (rows.length > 0) {
      const committed = performance.now()
      for (const row of rows) this.#addRow(row, committed)
      runWithoutContext(() => void this.#deliver())
    }
    if (!isComplete) void this.#pollOnAnnouncement()
  }

  /** Polls once at a time, however many announcements come meanwhile, and once more after the last of them. */
  async #pollOnAnnouncement(): Promise<void> {
    this.#announced = true
    if (this.#pollingOnAnnouncement) return
    this.#pollingOnAnnouncement = true
    try {
      while (this.#announced && !this.#closed) {
        this.#announced = false
        await this.#pollOnce()
      }
    } catch (error) {
      this.#options.report(error)
    } finally {
      this.#pollingOnAnnouncement = false
    }
  }

  waitUntilApplied(n: number): Promise<void> {
    if (n <= this.#applied || this.#closed) return Promise.resolve()
    return new Promise(resolve => this.#waiters.push({ n, resolve }))
  }

  /** As `waitUntilApplied`, but first polls the database if the change has not been announced yet. */
  async pollUntilApplied(n: number): Promise<void> {
    if (n > this.#committedUpTo && !this.#closed) await this.#pollOnce()
    await this.waitUntilApplied(n)
  }

  /** Resolves when every change that any process has committed so far has been applied. */
  async catchUp(): Promise<void> {
    const head = await this.#head()
    await this.#readMissing(head)
    await this.waitUntilApplied(head)
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#readInProgress?.catch(() => undefined)
  }

  #stop(): void {
    this.#closed = true
    this.#timer?.cancel()
    this.#gapTimer?.cancel()
    this.#retryPause?.timer.cancel()
    this.#retryPause?.resolve()
    for (const { resolve } of this.#waiters.splice(0)) resolve()
  }

  async #head(): Promise<number> {
    const { head, isSame } = await this.#history.check(this.#options.database.db, this.#applied)
    this.#polledAt = performance.now()
    this.#committedUpTo = Math.max(this.#committedUpTo, head)
    if (!isSame) await this.#onHistoryLost(head)
    return head
  }

  async #onHistoryLost(head: number): Promise<void> {
    if (this.#closed) return
    this.#stop()
    const { database, report, onHistoryLost } = this.#options
    const changes = await this.#history.findLost(database.db, head).catch(error => {
      report(error)
      return []
    })
    onHistoryLost({ head, applied: this.#applied, changes })
  }

  #schedule(): void {
    if (this.#closed) return
    this.#timer = this.#options.clock.after(this.#options.poll, () => {
      this.#pollOnce()
        .then(
          () => {
            this.#databaseUnavailable = false
          },
          error => {
            if (!this.#databaseUnavailable) this.#options.report(error)
            this.#databaseUnavailable = true
          },
        )
        .finally(() => this.#schedule())
    })
  }

  async #pollOnce(): Promise<void> {
    const head = await this.#head()
    if (head > this.#applied && !this.#closed) await this.#readMissing(head)
  }

  /** Reads the log up to `head`. A read that is under way is extended to it. */
  #readMissing(head: number): Promise<void> {
    if (head <= this.#applied) return Promise.resolve()
    this.#readUpTo = Math.max(this.#readUpTo, head)
    this.#readInProgress ??= this.#read()
    return this.#readInProgress
  }

  async #read(): Promise<void> {
    try {
      let from = this.#applied
      while (from < this.#readUpTo && !this.#closed) {
        const { rows } = await sql<ChangeLogRow & { age: number }>`
          SELECT n, kind, body, changes, ${WRITTEN_AT} AS at, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS age FROM feed WHERE n > ${from} ORDER BY n LIMIT ${PAGE_SIZE}
        `.execute(this.#options.database.db)
        // There is a change up to the head that was read, so it has been deleted.
        if (rows.length === 0) return await this.#onHistoryLost(this.#readUpTo)
        const now = performance.now()
        for (const { age, ...row } of rows) {
          // Numbers are given in the order of the commits, so a missing one has been deleted: this node was away for too long.
          if (row.n - row.changes > from) return await this.#onHistoryLost(this.#readUpTo)
          this.#addRow(row, now - age)
          from = row.n
        }
        await this.#deliver()
      }
    } finally {
      this.#readInProgress = null
    }
  }

  /** Adds the changes of a row that another process wrote. */
  #addRow(row: ChangeLogRow, committed: number): void {
    this.#committedUpTo = Math.max(this.#committedUpTo, row.n)
    const group = this.#groups.get(row.kind)
    const { changes: _, ...only } = row
    for (const entry of group === undefined ? [only] : toEntries(group, { ...row, body: row.body as never }))
      if (entry.n > this.#applied && !this.#pending.has(entry.n)) this.#pending.set(entry.n, { entry, committed, isLocal: false })
  }

  async #deliver(): Promise<void> {
    if (this.#delivering) return
    this.#delivering = true
    try {
      for (let pending = this.#takeNext(); pending !== undefined && !this.#closed; pending = this.#takeNext()) {
        const { entry, committed, isLocal } = pending
        for (const listener of this.#firstListeners) this.#callListener(listener, entry)
        for (const listener of this.#listeners.get(entry.kind) ?? []) {
          const running = this.#callListener(listener, entry)
          if (running !== undefined) await running
        }
        this.#applied = entry.n
        this.#history.add(entry)
        this.#options.onApplied(committed, isLocal)
        this.#resolveWaiters()
      }
    } finally {
      this.#delivering = false
    }
    if (this.#pending.size > 0 && this.#gapTimer === null && !this.#closed) {
      this.#gapTimer = this.#options.clock.after(GAP_TIMEOUT_MS, () => {
        this.#gapTimer = null
        if (this.#pending.size > 0) this.#pollOnce().catch(this.#options.report)
      })
    }
  }

  #callListener(listener: ChangeListener, entry: ChangeLogEntry): void | Promise<void> {
    try {
      return listener(entry)?.catch(error => this.#retryListener(listener, entry, error))
    } catch (error) {
      return this.#retryListener(listener, entry, error)
    }
  }

  /**
   * Calls a listener that failed again. Listeners read from the database too: one that skipped a change because the database was
   * unavailable would be wrong for ever, so it is called until the database answers.
   */
  async #retryListener(listener: ChangeListener, entry: ChangeLogEntry, error: unknown): Promise<void> {
    this.#options.report(error)
    for (let attempts = 1; attempts < MAX_ATTEMPTS; ) {
      await new Promise<void>(resolve => {
        this.#retryPause = { resolve, timer: this.#options.clock.after(RETRY_PAUSE_MS, resolve) }
      })
      if (this.#closed) return
      try {
        await listener(entry)
        return
      } catch (retryError) {
        const isDatabaseAvailable = await this.#head().then(
          () => true,
          () => false,
        )
        this.#databaseUnavailable = !isDatabaseAvailable
        // The listener failed because the database was too busy to answer in time, not because of the change.
        if (!isDatabaseAvailable || isUnavailable(retryError)) continue
        this.#options.report(retryError)
        attempts++
      }
    }
  }

  #takeNext(): PendingEntry | undefined {
    const pending = this.#pending.get(this.#applied + 1)
    if (pending !== undefined) this.#pending.delete(pending.entry.n)
    return pending
  }

  #resolveWaiters(): void {
    const resolved = this.#waiters.filter(waiter => waiter.n <= this.#applied)
    if (resolved.length === 0) return
    this.#waiters = this.#waiters.filter(waiter => waiter.n > this.#applied)
    for (const { resolve } of resolved) resolve()
  }
}

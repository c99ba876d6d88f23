import { ResultSet } from '../../../ddp/server/result-set.ts'
import type { PublishContext } from '../../../ddp/server/subscription.ts'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import { DocumentBuffer, type DocumentsByCollection, type DocumentWriter } from './documents.ts'
import type { Reloadable } from './reload-queue.ts'
import type { Measured } from './view-usage.ts'

/** What a view has read. */
export interface Loaded {
  /** number of the last change in the log that the documents include */
  position: number
  /** Called once, when the documents are about to be shown, synchronously. */
  documents(): DocumentsByCollection
  /** what changes are looked up by; none: the view's own key */
  keys: ReadonlySet<string>
  /** ms: when it is to be loaded again even if nothing has changed; null: never */
  until: number | null
}

/** Where a view's documents come from. One object for each view, so that it may keep a state of its own. */
export interface ViewSource {
  load(): Promise<Loaded>
  /** Asked after a load: whether another one is needed, since something came meanwhile that no change of the query's stands for. */
  incomplete?(): boolean
  close?(): void
}

/** A change as a view meets it. */
export interface ViewChange {
  n: number
  keys: readonly string[]
  /** see `UpdateRule` */
  revokes: boolean
  /** Changes documents in place; null: the view has to be loaded again. @returns whether it has to be loaded again as well */
  update: ((source: ViewSource, documents: DocumentWriter) => boolean) | null
}

/** What a view needs of whoever keeps it. */
export interface ViewHost {
  readonly clock: Clock
  /** the key, for what has none of its own */
  readonly key: string
  /** Resolves when the log's loop has applied everything up to a number. */
  applied(position: number): Promise<void>
  /** the number that the loop has applied everything up to */
  readonly position: number
  /** Whether there is something left of what a change may cost the log's loop. */
  mayUpdate(n: number): boolean
  /** A change has cost so many steps. */
  updated(n: number, steps: number): void
  /** It has to be loaded again. */
  stale(view: View): void
  /** Loading again failed. @param error with a DdpError its subscriptions end; anything else is tried again */
  failed(view: View, error: unknown): void
  /** New readers are to get another view under its key. */
  unshare(view: View): void
  /** It watches other keys. @param keys those before */
  watched(view: View, keys: ReadonlySet<string>): void
  /** A load begins: from now on the view meets every change of its query. */
  loadStarted(view: View): void
  /** A load has ended, well or not, in the step that shows its documents. @param keys those that the view had before */
  loadEnded(view: View, keys: ReadonlySet<string>): void
}

/** ms; a timer cannot be set for longer than some 24 days */
const LONGEST_TIMER = 2_000_000_000

/** One result set with what keeps it true: shared by all subscriptions and rendered pages that ask for the same. */
export class View implements Reloadable, Measured {
  readonly set = new ResultSet()
  readonly addresses = new Map<string, number>()
  readonly users = new Set<PublishContext>()
  bytes = 0
  documents = 0
  counted = 0
  /** Resolves after the first load. @throws what it threw */
  readonly ready: Promise<void>
  /** The last attempt to load it again failed since the database was not there. */
  unavailable = false
  keys: ReadonlySet<string> = new Set()
  readonly source: ViewSource
  readonly #host: ViewHost
  /** The documents include every change up to here; −1: nothing is loaded. */
  #position = -1
  /** numbers of the first and the last change that it has to be loaded again for; null: none */
  #stale: { since: number; marked: number } | null = null
  #loading = false
  /** changes that came while it was being loaded: they may concern what has been read */
  #meanwhile: ViewChange[] = []
  #attempts: ((error: unknown) => void)[] = []
  #waiting: { n: number; resolve: () => void }[] = []
  #timer: Timer | null = null
  #closed = false

  constructor(host: ViewHost, open: (view: View) => ViewSource) {
    this.#host = host
    this.source = open(this)
    this.ready = this.#load()
  }

  get loading(): boolean {
    return this.#loading
  }

  get loaded(): boolean {
    return this.#position >= 0
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Whether a change up to `n` is missing in what it shows. */
  isBehind(n: number): boolean {
    return !this.#closed && this.#stale !== null && this.#stale.since <= n
  }

  /** Resolves when the documents include every change up to `n`, or the view is closed. */
  reaches(n: number): Promise<void> {
    return this.isBehind(n) ? new Promise(resolve => this.#waiting.push({ n, resolve })) : Promise.resolve()
  }

  /** Somebody waits for it to be loaded again. */
  get awaited(): boolean {
    return this.#waiting.length > 0 || this.#attempts.length > 0
  }

  get isStale(): boolean {
    return this.#stale !== null
  }

  /** Resolves after the next attempt to load it again: with its error, or null. */
  nextAttempt(): Promise<unknown> {
    return new Promise(resolve => this.#attempts.push(resolve))
  }

  /** Meets a change of a kind that its query listens to; in the log's loop, without waiting. */
  meet(change: ViewChange): void {
    if (this.#loading) this.#meanwhile.push(change)
    if (!this.loaded || change.n <= this.#position || !this.#concerns(change)) return
    if (change.update === null || !(change.revokes || this.#host.mayUpdate(change.n))) return this.mark(change.n)
    const { revision } = this.set
    const incomplete = change.update(this.source, this.set)
    this.#host.updated(change.n, this.set.revision - revision)
    if (incomplete) this.mark(change.n)
  }

  /** It has to be loaded again, because of the change `n`; without one, because of something outside the log. */
  mark(n = this.#host.position): void {
    if (this.#closed) return
    if (this.#stale !== null) {
      this.#stale.marked = Math.max(this.#stale.marked, n)
      return
    }
    this.#stale = { since: n, marked: n }
    this.set.stale = true
    // The load that is under way may have seen it; if not, its end says so.
    if (!this.#loading) this.#host.stale(this)
  }

  /** A page of a list that has lost rows keeps its readers; new ones get a whole page. */
  unshare(): void {
    if (!this.#closed) this.#host.unshare(this)
  }

  /** From now on changes are looked up by these keys. */
  watch(keys: ReadonlySet<string>): void {
    const before = this.keys
    this.keys = keys
    if (!this.#loading) this.#host.watched(this, before)
  }

  /** For a source that follows something else than the log: changes documents at once. Before and during a load it does nothing: its end shows all. */
  write(change: (documents: DocumentWriter) => void): void {
    if (this.loaded && !this.#loading && !this.#closed) change(this.set)
  }

  /** Loads it again. */
  async reload(): Promise<void> {
    if (this.#closed || this.#loading) return
    let failure: unknown = null
    try {
      await this.#load()
    } catch (error) {
      failure = error
      if (!this.#closed) this.#host.failed(this, error)
    }
    for (const resolve of this.#attempts.splice(0)) resolve(failure)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#timer?.cancel()
    this.set.retire()
    this.source.close?.()
    for (const { resolve } of this.#waiting.splice(0)) resolve()
    for (const resolve of this.#attempts.splice(0)) resolve(null)
  }

  #concerns({ keys }: ViewChange): boolean {
    return keys.some(key => this.keys.has(key))
  }

  async #load(): Promise<void> {
    const { keys } = this
    this.#loading = true
    this.#host.loadStarted(this)
    try {
      const read = await this.source.load()
      await this.#host.applied(read.position)
      if (!this.#closed) this.#show(read)
    } finally {
      this.#loading = false
      this.#meanwhile = []
      this.#host.loadEnded(this, keys)
    }
    if (!this.#closed && this.#stale !== null) this.#host.stale(this)
  }

  /** In one step: nobody sees what a later change has taken back. */
  #show({ position, documents, keys, until }: Loaded): void {
    const buffer = new DocumentBuffer(documents())
    this.keys = keys.size > 0 ? keys : new Set([this.#host.key])
    this.#position = position
    this.unavailable = false
    const missed = this.#meanwhile.filter(change => change.n > position && this.#concerns(change))
    const marks = missed.filter(({ update }) => update === null || update(this.source, buffer)).map(({ n }) => n)
    // A source may have marked its view by itself, which no change in `missed` stands for.
    if (this.#stale !== null && this.#stale.marked > position) marks.push(this.#stale.marked)
    if (this.source.incomplete?.()) marks.push(position)
    this.#stale = marks.length === 0 ? null : { since: Math.min(...marks), marked: Math.max(...marks) }
    this.set.stale = this.#stale !== null
    buffer.publish(this.set)
    this.#waiting = this.#waiting.filter(waiter => {
      if (this.isBehind(waiter.n)) return true
      waiter.resolve()
      return false
    })
    this.#schedule(until)
  }

  #schedule(until: number | null): void {
    const { clock } = this.#host
    this.#timer?.cancel()
    this.#timer = until === null ? null : clock.after(Math.min(LONGEST_TIMER, Math.max(0, until - clock.now())), () => this.mark())
  }
}

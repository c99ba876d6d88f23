import type { Clock, Timer } from '../timing/clock.ts'

/** A result set, as the queue sees it. */
export interface Deliverable {
  /** False: every observer has every change. */
  readonly hasUndelivered: boolean
  /** Gives the changes so far to some observers more. @returns true: all observers have those that there were at the first call */
  deliverTo(observers: number): boolean
}

export interface DeliveryQueueOptions {
  clock: Clock
  /** Calls the function soon, after what waits for its turn now */
  soon(run: () => void): void
  report(cause: unknown): void
  /** the number of observers that get their changes in one turn of the event loop */
  observersPerTurn: number
}

/**
 * ms: when a delivery and the one before it took longer, a pause follows. Up to some thousand observers each change should come as soon as
 * by a plain broadcast, so pauses begin later; with more, deliveries would keep a processor busy.
 */
const LONG_DELIVERY_MS = { few: 160, many: 40 }
const MANY_OBSERVERS = 6000
/** The pause in parts of the delivery, so that deliveries take less than a third of the time. */
const PAUSE_SHARE = 2.2
/** ms: the delivery and its pause take no longer, unless the delivery alone does, so that each observer is at most a second late */
const MAX_INTERVAL_MS = 800

/**
 * Delivers the changes of result sets with many observers, some in each turn of the event loop, so that nobody else waits long (rule L10).
 * While deliveries take long, there are pauses between them, in which changes of the same document become one.
 */
export class DeliveryQueue {
  readonly #options: DeliveryQueueOptions
  /** The sets that wait for a turn, with the turns that they have had, and the time at which their delivery began; null: it has not */
  readonly #due: { set: Deliverable; turns: number; began: number | null }[] = []
  /** Those in `#due`, and those in a pause. */
  readonly #scheduled = new Map<Deliverable, Timer | null>()
  /** ms that the last delivery of a set took */
  readonly #lastMs = new WeakMap<Deliverable, number>()
  /** A turn is to come. */
  #running = false

  constructor(options: DeliveryQueueOptions) {
    this.#options = options
  }

  /** The number of observers of a set that get its changes at once; with more, the set schedules their delivery. */
  get observersAtOnce(): number {
    return this.#options.observersPerTurn
  }

  schedule(set: Deliverable): void {
    if (!this.#scheduled.has(set)) this.#enqueue(set)
  }

  /** Cancels the pauses. */
  close(): void {
    for (const timer of this.#scheduled.values()) timer?.cancel()
  }

  #enqueue(set: Deliverable): void {
    this.#scheduled.set(set, null)
    this.#due.push({ set, turns: 0, began: null })
    if (this.#running) return
    this.#running = true
    this.#options.soon(() => this.#run())
  }

  #run(): void {
    const { clock, report, soon, observersPerTurn } = this.#options
    const [first] = this.#due
    const { set } = first!
    first!.began ??= clock.now()
    first!.turns++
    let complete = false
    try {
      complete = set.deliverTo(observersPerTurn)
    } catch (error) {
      report(error)
    }
    this.#due.shift()
    if (complete) this.#onDelivered(set, clock.now() - first!.began, first!.turns * observersPerTurn)
    else this.#due.push(first!)
    this.#running = this.#due.length > 0
    if (this.#running) soon(() => this.#run())
  }

  /** @param took ms; @param observers about how many got it */
  #onDelivered(set: Deliverable, took: number, observers: number): void {
    const ms = Math.min(took, this.#lastMs.get(set) ?? 0)
    this.#lastMs.set(set, took)
    const isLong = ms > LONG_DELIVERY_MS[observers > MANY_OBSERVERS ? 'many' : 'few']
    const pause = isLong ? Math.min(ms * PAUSE_SHARE, MAX_INTERVAL_MS - took) : 0
    this.#scheduled.delete(set)
    if (pause <= 0) {
      if (set.hasUndelivered) this.#enqueue(set)
      return
    }
    const timer = this.#options.clock.after(pause, () => {
      this.#scheduled.delete(set)
      if (set.hasUndelivered) this.#enqueue(set)
    })
    this.#scheduled.set(set, timer)
  }
}

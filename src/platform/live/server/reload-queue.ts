import { runWithoutContext } from '#platform/log/request-context.ts'

/** Something that the queue loads again. */
export interface Reloadable {
  /** the networks whose subscriptions use it */
  readonly networks: ReadonlyMap<string, unknown>
  /** Loads it; never rejects. */
  reload(): Promise<void>
}

/** After so many loads in a row the event loop gets a turn: loads that need no SQL would otherwise let nothing else in between. */
const LOADS_IN_A_ROW = 20
/** One turn in so many is for the views that no caller waits for. */
const TURNS = 4

/**
 * Loads views again, a few at a time. Three of four turns are for the views whose reload a caller waits for, as long as there are any.
 * Within each kind the networks of clients take turns, so that one with many marked views keeps nobody else waiting. A view is in the
 * queue only once, however often it is marked.
 */
export class ReloadQueue {
  readonly #concurrency: number
  readonly #awaited = new Lanes()
  readonly #others = new Lanes()
  #running = 0
  #turn = 0
  #idleWaiters: (() => void)[] = []

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** number of views that wait or are being loaded */
  get length(): number {
    return this.#awaited.size + this.#others.size + this.#running
  }

  add(view: Reloadable): void {
    if (this.#awaited.has(view) || this.#others.has(view)) return
    this.#others.add(view)
    this.#start()
  }

  /** Moves a view that waits to those that a caller waits for. */
  prioritise(view: Reloadable): void {
    if (this.#others.remove(view)) this.#awaited.add(view)
  }

  remove(view: Reloadable): void {
    this.#awaited.remove(view)
    this.#others.remove(view)
  }

  /** Resolves when nothing waits and nothing is being loaded. */
  idle(): Promise<void> {
    return this.length === 0 ? Promise.resolve() : new Promise(resolve => this.#idleWaiters.push(resolve))
  }

  /** Starts in the next turn of the event loop, so that the change that marked the view is delivered to all listeners first. */
  #start(): void {
    if (this.#running >= this.#concurrency) return
    this.#running++
    setImmediate(() => runWithoutContext(() => void this.#runLane()))
  }

  async #runLane(): Promise<void> {
    for (let view = this.#takeNext(), loads = 1; view !== null; view = this.#takeNext(), loads++) {
      await view.reload()
      if (loads % LOADS_IN_A_ROW === 0) await new Promise(resolve => setImmediate(resolve))
    }
    this.#running--
    if (this.length === 0) for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }

  #takeNext(): Reloadable | null {
    this.#turn = (this.#turn + 1) % TURNS
    const [first, second] = this.#turn === 0 ? [this.#others, this.#awaited] : [this.#awaited, this.#others]
    return first.take() ?? second.take()
  }
}

/** Key of the lane of the views that many networks use. Every other lane has a network as its key. */
const SHARED = ''
/** A view that so many networks use is in the shared lane. It is more than two, since one person can have an address of IPv4 and one of IPv6. */
const SHARED_FROM = 3

/** Views that wait, in one lane for each network and one for the views of many networks, which gets every second turn. */
class Lanes {
  readonly #lanes = new Map<string, Set<Reloadable>>()
  readonly #laneOf = new Map<Reloadable, string>()
  #sharedTurn = true

  get size(): number {
    return this.#laneOf.size
  }

  has(view: Reloadable): boolean {
    return this.#laneOf.has(view)
  }

  add(view: Reloadable): void {
    const [first = SHARED] = view.networks.keys()
    const lane = view.networks.size < SHARED_FROM ? first : SHARED
    const views = this.#lanes.get(lane)
    if (views === undefined) this.#lanes.set(lane, new Set([view]))
    else views.add(view)
    this.#laneOf.set(view, lane)
  }

  /** @returns false if the view does not wait here */
  remove(view: Reloadable): boolean {
    const lane = this.#laneOf.get(view)
    if (lane === undefined) return false
    this.#laneOf.delete(view)
    const views = this.#lanes.get(lane)!
    views.delete(view)
    if (views.size === 0) this.#lanes.delete(lane)
    return true
  }

  /** Takes out the view whose turn it is; null: none waits. */
  take(): Reloadable | null {
    const view = this.#next()
    if (view !== null) this.remove(view)
    return view
  }

  #next(): Reloadable | null {
    this.#sharedTurn = !this.#sharedTurn
    const shared = this.#lanes.get(SHARED)
    if (this.#sharedTurn && shared !== undefined) return shared.values().next().value!
    for (const [lane, views] of this.#lanes) {
      if (lane === SHARED) continue
      this.#lanes.delete(lane)
      this.#lanes.set(lane, views)
      return views.values().next().value!
    }
    return shared?.values().next().value ?? null
  }
}

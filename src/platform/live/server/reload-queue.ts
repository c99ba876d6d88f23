/** Something that the queue loads again. */
export interface Reloadable {
  /** the client addresses whose subscriptions use it */
  readonly addresses: ReadonlyMap<string, unknown>
  /** Loads it; never rejects. */
  reload(): Promise<void>
}

/** Key of the lane of views that several addresses use. The other lanes hold the views of one address each, which is their key. */
const SHARED = ''

/**
 * Loads views again, a few at a time. Views whose reload a caller waits for go first. The others are taken by client address in turn, so
 * that an address with many marked views does not keep the others waiting; every second turn is for views that several addresses use. A
 * view is in the queue only once, however often it is marked.
 */
export class ReloadQueue {
  readonly #concurrency: number
  readonly #prioritised = new Set<Reloadable>()
  readonly #lanes = new Map<string, Set<Reloadable>>()
  readonly #laneOf = new Map<Reloadable, string>()
  #running = 0
  #sharedTurn = true
  #idleWaiters: (() => void)[] = []

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** number of views that wait or are being loaded */
  get length(): number {
    return this.#laneOf.size + this.#prioritised.size + this.#running
  }

  add(view: Reloadable): void {
    if (this.#laneOf.has(view) || this.#prioritised.has(view)) return
    const lane = view.addresses.size === 1 ? view.addresses.keys().next().value! : SHARED
    const views = this.#lanes.get(lane)
    if (views === undefined) this.#lanes.set(lane, new Set([view]))
    else views.add(view)
    this.#laneOf.set(view, lane)
    this.#start()
  }

  /** Moves a view that waits to those that go first. */
  prioritise(view: Reloadable): void {
    if (!this.#laneOf.has(view)) return
    this.#remove(view)
    this.#prioritised.add(view)
  }

  remove(view: Reloadable): void {
    this.#prioritised.delete(view)
    this.#remove(view)
  }

  /** Resolves when nothing waits and nothing is being loaded. */
  idle(): Promise<void> {
    return this.length === 0 ? Promise.resolve() : new Promise(resolve => this.#idleWaiters.push(resolve))
  }

  /** Starts in the next turn of the event loop, so that the change that marked the view is delivered to all listeners first. */
  #start(): void {
    if (this.#running >= this.#concurrency) return
    this.#running++
    setImmediate(() => void this.#runLane())
  }

  async #runLane(): Promise<void> {
    for (let view = this.#takeNext(); view !== null; view = this.#takeNext()) await view.reload()
    this.#running--
    if (this.length === 0) for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }

  #takeNext(): Reloadable | null {
    const [first] = this.#prioritised
    if (first !== undefined) {
      this.#prioritised.delete(first)
      return first
    }
    const view = this.#nextInTurn()
    if (view !== null) this.#remove(view)
    return view
  }

  #nextInTurn(): Reloadable | null {
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

  #remove(view: Reloadable): void {
    const lane = this.#laneOf.get(view)
    if (lane === undefined) return
    this.#laneOf.delete(view)
    const views = this.#lanes.get(lane)!
    views.delete(view)
    if (views.size === 0) this.#lanes.delete(lane)
  }
}

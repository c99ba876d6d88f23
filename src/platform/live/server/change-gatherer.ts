import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { DocumentWriter } from './documents.ts'

/**
 * ms between two updates of a list that every visitor sees. It changes with every score of the site, so that new ones that come in this time
 * are shown together. A change that comes alone is shown at once, and a caller never waits for its own.
 */
export const GATHER_MS = 200

export type DocumentUpdate = (documents: DocumentWriter) => void

/** Gathers what a view is to take in together, and says when: at once after a rest, otherwise when the rest is over. */
export class ChangeGatherer<Change> {
  readonly #clock: Clock
  /** called when it is time to `take` what was gathered */
  readonly #onDue: () => void
  #changes: Change[] = []
  #updates = new Map<unknown, DocumentUpdate>()
  #restsUntil = 0
  #timer: Timer | null = null
  #immediate: NodeJS.Immediate | null = null

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** the changes that were gathered, oldest first */
  get changes(): readonly Change[] {
    return this.#changes
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0 && this.#updates.size === 0
  }

  /** @returns true if nothing was gathered before it */
  add(change: Change): boolean {
    const isFirst = this.isEmpty
    this.#changes.push(change)
    return isFirst
  }

  /** Gathers an update that replaces an earlier one with the same key. @returns true if nothing was gathered before it */
  addUpdate(key: unknown, update: DocumentUpdate): boolean {
    const isFirst = this.isEmpty
    this.#updates.set(key, update)
    return isFirst
  }

  /** Sees to it that `onDue` is called, once for what is gathered by then. */
  schedule(): void {
    const rest = Math.min(GATHER_MS, this.#restsUntil - this.#clock.now())
    if (rest > 0) this.#timer = this.#clock.after(rest, this.#onDue)
    // All changes of a group come in the same turn of the event loop.
    else this.#immediate = setImmediate(this.#onDue)
  }

  /** `onDue` is not called any more for what was gathered so far. */
  cancel(): void {
    this.#timer?.cancel()
    if (this.#immediate !== null) clearImmediate(this.#immediate)
    this.#timer = null
    this.#immediate = null
  }

  /** Returns what was gathered, and begins a rest. */
  take(): { changes: readonly Change[]; updates: readonly DocumentUpdate[] } {
    this.cancel()
    const taken = { changes: this.#changes, updates: [...this.#updates.values()] }
    this.#changes = []
    this.#updates = new Map()
    this.#restsUntil = this.#clock.now() + GATHER_MS
    return taken
  }
}

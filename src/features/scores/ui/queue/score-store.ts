import type { OpenDatabase } from './database.ts'
import { oldestFirst, type QueuedEvent, type QueuedScore, queueTransition, type Verdict } from './queued-score.ts'

/** Tells the browser's other tabs that something has changed; a BroadcastChannel. */
export interface Neighbours {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: () => void): void
}

/**
 * The scores that wait on this device. What its database will not take lives as long as this page. Every change is one transaction, so
 * that of several tabs only one can take a step.
 */
export class ScoreStore {
  readonly #open: OpenDatabase
  readonly #neighbours: Neighbours | null
  readonly #listeners = new Set<() => void>()
  /** in place of the database's, by id */
  readonly #loose = new Map<string, QueuedScore>()
  #items: readonly QueuedScore[] = []

  constructor(open: OpenDatabase, neighbours: Neighbours | null) {
    this.#open = open
    this.#neighbours = neighbours
    neighbours?.addEventListener('message', () => void this.load())
  }

  /** as last read, the oldest first */
  get items(): readonly QueuedScore[] {
    return this.#items
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Whether an item will still be there when the page is closed. */
  lasts(id: string): boolean {
    return !this.#loose.has(id)
  }

  async load(): Promise<readonly QueuedScore[]> {
    const kept = await this.#open()
      .then(database => database.getAll('scores'))
      .catch(() => [])
    this.#items = [...kept.filter(({ id }) => !this.#loose.has(id)), ...this.#loose.values()].sort(oldestFirst)
    for (const listener of this.#listeners) listener()
    return this.#items
  }

  /** @param instead the id of one that it takes the place of */
  async add(item: QueuedScore, instead?: string): Promise<void> {
    if (instead !== undefined) this.#loose.delete(instead)
    try {
      const transaction = (await this.#open()).transaction('scores', 'readwrite')
      if (instead !== undefined) await transaction.store.delete(instead)
      await transaction.store.put(item)
      await transaction.done
      this.#loose.delete(item.id)
    } catch {
      this.#loose.set(item.id, item)
    }
    await this.#changed()
  }

  /** A step of one item. @returns it after the step; null: it is gone, or cannot take that step (any more) */
  move(id: string, event: QueuedEvent, verdict: Verdict = {}): Promise<QueuedScore | null> {
    return this.change(id, item => queueTransition(item, event, verdict))
  }

  /** @param next what becomes of it; null: nothing */
  async change(id: string, next: (item: QueuedScore) => QueuedScore | null): Promise<QueuedScore | null> {
    const loose = this.#loose.get(id)
    const changed = loose === undefined ? await this.#changeKept(id, next) : next(loose)
    if (changed === null) return null
    if (this.#loose.has(id)) this.#loose.set(id, changed)
    await this.#changed()
    return changed
  }

  async remove(id: string): Promise<void> {
    this.#loose.delete(id)
    await this.#open()
      .then(database => database.delete('scores', id))
      .catch(() => {})
    await this.#changed()
  }

  async #changeKept(id: string, next: (item: QueuedScore) => QueuedScore | null): Promise<QueuedScore | null> {
    try {
      const transaction = (await this.#open()).transaction('scores', 'readwrite')
      const item = await transaction.store.get(id)
      const changed = item === undefined ? null : next(item)
      if (changed !== null) await transaction.store.put(changed)
      await transaction.done
      return changed
    } catch {
      // The database is gone or full: the page goes on with what it last saw.
      const item = this.#items.find(each => each.id === id)
      const changed = item === undefined ? null : next(item)
      if (changed !== null) this.#loose.set(id, changed)
      return changed
    }
  }

  async #changed(): Promise<void> {
    await this.load()
    this.#neighbours?.postMessage('changed')
  }
}

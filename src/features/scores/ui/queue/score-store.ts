import type { OpenDatabase } from './database.ts'
import { oldestFirst, type QueuedEvent, type QueuedScore, queueTransition, type Verdict } from './queued-score.ts'

/** Notifies the other tabs of this browser that something has changed. It is a BroadcastChannel. */
export interface Neighbours {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: () => void): void
}

/**
 * The queued scores of this device. Scores that the database does not accept are kept in memory for as long as the page is open. Every
 * change is one transaction, so that only one of several tabs can make a transition.
 */
export class ScoreStore {
  readonly #open: OpenDatabase
  readonly #neighbours: Neighbours | null
  readonly #listeners = new Set<() => void>()
  /** scores that could not be stored, by id; they take precedence over those in the database */
  readonly #loose = new Map<string, QueuedScore>()
  #items: readonly QueuedScore[] = []

  constructor(open: OpenDatabase, neighbours: Neighbours | null) {
    this.#open = open
    this.#neighbours = neighbours
    neighbours?.addEventListener('message', () => void this.load())
  }

  /** the scores as last read, oldest first */
  get items(): readonly QueuedScore[] {
    return this.#items
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** True if the score survives closing the page. */
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

  /** Adds a score. @param instead the id of the score that it replaces */
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

  /** Applies an event to a score. @returns the changed score; null if it no longer exists or its state does not allow the event */
  move(id: string, event: QueuedEvent, verdict: Verdict = {}): Promise<QueuedScore | null> {
    return this.change(id, item => queueTransition(item, event, verdict))
  }

  /** @param next returns the changed score, or null to leave it as it is. @returns the changed score, or null */
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
      // The database is unavailable or full: continue with the score as it was last read, in memory.
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

import type { OpenDatabase } from './database.ts'
import { fromStored, oldestFirst, type QueuedEvent, type QueuedScore, type QueueOutcome, queueTransition } from './queued-score.ts'

/** Notifies the other tabs of this browser that something has changed. It is a BroadcastChannel. */
export interface TabChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: () => void): void
}

/**
 * The queued scores of this device. Scores that the database does not accept are kept in memory for as long as the page is open. Every
 * change is one transaction, so that only one of several tabs can make a transition.
 */
export class ScoreStore {
  readonly #open: OpenDatabase
  readonly #channel: TabChannel | null
  readonly #listeners = new Set<() => void>()
  /** scores that could not be stored, by id; they take precedence over those in the database */
  readonly #inMemory = new Map<string, QueuedScore>()
  #items: readonly QueuedScore[] = []

  constructor(open: OpenDatabase, channel: TabChannel | null) {
    this.#open = open
    this.#channel = channel
    channel?.addEventListener('message', () => void this.load())
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
  isPersisted(id: string): boolean {
    return !this.#inMemory.has(id)
  }

  async load(): Promise<readonly QueuedScore[]> {
    const stored = await this.#open()
      .then(database => database.getAll('scores'))
      .catch(() => [])
    this.#items = [...stored.filter(({ id }) => !this.#inMemory.has(id)).map(fromStored), ...this.#inMemory.values()].sort(oldestFirst)
    for (const listener of this.#listeners) listener()
    return this.#items
  }

  /** Adds a score. @param replacedId the id of the score that it replaces */
  async add(item: QueuedScore, replacedId?: string): Promise<void> {
    if (replacedId !== undefined) this.#inMemory.delete(replacedId)
    try {
      const transaction = (await this.#open()).transaction('scores', 'readwrite')
      if (replacedId !== undefined) await transaction.store.delete(replacedId)
      await transaction.store.put(item)
      await transaction.done
      this.#inMemory.delete(item.id)
    } catch {
      this.#inMemory.set(item.id, item)
    }
    await this.#reloadAndNotify()
  }

  /** Applies an event to a score. @returns the changed score; null if it no longer exists or its state does not allow the event */
  move(id: string, event: QueuedEvent, outcome: QueueOutcome = {}): Promise<QueuedScore | null> {
    return this.change(id, item => queueTransition(item, event, outcome))
  }

  /** @param next returns the changed score, or null to leave it as it is. @returns the changed score, or null */
  async change(id: string, next: (item: QueuedScore) => QueuedScore | null): Promise<QueuedScore | null> {
    const inMemory = this.#inMemory.get(id)
    const changed = inMemory === undefined ? await this.#changeStored(id, next) : next(inMemory)
    if (changed === null) return null
    if (this.#inMemory.has(id)) this.#inMemory.set(id, changed)
    await this.#reloadAndNotify()
    return changed
  }

  /** @param isRemovable false: the score stays, because its state has changed meanwhile */
  async remove(id: string, isRemovable: (item: QueuedScore) => boolean = () => true): Promise<void> {
    const inMemory = this.#inMemory.get(id)
    if (inMemory !== undefined && !isRemovable(inMemory)) return
    this.#inMemory.delete(id)
    await this.#removeStored(id, isRemovable).catch(() => {})
    await this.#reloadAndNotify()
  }

  async #removeStored(id: string, isRemovable: (item: QueuedScore) => boolean): Promise<void> {
    const transaction = (await this.#open()).transaction('scores', 'readwrite')
    const item = await transaction.store.get(id)
    if (item !== undefined && isRemovable(fromStored(item))) await transaction.store.delete(id)
    await transaction.done
  }

  async #changeStored(id: string, next: (item: QueuedScore) => QueuedScore | null): Promise<QueuedScore | null> {
    try {
      const transaction = (await this.#open()).transaction('scores', 'readwrite')
      const item = await transaction.store.get(id)
      const changed = item === undefined ? null : next(fromStored(item))
      if (changed !== null) await transaction.store.put(changed)
      await transaction.done
      return changed
    } catch {
      // The database is unavailable or full: continue with the score as it was last read, in memory.
      const item = this.#items.find(each => each.id === id)
      const changed = item === undefined ? null : next(item)
      if (changed !== null) this.#inMemory.set(id, changed)
      return changed
    }
  }

  async #reloadAndNotify(): Promise<void> {
    await this.load()
    this.#channel?.postMessage('changed')
  }
}

import type { Fields } from '#ddp/wire/ejson.ts'
import type { View, ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import type { BoardCache, BoardName, CurrentBoard } from './board-cache.ts'
import { BoardWatch } from './board-watch.ts'

/** A document that is computed from one board. `document` returns null if there is none. */
export interface BoardDocument {
  collection: string
  id: string
  name: BoardName
  document(current: CurrentBoard): Fields | null
}

/** A view source whose documents are computed from boards in memory and updated whenever one of these boards changes. */
export class BoardDocumentsView implements ViewSource {
  readonly #view: View
  readonly #boards: BoardCache
  protected readonly position: () => number
  readonly #entries = new Map<string, { figure: BoardDocument; watch: BoardWatch }>()

  /** @param position returns the number of the last change-log entry that all listeners have applied */
  constructor(view: View, boards: BoardCache, position: () => number, entries: readonly BoardDocument[] = []) {
    this.#view = view
    this.#boards = boards
    this.position = position
    for (const entry of entries) this.#add(entry)
  }

  async load(): Promise<ViewLoadResult> {
    const position = this.position()
    let until: number | null = null
    const watches = [...this.#entries.values()].map(({ watch }) => watch)
    for (const current of await BoardWatch.refreshAll(this.#boards, watches))
      if (current.until !== null) until = Math.min(until ?? current.until, current.until)
    return { position, keys: this.keys(), until, documents: () => this.#documents() }
  }

  /** The keys of the changes that concern the view, besides the changes of its boards. */
  keys(): Set<string> {
    return new Set()
  }

  incomplete(): boolean {
    return [...this.#entries.values()].some(({ watch }) => watch.current === null || watch.current.board.isStale)
  }

  close(): void {
    for (const { watch } of this.#entries.values()) watch.close()
  }

  /** Replaces the figures. The next load shows exactly these. */
  protected replace(entries: readonly BoardDocument[]): void {
    const byId = new Map(entries.map(entry => [entry.id, entry]))
    for (const [id, { figure, watch }] of this.#entries) {
      // A merge gives a score another machine, and so another board.
      if (byId.get(id)?.name.machineId === figure.name.machineId) continue
      watch.close()
      this.#entries.delete(id)
    }
    for (const entry of entries) {
      const existing = this.#entries.get(entry.id)
      if (existing === undefined) this.#add(entry)
      else existing.figure = entry
    }
  }

  protected has(id: string): boolean {
    return this.#entries.has(id)
  }

  #add(entry: BoardDocument): void {
    const watch = new BoardWatch(this.#boards, entry.name, change => {
      if (change.kind === 'stale') this.#view.markStale(change.n)
      else this.#publish(entry.id, change.n)
    })
    this.#entries.set(entry.id, { figure: entry, watch })
  }

  /** @param n number of the change that is the cause; null: none */
  #publish(id: string, n: number | null): void {
    const { figure: entry, watch } = this.#entries.get(id)!
    const { current } = watch
    if (current === null || !current.board.isReady) return
    this.#view.updateDocuments(n, documents => {
      const document = entry.document(current)
      if (document === null) documents.remove(entry.collection, id)
      else documents.put(entry.collection, id, document)
    })
  }

  #documents(): Record<string, [string, Fields][]> {
    const documents: Record<string, [string, Fields][]> = {}
    for (const { figure: entry, watch } of this.#entries.values()) {
      const document = watch.current === null ? null : entry.document(watch.current)
      if (document !== null) documents[entry.collection] = [...(documents[entry.collection] ?? []), [entry.id, document]]
    }
    return documents
  }
}

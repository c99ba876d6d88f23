import type { Fields } from '../../../../ddp/wire/ejson.ts'
import type { Loaded, View, ViewSource } from '../../../../platform/live/server/view.ts'
import type { BoardCache, BoardName, CurrentBoard } from './board-cache.ts'
import { BoardWatch } from './board-watch.ts'

/** A document that is computed from one board. `document` returns null if there is none. */
export interface BoardFigure {
  collection: string
  id: string
  name: BoardName
  document(current: CurrentBoard): Fields | null
}

/** A view source whose documents are computed from boards in memory and updated whenever one of these boards changes. */
export class BoardFigures implements ViewSource {
  readonly #view: View
  readonly #boards: BoardCache
  protected readonly position: () => number
  readonly #figures = new Map<string, { figure: BoardFigure; watch: BoardWatch }>()

  /** @param position returns the number of the last change-log entry that all listeners have applied */
  constructor(view: View, boards: BoardCache, position: () => number, figures: readonly BoardFigure[] = []) {
    this.#view = view
    this.#boards = boards
    this.position = position
    for (const figure of figures) this.#add(figure)
  }

  async load(): Promise<Loaded> {
    const position = this.position()
    let until: number | null = null
    for (const { watch } of [...this.#figures.values()]) {
      const current = await watch.fresh()
      if (current.until !== null) until = Math.min(until ?? current.until, current.until)
    }
    return { position, keys: this.keys(), until, documents: () => this.#documents() }
  }

  /** The keys of the changes that concern the view, besides the changes of its boards. */
  keys(): Set<string> {
    return new Set()
  }

  incomplete(): boolean {
    return [...this.#figures.values()].some(({ watch }) => watch.current === null || watch.current.loaded.isStale)
  }

  close(): void {
    for (const { watch } of this.#figures.values()) watch.close()
  }

  /** Replaces the figures. The next load shows exactly these. */
  protected replace(figures: readonly BoardFigure[]): void {
    const wanted = new Map(figures.map(figure => [figure.id, figure]))
    for (const [id, { watch }] of this.#figures) {
      if (wanted.has(id)) continue
      watch.close()
      this.#figures.delete(id)
    }
    for (const figure of figures) {
      const known = this.#figures.get(figure.id)
      if (known === undefined) this.#add(figure)
      else known.figure = figure
    }
  }

  protected has(id: string): boolean {
    return this.#figures.has(id)
  }

  #add(figure: BoardFigure): void {
    const watch = new BoardWatch(this.#boards, figure.name, change => {
      if (change.kind === 'stale') this.#view.mark(change.n)
      else this.#show(figure.id)
    })
    this.#figures.set(figure.id, { figure, watch })
  }

  #show(id: string): void {
    const { figure, watch } = this.#figures.get(id)!
    const { current } = watch
    if (current === null || !current.loaded.isReady) return
    this.#view.write(documents => {
      const document = figure.document(current)
      if (document === null) documents.remove(figure.collection, id)
      else documents.put(figure.collection, id, document)
    })
  }

  #documents(): Record<string, [string, Fields][]> {
    const documents: Record<string, [string, Fields][]> = {}
    for (const { figure, watch } of this.#figures.values()) {
      const document = watch.current === null ? null : figure.document(watch.current)
      if (document !== null) documents[figure.collection] = [...(documents[figure.collection] ?? []), [figure.id, document]]
    }
    return documents
  }
}

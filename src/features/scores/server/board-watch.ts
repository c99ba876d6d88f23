import type { BoardCache, BoardName, CurrentBoard } from './board-cache.ts'
import type { BoardListener } from './live-board.ts'

/** Follows the board of now under one name: when a period ends, the next one's. */
export class BoardWatch {
  readonly #boards: BoardCache
  readonly #name: BoardName
  readonly #listener: BoardListener
  #current: (CurrentBoard & { stop(): void }) | null = null
  #closed = false

  constructor(boards: BoardCache, name: BoardName, listener: BoardListener) {
    this.#boards = boards
    this.#name = name
    this.#listener = listener
  }

  /** null: none was asked for yet */
  get current(): CurrentBoard | null {
    return this.#current
  }

  /** The board of now, loaded and true. @throws what the database throws */
  async fresh(): Promise<CurrentBoard> {
    if (this.#current === null || this.#current.key !== this.#boards.keyNow(this.#name)) {
      const before = this.#current
      this.#current = this.#boards.watch(this.#name, this.#listener)
      before?.stop()
    }
    const current = this.#current
    if (this.#closed) this.close()
    await this.#boards.fresh(current)
    return current
  }

  close(): void {
    this.#closed = true
    this.#current?.stop()
  }
}

import type { BoardCache, BoardName, BoardReader, CurrentBoard } from './board-cache.ts'
import type { BoardListener } from './live-board.ts'

/** Groups of boards that are read at once, so that Postgres reads the next while this process puts the rows of one in their order. */
const READ_AT_ONCE = 4

/** Watches the board of the current period. When the period has ended, the next `refresh` switches to the board of the new one. */
export class BoardWatch {
  readonly name: BoardName
  readonly #boards: BoardCache
  readonly #listener: BoardListener
  #current: (CurrentBoard & { stop(): void }) | null = null
  #closed = false

  constructor(boards: BoardCache, name: BoardName, listener: BoardListener) {
    this.#boards = boards
    this.name = name
    this.#listener = listener
  }

  /** null before the first `refresh`, and while a board could not be loaded */
  get current(): CurrentBoard | null {
    return this.#current
  }

  /** Calls `refresh` of many watches. Small boards that are not in memory are read together. @throws the database's errors */
  static async refreshAll(boards: BoardCache, watches: readonly BoardWatch[]): Promise<CurrentBoard[]> {
    const reads = await boards.groupReads(watches)
    const all: CurrentBoard[] = []
    while (reads.length > 0) {
      const next = reads.splice(0, READ_AT_ONCE)
      all.push(...(await Promise.all(next.flatMap(({ group, read }) => group.map(watch => watch.refresh(read))))))
    }
    return all
  }

  /**
   * Returns the board of the current period, loaded and up to date.
   * @param read reads the board if it is not in memory; left out: by itself
   * @throws the database's errors
   */
  async refresh(read?: BoardReader): Promise<CurrentBoard> {
    await this.#boards.loadZone(this.name)
    if (this.#current === null || this.#current.key !== this.#boards.currentKey(this.name)) {
      const previous = this.#current
      this.#current = this.#boards.watch(this.name, this.#listener, read)
      previous?.stop()
    }
    const current = this.#current
    if (this.#closed) this.close()
    try {
      await this.#boards.refresh(current)
    } catch (error) {
      // A board whose first load has failed is never loaded again: the next call asks for another one.
      if (!current.board.isReady && this.#current === current) {
        current.stop()
        this.#current = null
      }
      throw error
    }
    return current
  }

  /** Begins to watch the board if it is in memory already. @returns false if it has to be loaded, by `refresh` */
  startIfLoaded(): boolean {
    if (this.#current === null && this.#boards.isLoaded(this.name)) this.#current = this.#boards.watch(this.name, this.#listener)
    return this.#current !== null && !this.#current.board.isStale
  }

  close(): void {
    this.#closed = true
    this.#current?.stop()
  }
}

import type { Clock } from '../../../ddp/timing/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import { boardKey, periodBounds, periodName, type Window } from '../rules.ts'
import { type BoardListener, LoadedBoard } from './loaded-board.ts'
import type { ScoreChange } from './news.ts'

export interface BoardName {
  machineId: string
  window: Window
  verifiedOnly: boolean
}

/** A board of the period that is on now. `until`: ms when the next one opens; null: never. */
export interface CurrentBoard {
  key: string
  period: string | null
  until: number | null
  loaded: LoadedBoard
}

const MOST_IDLE = 300

/** The boards that are in memory: those somebody watches, and the least recently idle ones. */
export class Boards {
  readonly #database: Database
  readonly #clock: Clock
  readonly #loaded = new Map<string, LoadedBoard>()
  readonly #byMachine = new Map<string, Set<LoadedBoard>>()

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  get size(): number {
    return this.#loaded.size
  }

  /** All loaded boards, by key. */
  entries(): IterableIterator<[string, LoadedBoard]> {
    return this.#loaded.entries()
  }

  /** The board of now, loaded, to be read at once: nothing keeps it in memory. */
  async current(name: BoardName): Promise<CurrentBoard> {
    const current = this.#find(name)
    await this.#ready(current)
    return current
  }

  /** The board of now, loaded, and true until `stop`; what is watched stays in memory. The listener may be called before this resolves. */
  async watch(
    name: BoardName,
    listener: (loaded: LoadedBoard, ...change: Parameters<BoardListener>) => ReturnType<BoardListener>,
  ): Promise<CurrentBoard & { stop(): void }> {
    const current = this.#find(name)
    const stop = current.loaded.listen(change => listener(current.loaded, change))
    try {
      await this.#ready(current)
    } catch (error) {
      stop()
      throw error
    }
    return { ...current, stop }
  }

  #find({ machineId, window, verifiedOnly }: BoardName): CurrentBoard {
    const at = new Date(this.#clock.now())
    const period = periodName(window, at)
    const bounds = periodBounds(window, at)
    const key = boardKey(machineId, window, period, verifiedOnly)
    let loaded = this.#loaded.get(key)
    this.#loaded.delete(key)
    if (loaded === undefined) {
      loaded = new LoadedBoard(this.#database, { machineId, bounds, verifiedOnly })
      const machine = this.#byMachine.get(machineId) ?? new Set()
      this.#byMachine.set(machineId, machine.add(loaded))
    }
    this.#loaded.set(key, loaded)
    this.#evict()
    return { key, period, until: bounds?.to ?? null, loaded }
  }

  async #ready({ key, loaded }: CurrentBoard): Promise<void> {
    try {
      await loaded.ready
    } catch (error) {
      this.#drop(key, loaded)
      throw error
    }
  }

  async offer(entry: FeedEntry): Promise<void> {
    const { score } = entry.body as ScoreChange
    const boards = this.#byMachine.get(score.machineId)
    if (boards === undefined) return
    const slow: Promise<void>[] = []
    for (const loaded of boards) {
      const waits = loaded.offer(entry)
      if (waits !== undefined) slow.push(waits)
    }
    if (slow.length > 0) await Promise.all(slow)
  }

  /** Drops what nobody watches. @returns how many */
  clear(): number {
    const before = this.#loaded.size
    for (const [key, loaded] of this.#loaded) if (!loaded.watched) this.#drop(key, loaded)
    return before - this.#loaded.size
  }

  #evict(): void {
    if (this.#loaded.size <= MOST_IDLE) return
    let idle = 0
    for (const loaded of this.#loaded.values()) if (!loaded.watched) idle++
    for (const [key, loaded] of this.#loaded) {
      if (idle <= MOST_IDLE) return
      if (loaded.watched) continue
      this.#drop(key, loaded)
      idle--
    }
  }

  #drop(key: string, loaded: LoadedBoard): void {
    if (this.#loaded.get(key) === loaded) this.#loaded.delete(key)
    const machine = this.#byMachine.get(loaded.spec.machineId)
    machine?.delete(loaded)
    if (machine?.size === 0) this.#byMachine.delete(loaded.spec.machineId)
  }
}

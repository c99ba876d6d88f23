import type { Clock } from '../../../ddp/timing/clock.ts'
import type { Cache, CacheStats } from '../../../platform/caches.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import type { Standing } from '../../../standings/order.ts'
import type { EventChange } from '../../events/server/door.ts'
import type { MembershipChange } from '../../groups/server/door.ts'
import { type Among, boardKey, periodBounds, periodName, type Window } from '../rules.ts'
import { type BoardDoors, type BoardListener, LoadedBoard } from './loaded-board.ts'
import type { ScoreChange, ScoresErased, ScoresMerged } from './news.ts'

export interface BoardName extends Among {
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
/** about so many a player in memory: an id, a place in a tree and one in a map */
const PLAYER_BYTES = 400

async function tellAll(boards: Iterable<LoadedBoard>, tell: (loaded: LoadedBoard) => void | Promise<void>): Promise<void> {
  const slow: Promise<void>[] = []
  for (const loaded of boards) {
    const waits = tell(loaded)
    if (waits !== undefined) slow.push(waits)
  }
  if (slow.length > 0) await Promise.all(slow)
}

/** The boards that are in memory: those somebody watches, and the least recently idle ones. */
export class Boards implements Cache {
  readonly #database: Database
  readonly #clock: Clock
  readonly #doors: BoardDoors
  readonly #loaded = new Map<string, LoadedBoard>()
  readonly #byMachine = new Map<string, Set<LoadedBoard>>()
  #hits = 0
  #misses = 0

  constructor(database: Database, clock: Clock, doors: BoardDoors) {
    this.#database = database
    this.#clock = clock
    this.#doors = doors
  }

  get size(): number {
    return this.#loaded.size
  }

  get stats(): CacheStats {
    let players = 0
    for (const { board } of this.#loaded.values()) players += board.players
    return { entries: this.#loaded.size, bytes: players * PLAYER_BYTES, hits: this.#hits, misses: this.#misses }
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

  #find({ machineId, groupId, eventId, window, verifiedOnly }: BoardName): CurrentBoard {
    const at = new Date(this.#clock.now())
    const among = { machineId, groupId, eventId }
    const period = periodName(window, at)
    const bounds = periodBounds(window, at)
    const key = boardKey(among, window, period, verifiedOnly)
    let loaded = this.#loaded.get(key)
    this.#loaded.delete(key)
    if (loaded === undefined) {
      this.#misses++
      loaded = new LoadedBoard(this.#database, this.#doors, { ...among, bounds, verifiedOnly })
      const machine = this.#byMachine.get(machineId) ?? new Set()
      this.#byMachine.set(machineId, machine.add(loaded))
    } else this.#hits++
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

  /** The machine's boards hear of a score. */
  offer(entry: FeedEntry): Promise<void> {
    return tellAll(this.#byMachine.get((entry.body as ScoreChange).score.machineId) ?? [], loaded => loaded.offer(entry))
  }

  offerErased(entry: FeedEntry): Promise<void> {
    const boards = (entry.body as ScoresErased).machines.flatMap(({ machineId }) => [...(this.#byMachine.get(machineId) ?? [])])
    return tellAll(boards, loaded => loaded.offer(entry))
  }

  offerMerged(entry: FeedEntry): Promise<void> {
    const { from, into } = entry.body as ScoresMerged
    const boards = [from, into].flatMap(machineId => [...(this.#byMachine.get(machineId) ?? [])])
    return tellAll(boards, loaded => loaded.offer(entry))
  }

  offerMembership(entry: FeedEntry): Promise<void> {
    const { groupId } = entry.body as MembershipChange
    return tellAll(
      [...this.#loaded.values()].filter(({ spec }) => spec.groupId === groupId),
      loaded => loaded.offer(entry),
    )
  }

  offerEvent(entry: FeedEntry): Promise<void> {
    const { eventId } = entry.body as EventChange
    return tellAll(
      [...this.#loaded.values()].filter(({ spec }) => spec.eventId === eventId),
      loaded => loaded.offer(entry),
    )
  }

  renamed(userId: string): Promise<void> {
    return tellAll(
      [...this.#loaded.values()].filter(({ watched }) => watched),
      loaded => loaded.renamed(userId),
    )
  }

  /** Who holds the machine's record, as far as its board is in memory. */
  record(machineId: string): Standing | null {
    const loaded = this.#loaded.get(boardKey({ machineId }, 'all', null, false))
    return loaded?.board.rows(1)[0] ?? null
  }

  /** Drops what nobody watches or waits for. @returns how many */
  clear(): number {
    const before = this.#loaded.size
    for (const [key, loaded] of this.#loaded) if (!loaded.watched && loaded.caughtUp) this.#drop(key, loaded)
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

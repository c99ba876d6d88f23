import type { Clock } from '../../../../ddp/timing/clock.ts'
import type { Cache, CacheStats } from '../../../../platform/cache-registry.ts'
import type { ChangeLogReader } from '../../../../platform/db/change-log/reader.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { RankedEntry } from '../../../../ranking/comparator.ts'
import type { PlayerCard } from '../../../accounts/server/api.ts'
import type { EventChange } from '../../../events/server/api.ts'
import { type BoardMembers, boardKey, periodBounds, periodName, type Window } from '../../rules.ts'
import type { MachineScoresMerged, PlayerScoresErased, ScoreChange } from '../score-changes.ts'
import { type BoardEntry, type BoardListener, LiveBoard } from './live-board.ts'

export interface BoardName extends BoardMembers {
  window: Window
  verifiedOnly: boolean
}

/** A board of the current period. `until`: the time in ms at which the next period begins; null: never. */
export interface CurrentBoard {
  key: string
  period: string | null
  until: number | null
  loaded: LiveBoard
}

const MOST_IDLE = 300
/** estimated memory per player, in bytes: an id, an entry in a tree and one in a map */
const PLAYER_BYTES = 400

/** The boards in memory: those that are watched, and the most recently used of the others. */
export class BoardCache implements Cache {
  readonly #database: Database
  readonly #clock: Clock
  readonly #feed: Pick<ChangeLogReader, 'reach'>
  readonly #loaded = new Map<string, LiveBoard>()
  readonly #byMachine = new Map<string, Set<LiveBoard>>()
  #hits = 0
  #misses = 0

  constructor(database: Database, clock: Clock, feed: Pick<ChangeLogReader, 'reach'>) {
    this.#database = database
    this.#clock = clock
    this.#feed = feed
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
  entries(): IterableIterator<[string, LiveBoard]> {
    return this.#loaded.entries()
  }

  /** The board of the current period, loaded and up to date. The caller must read it at once, because it may be evicted afterwards. */
  async current(name: BoardName): Promise<CurrentBoard> {
    const current = this.#find(name)
    await this.fresh(current)
    return current
  }

  /** The board of the current period, which may not be loaded yet. It stays in memory and calls the listener on changes until `stop`. */
  watch(name: BoardName, listener: BoardListener): CurrentBoard & { stop(): void } {
    const current = this.#find(name)
    return { ...current, stop: current.loaded.listen(listener) }
  }

  /** The key of the board of the current period. */
  keyNow({ machineId, groupId, eventId, window, verifiedOnly }: BoardName): string {
    return boardKey({ machineId, groupId, eventId }, window, periodName(window, new Date(this.#clock.now())), verifiedOnly)
  }

  /** Resolves when a board is loaded and up to date. A board that cannot be loaded is dropped from the cache. */
  async fresh({ key, loaded }: CurrentBoard): Promise<void> {
    try {
      await loaded.fresh()
    } catch (error) {
      if (!loaded.isReady) this.#drop(key, loaded)
      throw error
    }
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
      loaded = new LiveBoard(this.#database, this.#feed, { ...among, bounds, verifiedOnly })
      const machine = this.#byMachine.get(machineId) ?? new Set()
      this.#byMachine.set(machineId, machine.add(loaded))
    } else this.#hits++
    this.#loaded.set(key, loaded)
    this.#evict()
    return { key, period, until: bounds?.to ?? null, loaded }
  }

  /** Applies a score's change to the boards of its machine. @param n the change's number in the change log */
  score(change: ScoreChange, n: number): void {
    this.#tell(this.#byMachine.get(change.score.machineId) ?? [], n, { kind: 'score', body: change })
  }

  erased(change: PlayerScoresErased, n: number): void {
    for (const { machineId } of change.machines) this.#tell(this.#byMachine.get(machineId) ?? [], n, { kind: 'erased', body: change })
  }

  merged({ from, into }: MachineScoresMerged, n: number): void {
    for (const machineId of [from, into]) this.#tell(this.#byMachine.get(machineId) ?? [], n, { kind: 'merged' })
  }

  membership(groupId: string, userId: string, member: boolean, n: number): void {
    const boards = [...this.#loaded.values()].filter(({ spec }) => spec.groupId === groupId)
    this.#tell(boards, n, { kind: 'membership', body: { userId, member } })
  }

  event(change: EventChange, n: number): void {
    const boards = [...this.#loaded.values()].filter(({ spec }) => spec.eventId === change.eventId)
    this.#tell(boards, n, { kind: 'event', body: change })
  }

  renamed(userId: string, card: PlayerCard): void {
    for (const loaded of this.#loaded.values()) if (loaded.watched) loaded.renamed(userId, card)
  }

  /** The machine's record and its holder; null if the board is not in memory or empty. */
  record(machineId: string): RankedEntry | null {
    const loaded = this.#loaded.get(boardKey({ machineId }, 'all', null, false))
    return loaded?.board.rows(1)[0] ?? null
  }

  /** Drops the loaded boards that are not watched. @returns their number */
  clear(): number {
    const before = this.#loaded.size
    for (const [key, loaded] of this.#loaded) if (!loaded.watched && loaded.isReady) this.#drop(key, loaded)
    return before - this.#loaded.size
  }

  #tell(boards: Iterable<LiveBoard>, n: number, entry: BoardEntry): void {
    for (const loaded of boards) loaded.meet(n, entry)
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

  #drop(key: string, loaded: LiveBoard): void {
    if (this.#loaded.get(key) === loaded) this.#loaded.delete(key)
    const machine = this.#byMachine.get(loaded.spec.machineId)
    machine?.delete(loaded)
    if (machine?.size === 0) this.#byMachine.delete(loaded.spec.machineId)
  }
}

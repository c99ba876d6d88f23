import type { PlayerCard } from '#accounts/server/changes.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { EventChange } from '#events/server/changes.ts'
import type { Cache, CacheStats } from '#platform/cache-registry.ts'
import type { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import type { Database } from '#platform/db/database.ts'
import type { RankedEntry } from '#ranking/comparator.ts'
import { type BoardMembers, boardKey, plainBoardKey, type Window } from '#scores/rules.ts'
import type { MachineScoresMerged, PlayerScoresErased, ScoreChange } from '../changes.ts'
import type { BoardZones } from './board-zones.ts'
import { type BoardEntry, type BoardListener, LiveBoard } from './live-board.ts'
import { type Period, periodAt } from './periods.ts'
import { createGroupReader, groupMachines, type LoadedBoard } from './read-boards.ts'

export interface BoardName extends BoardMembers {
  window: Window
  verifiedOnly: boolean
}

/** A board of the current period. `until`: the time in ms at which the next period begins; null: never. */
export interface CurrentBoard {
  key: string
  period: string | null
  until: number | null
  board: LiveBoard
}

/** Reads the board of a machine that is not in memory. */
export type BoardReader = (machineId: string) => Promise<LoadedBoard>

const MAX_IDLE = 300
/** estimated memory per player, in bytes: an id, an entry in a tree and one in a map */
const PLAYER_BYTES = 400

/** True for a machine's board of all time over all scores and players, of which `read-boards.ts` reads many at once. */
const isPlain = ({ groupId, eventId, venueId, window, verifiedOnly }: BoardName): boolean =>
  groupId === undefined && eventId === undefined && venueId === undefined && window === 'all' && !verifiedOnly

/** The boards in memory: those that are watched, and the most recently used of the others. */
export class BoardCache implements Cache {
  readonly #database: Database
  readonly #clock: Clock
  readonly #changeLog: Pick<ChangeLogReader, 'pollUntilApplied'>
  readonly #zones: BoardZones
  readonly #boards = new Map<string, LiveBoard>()
  readonly #byMachine = new Map<string, Set<LiveBoard>>()
  #hits = 0
  #misses = 0

  constructor(database: Database, clock: Clock, changeLog: Pick<ChangeLogReader, 'pollUntilApplied'>, zones: BoardZones) {
    this.#database = database
    this.#clock = clock
    this.#changeLog = changeLog
    this.#zones = zones
  }

  get size(): number {
    return this.#boards.size
  }

  get stats(): CacheStats {
    let players = 0
    for (const { board } of this.#boards.values()) players += board.players
    return { entries: this.#boards.size, bytes: players * PLAYER_BYTES, hits: this.#hits, misses: this.#misses }
  }

  /** All loaded boards, by key. */
  entries(): IterableIterator<[string, LiveBoard]> {
    return this.#boards.entries()
  }

  /** The board of the current period, loaded and up to date. The caller must read it at once, because it may be evicted afterwards. */
  async get(name: BoardName): Promise<CurrentBoard> {
    await this.loadZone(name)
    const current = this.#find(name)
    await this.refresh(current)
    return current
  }

  /** Resolves when it is known when the period of a board begins, as `watch` needs it. */
  async loadZone(name: BoardName): Promise<void> {
    if (name.window !== 'all') await this.#zones.load(name)
  }

  /**
   * The board of the current period, which may not be loaded yet. It stays in memory and calls the listener on changes until `stop`.
   * @param read reads the board if it is not in memory; left out: by itself
   */
  watch(name: BoardName, listener: BoardListener, read?: BoardReader): CurrentBoard & { stop(): void } {
    const current = this.#find(name, read)
    return { ...current, stop: current.board.listen(listener) }
  }

  /** True if the board of the current period is in memory. */
  isLoaded(name: BoardName): boolean {
    return this.#boards.get(this.currentKey(name))?.isReady === true
  }

  /** The key of the board of the current period. */
  currentKey(name: BoardName): string {
    return boardKey(name, name.window, this.#periodOf(name), name.verifiedOnly)
  }

  #periodOf(name: BoardName): Period | null {
    return periodAt(name.window, new Date(this.#clock.now()), this.#zones.of(name))
  }

  /** Resolves when a board is loaded and up to date. A board that cannot be loaded is dropped from the cache. */
  async refresh({ key, board }: CurrentBoard): Promise<void> {
    try {
      await board.refresh()
    } catch (error) {
      if (!board.isReady) this.#drop(key, board)
      throw error
    }
  }

  /**
   * Puts what needs boards in groups. Boards that are not in memory and have few players are best read together, by `read`. All others are
   * groups of one.
   */
  async groupReads<Named extends { readonly name: BoardName }>(all: readonly Named[]): Promise<{ group: Named[]; read?: BoardReader }[]> {
    const missing = all.filter(({ name }) => isPlain(name) && !this.#boards.has(this.currentKey(name)))
    const machineIds = new Set(missing.map(({ name }) => name.machineId))
    const together = machineIds.size < 2 ? [] : await groupMachines(this.#database, [...machineIds])
    const byMachine = new Map<string, Named[]>()
    for (const each of missing) byMachine.set(each.name.machineId, [...(byMachine.get(each.name.machineId) ?? []), each])
    const groups = together
      .filter(({ length }) => length > 1)
      .map(ids => ({ group: ids.flatMap(id => byMachine.get(id)!), read: createGroupReader(this.#database, this.#changeLog) }))
    const grouped = new Set(groups.flatMap(({ group }) => group))
    return [...groups, ...all.filter(each => !grouped.has(each)).map(each => ({ group: [each] }))]
  }

  #find(name: BoardName, read?: BoardReader): CurrentBoard {
    const { machineId, groupId, eventId, venueId, window, verifiedOnly } = name
    const members = { machineId, groupId, eventId, venueId }
    const bounds = this.#periodOf(name)
    const key = boardKey(members, window, bounds, verifiedOnly)
    let board = this.#boards.get(key)
    this.#boards.delete(key)
    if (board === undefined) {
      this.#misses++
      const readFirst = read === undefined ? undefined : () => read(machineId)
      board = new LiveBoard(this.#database, this.#changeLog, { ...members, bounds, verifiedOnly }, readFirst)
      const machineBoards = this.#byMachine.get(machineId) ?? new Set()
      this.#byMachine.set(machineId, machineBoards.add(board))
    } else this.#hits++
    this.#boards.set(key, board)
    this.#evict()
    return { key, period: bounds?.name ?? null, until: bounds?.to ?? null, board }
  }

  /** Applies a score's change to the boards of its machine. @param n the change's number in the change log */
  applyScore(change: ScoreChange, n: number): void {
    this.#apply(this.#byMachine.get(change.score.machineId) ?? [], n, { kind: 'score', body: change })
  }

  applyErased(change: PlayerScoresErased, n: number): void {
    for (const { machineId } of change.machines) this.#apply(this.#byMachine.get(machineId) ?? [], n, { kind: 'erased', body: change })
  }

  applyMerged({ from, into }: MachineScoresMerged, n: number): void {
    for (const machineId of [from, into]) this.#apply(this.#byMachine.get(machineId) ?? [], n, { kind: 'merged' })
  }

  applyMembership(groupId: string, userId: string, member: boolean, n: number): void {
    const boards = [...this.#boards.values()].filter(({ spec }) => spec.groupId === groupId)
    this.#apply(boards, n, { kind: 'membership', body: { userId, member } })
  }

  applyEvent(change: EventChange, n: number): void {
    // The event itself has changed.
    if (change.change === null) this.#zones.forget(change.eventId)
    const boards = [...this.#boards.values()].filter(({ spec }) => spec.eventId === change.eventId)
    this.#apply(boards, n, { kind: 'event', body: change })
  }

  applyUserCard(userId: string, card: PlayerCard, n: number): void {
    for (const board of this.#boards.values()) if (board.isWatched) board.applyUserCard(userId, card, n)
  }

  /** The days of a venue may begin at another midnight. */
  applyVenue(venueId: string, n: number): void {
    this.#zones.forget(venueId)
    const boards = [...this.#boards.values()].filter(({ spec }) => spec.venueId === venueId && spec.bounds !== null)
    this.#apply(boards, n, { kind: 'zone' })
  }

  /** The days of the site begin at another midnight, so its boards of today, this week, month and year may be others. */
  applySiteZone(n: number): void {
    const boards = [...this.#boards.values()].filter(({ spec }) => spec.bounds !== null)
    this.#apply(boards, n, { kind: 'zone' })
  }

  /** The machine's record and its holder; null if the board is not in memory or empty. */
  record(machineId: string): RankedEntry | null {
    const board = this.#boards.get(plainBoardKey(machineId))
    return board?.board.rows(1)[0] ?? null
  }

  /** The machine's record and its holder; null: it has none; undefined: the board is not in memory, or not up to date. */
  currentRecord(machineId: string): RankedEntry | null | undefined {
    const board = this.#boards.get(plainBoardKey(machineId))
    return board?.isReady !== true || board.isStale ? undefined : (board.board.rows(1)[0] ?? null)
  }

  /** Drops the loaded boards that are not watched. @returns their number */
  clear(): number {
    const sizeBefore = this.#boards.size
    for (const [key, board] of this.#boards) if (!board.isWatched && board.isReady) this.#drop(key, board)
    return sizeBefore - this.#boards.size
  }

  #apply(boards: Iterable<LiveBoard>, n: number, entry: BoardEntry): void {
    for (const board of boards) board.apply(n, entry)
  }

  #evict(): void {
    if (this.#boards.size <= MAX_IDLE) return
    let idle = 0
    for (const board of this.#boards.values()) if (!board.isWatched) idle++
    for (const [key, board] of this.#boards) {
      if (idle <= MAX_IDLE) return
      if (board.isWatched) continue
      this.#drop(key, board)
      idle--
    }
  }

  #drop(key: string, board: LiveBoard): void {
    if (this.#boards.get(key) === board) this.#boards.delete(key)
    const machineBoards = this.#byMachine.get(board.spec.machineId)
    machineBoards?.delete(board)
    if (machineBoards?.size === 0) this.#byMachine.delete(board.spec.machineId)
  }
}

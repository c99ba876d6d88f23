import type { PlayerCard } from '#accounts/server/changes.ts'
import type { EventChange } from '#events/server/changes.ts'
import type { MachineTotals } from '#machines/server/shared/tally-store.ts'
import type { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import type { Database } from '#platform/db/database.ts'
import { Board } from '#ranking/board.ts'
import { keepsBoardsUnchanged, type PlayerScoresErased, type ScoreChange } from '../changes.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { type BoardSpec, bestDetails } from './board-store.ts'
import { type LoadedBoard, readBoard } from './read-boards.ts'

/**
 * A change to a board. `row`: the row of this player may have changed; `score` is the score that caused it. `name`: a player's name or
 * picture changed. `stale`: the board has to read this player's best from the database (`refresh`), or the whole board if `userId` is null.
 * `refreshed`: it has done so, and any row may have changed. `n`: number of the change in the log that is the cause; null: none is.
 */
export type BoardChange =
  | { kind: 'row'; userId: string; score: ScoreRecord | null; n: number }
  | { kind: 'name'; userId: string; card: PlayerCard; n: number }
  | { kind: 'stale'; userId: string | null; n: number }
  | { kind: 'refreshed'; n: null }

export type BoardListener = (change: BoardChange) => void

/** The change-log entries that boards react to. */
export type BoardEntry =
  | { kind: 'score'; body: ScoreChange }
  | { kind: 'erased'; body: PlayerScoresErased }
  | { kind: 'merged' }
  | { kind: 'zone' }
  | { kind: 'membership'; body: { userId: string; member: boolean } }
  | { kind: 'event'; body: EventChange }

/**
 * One board in memory. A new score is applied at once. Bests that only the database knows (after a removal, or of a new member) are read by
 * `refresh` when a caller needs the board, so that the change log's loop never waits for SQL.
 */
export class LiveBoard {
  readonly spec: BoardSpec
  readonly ready: Promise<void>
  readonly #database: Database
  readonly #changeLog: Pick<ChangeLogReader, 'pollUntilApplied'>
  readonly #listeners = new Set<BoardListener>()
  #board = new Board(0)
  #totals: MachineTotals = { scores: 0, players: 0, zeros: 0 }
  /** the members of the board's group; null: all players count */
  #members: Set<string> | null = null
  /** players whose best has to be read from the database */
  #stalePlayers = new Set<string>()
  #isAllStale = false
  #isReady = false
  /** players whose best is being read */
  #reloading: ReadonlySet<string> = new Set()
  /** changes that arrive while the whole board is being read; otherwise null */
  #duringReload: { n: number; entry: BoardEntry }[] | null = null
  #refreshing: Promise<void> | null = null

  /** @param read reads the board for the first time; left out: by itself */
  constructor(
    database: Database,
    changeLog: Pick<ChangeLogReader, 'pollUntilApplied'>,
    spec: BoardSpec,
    read: () => Promise<LoadedBoard> = () => readBoard(database, changeLog, spec),
  ) {
    this.spec = spec
    this.#database = database
    this.#changeLog = changeLog
    this.ready = this.#reloadAll(read).then(() => {
      this.#isReady = true
    })
  }

  /** True once the board has been loaded for the first time. */
  get isReady(): boolean {
    return this.#isReady
  }

  get board(): Board {
    return this.#board
  }

  /** The machine's totals over all its accepted scores. */
  get totals(): MachineTotals {
    return this.#totals
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** True if the board has to read something from the database before it is up to date again. */
  get isStale(): boolean {
    return this.#isAllStale || this.#stalePlayers.size > 0 || this.#refreshing !== null
  }

  listen(listener: BoardListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Applies the next change of the change log, which has the number `n`. */
  apply(n: number, entry: BoardEntry): void {
    this.#duringReload?.push({ n, entry })
    if (this.#isReady) this.#apply(n, entry)
  }

  /** Tells the listeners that a player's name or picture changed, if the player is on the board. */
  applyUserCard(userId: string, card: PlayerCard, n: number): void {
    if (this.#board.bestOf(userId) !== null) this.#notify({ kind: 'name', userId, card, n })
  }

  /** Resolves when the board is loaded and up to date. @throws the database's errors; the board then stays as stale as before */
  async refresh(): Promise<void> {
    await this.ready
    while (this.isStale) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null
      })
      await this.#refreshing
    }
  }

  async #refresh(): Promise<void> {
    const [all, userIds] = [this.#isAllStale, [...this.#stalePlayers]]
    this.#isAllStale = false
    this.#stalePlayers = new Set()
    try {
      if (all) await this.#reloadAll(() => readBoard(this.#database, this.#changeLog, this.spec))
      else await this.#reloadPlayers(userIds)
    } catch (error) {
      this.#isAllStale ||= all
      for (const userId of userIds) this.#stalePlayers.add(userId)
      throw error
    }
    this.#notify({ kind: 'refreshed', n: null })
  }

  /** Reads the bests of these players. A player who is changed meanwhile stays stale, because the result may be older than the change. */
  async #reloadPlayers(userIds: readonly string[]): Promise<void> {
    this.#reloading = new Set(userIds)
    try {
      const { bests, position } = await this.#database.readSnapshot(async (tx, at) => ({
        bests: await bestDetails(tx, this.spec, userIds),
        position: at,
      }))
      await this.#changeLog.pollUntilApplied(position)
      const current = new Map(bests.map(best => [best.userId, { value: best.value, achievedAt: best.achievedAt }]))
      for (const userId of userIds) if (!this.#stalePlayers.has(userId)) this.#board.set(userId, current.get(userId) ?? null)
    } finally {
      this.#reloading = new Set()
    }
  }

  /** @param read reads the board in a snapshot that begins after this call, and resolves when that is applied here */
  async #reloadAll(read: () => Promise<LoadedBoard>): Promise<void> {
    this.#duringReload = []
    try {
      const loaded = await read()
      this.#members = loaded.members
      this.#board = loaded.board
      this.#totals = loaded.totals
      for (const { n, entry } of this.#duringReload) if (n > loaded.position) this.#apply(n, entry)
    } finally {
      this.#duringReload = null
    }
  }

  #apply(n: number, entry: BoardEntry): void {
    switch (entry.kind) {
      case 'membership':
        if (entry.body.member) this.#members?.add(entry.body.userId)
        else this.#members?.delete(entry.body.userId)
        return this.#markStale(entry.body.userId, n)
      case 'merged':
      case 'zone':
        return this.#markStale(null, n)
      case 'event':
        return this.#affectsEvent(entry.body) ? this.#markStale(null, n) : undefined
      case 'erased': {
        const { userId, machines } = entry.body
        this.#totals = machines.find(({ machineId }) => machineId === this.spec.machineId)?.tally ?? this.#totals
        return this.#markStale(userId, n)
      }
      case 'score':
        return this.#applyScore(entry.body, n)
    }
  }

  #applyScore(change: ScoreChange, n: number): void {
    if (keepsBoardsUnchanged(change)) return
    const { op, score, tally, leftVenue } = change
    if (tally !== null) this.#totals = tally
    if (this.#members !== null && !this.#members.has(score.userId)) return
    const hasLeft = leftVenue !== undefined && leftVenue === this.spec.venueId
    if (!hasLeft && !this.#includes(score)) return this.#notify({ kind: 'row', userId: '', score: null, n })
    const isUncertain = this.#stalePlayers.has(score.userId) || this.#reloading.has(score.userId)
    if (op !== 'submitted' || isUncertain) return this.#markStale(score.userId, n)
    // In an event, the attempt or the game counts, which has its own change-log entry.
    if ((this.spec.verifiedOnly && score.status !== 'verified') || this.spec.eventId !== undefined)
      return this.#notify({ kind: 'row', userId: '', score: null, n })
    const current = this.#board.bestOf(score.userId)
    if (current === null || score.value > current.value || (score.value === current.value && score.achievedAt < current.achievedAt)) {
      this.#board.apply(score.userId, { value: score.value, achievedAt: score.achievedAt }, n)
      this.#board.settle(n)
    }
    this.#notify({ kind: 'row', userId: score.userId, score, n })
  }

  #affectsEvent({ change }: EventChange): boolean {
    switch (change?.kind) {
      case 'attempt':
        return change.attempt.machineId === this.spec.machineId
      case 'window':
        return change.window.machineId === this.spec.machineId
      case undefined:
      case 'rounds':
      case 'attempt-removed':
      case 'window-undone':
        return true
      default:
        return false
    }
  }

  #markStale(userId: string | null, n: number): void {
    if (userId === null) this.#isAllStale = true
    else this.#stalePlayers.add(userId)
    this.#notify({ kind: 'stale', userId, n })
  }

  #includes({ windowed, achievedAt, eventId, venueId }: ScoreRecord): boolean {
    const { bounds } = this.spec
    if (this.spec.venueId !== undefined && this.spec.venueId !== venueId) return false
    if (this.spec.eventId !== undefined && this.spec.eventId !== eventId) return false
    return bounds === null || (windowed && achievedAt >= bounds.from && achievedAt < bounds.to)
  }

  #notify(change: BoardChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}

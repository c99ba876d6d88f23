import type { ChangeLogReader } from '../../../platform/db/change-log/reader.ts'
import type { Database } from '../../../platform/db/database.ts'
import { Board } from '../../../ranking/board.ts'
import type { PlayerCard } from '../../accounts/server/api.ts'
import type { EventChange } from '../../events/server/api.ts'
import { type BoardSpec, bestDetails, loadBoard } from './board-store.ts'
import { type MachineTotals, type PlayerScoresErased, type ScoreChange, type ScoreRecord, sparesBoards } from './score-changes.ts'
import { findMachineTotals, memberIds } from './store.ts'

/**
 * What has happened to a board. `row`: a player's row may be another, by this score; `name`: a player has another name; `stale`: the board has to
 * ask the database (`refresh`) for a player's best, or for everything where `userId` is null; `refreshed`: it has asked, any row may be another.
 */
export type BoardChange =
  | { kind: 'row'; userId: string; score: ScoreRecord | null; n: number }
  | { kind: 'name'; userId: string; card: PlayerCard }
  | { kind: 'stale'; userId: string | null; n: number }
  | { kind: 'refreshed' }

export type BoardListener = (change: BoardChange) => void

/** What of the change log boards follow. */
export type BoardEntry =
  | { kind: 'score'; body: ScoreChange }
  | { kind: 'erased'; body: PlayerScoresErased }
  | { kind: 'merged' }
  | { kind: 'membership'; body: { userId: string; member: boolean } }
  | { kind: 'event'; body: EventChange }

/**
 * One board in memory. A new score is applied at once. What only the database knows (a best after a removal, a new member's best) is asked for by
 * `refresh`, when somebody wants the board: the loop of the change log waits for no statement.
 */
export class LiveBoard {
  readonly spec: BoardSpec
  readonly ready: Promise<void>
  readonly #database: Database
  readonly #feed: Pick<ChangeLogReader, 'reach'>
  readonly #listeners = new Set<BoardListener>()
  #board = new Board(0)
  #tally: MachineTotals = { scores: 0, players: 0, zeros: 0 }
  /** null: everybody */
  #members: Set<string> | null = null
  /** whose best the database has to be asked for */
  #stale = new Set<string>()
  #allStale = false
  #isReady = false
  /** whose best is being asked for */
  #asked: ReadonlySet<string> = new Set()
  /** while the whole board is read: what comes meanwhile */
  #meanwhile: { n: number; entry: BoardEntry }[] | null = null
  #refreshing: Promise<void> | null = null

  constructor(database: Database, feed: Pick<ChangeLogReader, 'reach'>, spec: BoardSpec) {
    this.spec = spec
    this.#database = database
    this.#feed = feed
    this.ready = this.#readAll().then(() => {
      this.#isReady = true
    })
  }

  /** It is loaded. */
  get isReady(): boolean {
    return this.#isReady
  }

  get board(): Board {
    return this.#board
  }

  /** Totals of the machine over all its scores. */
  get tally(): MachineTotals {
    return this.#tally
  }

  get watched(): boolean {
    return this.#listeners.size > 0
  }

  /** Something about it has to be asked of the database. */
  get isStale(): boolean {
    return this.#allStale || this.#stale.size > 0 || this.#refreshing !== null
  }

  listen(listener: BoardListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The next change in the log. */
  meet(n: number, entry: BoardEntry): void {
    this.#meanwhile?.push({ n, entry })
    if (this.#isReady) this.#apply(n, entry)
  }

  /** A player has another name or picture. */
  renamed(userId: string, card: PlayerCard): void {
    if (this.#board.place(userId) !== null) this.#tell({ kind: 'name', userId, card })
  }

  /** Resolves when it is loaded and true. @throws what the database throws: then it is as stale as before */
  async fresh(): Promise<void> {
    await this.ready
    while (this.isStale) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null
      })
      await this.#refreshing
    }
  }

  async #refresh(): Promise<void> {
    const [all, userIds] = [this.#allStale, [...this.#stale]]
    this.#allStale = false
    this.#stale = new Set()
    try {
      if (all) await this.#readAll()
      else await this.#readBests(userIds)
    } catch (error) {
      this.#allStale ||= all
      for (const userId of userIds) this.#stale.add(userId)
      throw error
    }
    this.#tell({ kind: 'refreshed' })
  }

  /** A change to a player meanwhile makes him stale again: this answer may be older. */
  async #readBests(userIds: readonly string[]): Promise<void> {
    this.#asked = new Set(userIds)
    try {
      const { bests, position } = await this.#database.snapshot(async (tx, at) => ({
        bests: await bestDetails(tx, this.spec, userIds),
        position: at,
      }))
      await this.#feed.reach(position)
      const known = new Map(bests.map(best => [best.userId, { value: best.value, achievedAt: best.achievedAt }]))
      for (const userId of userIds) if (!this.#stale.has(userId)) this.#board.set(userId, known.get(userId) ?? null)
    } finally {
      this.#asked = new Set()
    }
  }

  async #readAll(): Promise<void> {
    const { bounds, machineId, groupId, eventId, verifiedOnly } = this.spec
    this.#meanwhile = []
    try {
      const read = await this.#database.snapshot(async (tx, position) => {
        const members = groupId === undefined ? null : new Set(await memberIds(tx, groupId))
        const board = new Board(position)
        const table = bounds === null && !verifiedOnly && eventId === undefined ? 'bests' : 'scores'
        for (const { userId: id, value, achievedAt } of await loadBoard(tx, this.spec, table)) board.load({ id, value, achievedAt })
        return { members, board, tally: await findMachineTotals(tx, machineId), position }
      }, true)
      // Access that was lost by then has been revoked when this resolves.
      await this.#feed.reach(read.position)
      this.#members = read.members
      this.#board = read.board
      this.#tally = read.tally
      for (const { n, entry } of this.#meanwhile) if (n > read.position) this.#apply(n, entry)
    } finally {
      this.#meanwhile = null
    }
  }

  #apply(n: number, entry: BoardEntry): void {
    switch (entry.kind) {
      case 'membership':
        if (entry.body.member) this.#members?.add(entry.body.userId)
        else this.#members?.delete(entry.body.userId)
        return this.#markStale(entry.body.userId, n)
      case 'merged':
        return this.#markStale(null, n)
      case 'event':
        return this.#concernsEvent(entry.body) ? this.#markStale(null, n) : undefined
      case 'erased': {
        const { userId, machines } = entry.body
        this.#tally = machines.find(({ machineId }) => machineId === this.spec.machineId)?.tally ?? this.#tally
        return this.#markStale(userId, n)
      }
      case 'score':
        return this.#score(entry.body, n)
    }
  }

  #score(change: ScoreChange, n: number): void {
    if (sparesBoards(change)) return
    const { op, score, tally } = change
    if (tally !== null) this.#tally = tally
    if (this.#members !== null && !this.#members.has(score.userId)) return
    if (!this.#concerns(score)) return this.#tell({ kind: 'row', userId: '', score: null, n })
    const unsure = this.#stale.has(score.userId) || this.#asked.has(score.userId)
    if (op !== 'submitted' || unsure) return this.#markStale(score.userId, n)
    // In an event the attempt counts, and its own change follows.
    if (this.spec.verifiedOnly || this.spec.eventId !== undefined) return this.#tell({ kind: 'row', userId: '', score: null, n })
    const known = this.#board.place(score.userId)
    if (known === null || score.value > known.value || (score.value === known.value && score.achievedAt < known.achievedAt)) {
      this.#board.apply(score.userId, { value: score.value, achievedAt: score.achievedAt }, n)
      this.#board.settle(n)
    }
    this.#tell({ kind: 'row', userId: score.userId, score, n })
  }

  #concernsEvent({ change }: EventChange): boolean {
    switch (change?.kind) {
      case 'attempt':
        return change.attempt.machineId === this.spec.machineId
      case 'window':
        return change.window.machineId === this.spec.machineId
      case undefined:
      case 'attempt-removed':
      case 'window-undone':
        return true
      default:
        return false
    }
  }

  #markStale(userId: string | null, n: number): void {
    if (userId === null) this.#allStale = true
    else this.#stale.add(userId)
    this.#tell({ kind: 'stale', userId, n })
  }

  #concerns({ windowed, achievedAt, eventId }: ScoreRecord): boolean {
    const { bounds } = this.spec
    if (this.spec.eventId !== undefined && this.spec.eventId !== eventId) return false
    return bounds === null || (windowed && achievedAt >= bounds.from && achievedAt < bounds.to)
  }

  #tell(change: BoardChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}

import type { Database } from '../../../platform/db/database.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import { Board } from '../../../standings/board.ts'
import { EVENT_FEED, type EventChange, type EventsDoor } from '../../events/server/door.ts'
import { type GroupsDoor, MEMBERSHIP_FEED, type MembershipChange } from '../../groups/server/door.ts'
import { type BoardSpec, bestDetails, loadBoard } from './board-store.ts'
import { ERASED_FEED, MERGED_FEED, type ScoreChange, type ScoreNews, type ScoresErased, sparesBoards, type Tally } from './news.ts'
import { memberIds, tallyOf } from './store.ts'

/** Whose row may be another now; `score`: by which; `renamed`: only the name; `reloaded`: any row, by whatever score. */
export interface BoardChange {
  userId: string
  score: ScoreNews | null
  renamed?: true
  reloaded?: true
}

/** Who ends the subscriptions of those who may not see a board any more. */
export interface BoardDoors {
  groups: Pick<GroupsDoor, 'dismiss'>
  events: Pick<EventsDoor, 'dismiss'>
}

/** Hears what may have changed. The feed waits for it. */
export type BoardListener = (change: BoardChange) => void | Promise<void>

/** One board in memory: loaded from SQL on first use, then kept true by the feed. */
export class LoadedBoard {
  readonly spec: BoardSpec
  readonly #database: Database
  readonly #doors: BoardDoors
  readonly #follower: Follower
  readonly #listeners = new Set<BoardListener>()
  #board = new Board(0)
  #tally: Tally = { scores: 0, players: 0, zeros: 0 }
  /** null: everybody */
  #members: Set<string> | null = null

  constructor(database: Database, doors: BoardDoors, spec: BoardSpec) {
    this.spec = spec
    this.#database = database
    this.#doors = doors
    this.#follower = follow(
      async () => {
        const position = await this.#load()
        await this.#dismiss()
        return position
      },
      entry => this.#apply(entry),
    )
  }

  get ready(): Promise<void> {
    return this.#follower.ready
  }

  /** It is loaded: what it was offered meanwhile has been applied. */
  get caughtUp(): boolean {
    return this.#follower.caughtUp
  }

  get board(): Board {
    return this.#board
  }

  /** Totals of the machine over all its scores. */
  get tally(): Tally {
    return this.#tally
  }

  get watched(): boolean {
    return this.#listeners.size > 0
  }

  offer(entry: FeedEntry): void | Promise<void> {
    return this.#follower.offer(entry)
  }

  listen(listener: BoardListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async #load(): Promise<number> {
    const { bounds, machineId, groupId, eventId, verifiedOnly } = this.spec
    return this.#database.snapshot(async (tx, position) => {
      if (groupId !== undefined) this.#members = new Set(await memberIds(tx, groupId))
      const board = new Board(position)
      for (const best of await loadBoard(tx, this.spec, bounds === null && !verifiedOnly && eventId === undefined ? 'bests' : 'scores')) {
        board.load({ id: best.userId, value: best.value, achievedAt: best.achievedAt })
      }
      this.#tally = await tallyOf(tx, machineId)
      this.#board = board
      return position
    }, true)
  }

  /** What was read may be newer than the news that some of the readers may not see the group any more. */
  async #dismiss(): Promise<void> {
    const { groupId, eventId } = this.spec
    if (groupId !== undefined) await this.#doors.groups.dismiss(groupId)
    if (eventId !== undefined) await this.#doors.events.dismiss(eventId)
  }

  #apply(entry: FeedEntry): void | Promise<void> {
    if (entry.kind === MEMBERSHIP_FEED) return this.#membership(entry.body as MembershipChange, entry.n)
    if (entry.kind === MERGED_FEED) return this.#readAll()
    if (entry.kind === EVENT_FEED) return this.#event(entry.body as EventChange)
    if (entry.kind === ERASED_FEED) return this.#erased(entry.body as ScoresErased, entry.n)
    const change = entry.body as ScoreChange
    if (sparesBoards(change)) return
    const { op, score, tally } = change
    if (tally !== null) this.#tally = tally
    if (this.#members !== null && !this.#members.has(score.userId)) return
    if (!this.#concerns(score)) return this.#tell(null)
    if (op !== 'submitted') return this.#readAgain(score.userId, score, entry.n)
    // In an event the attempt counts, and its own news follows.
    if (this.spec.verifiedOnly || this.spec.eventId !== undefined) return this.#tell(null)
    const known = this.#board.place(score.userId)
    if (known === null || score.value > known.value || (score.value === known.value && score.achievedAt < known.achievedAt)) {
      this.#board.apply(score.userId, { value: score.value, achievedAt: score.achievedAt }, entry.n)
      this.#board.settle(entry.n)
    }
    return this.#tell(score)
  }

  #membership({ userId, member }: MembershipChange, n: number): Promise<void> {
    if (member) this.#members?.add(userId)
    else this.#members?.delete(userId)
    return this.#readAgain(userId, null, n)
  }

  #erased({ userId, machines }: ScoresErased, n: number): Promise<void> {
    this.#tally = machines.find(({ machineId }) => machineId === this.spec.machineId)?.tally ?? this.#tally
    return this.#readAgain(userId, null, n)
  }

  #event({ change }: EventChange): void | Promise<void> {
    switch (change?.kind) {
      case 'attempt':
        return change.attempt.machineId === this.spec.machineId ? this.#readAll() : undefined
      case 'window':
        return change.window.machineId === this.spec.machineId ? this.#readAll() : undefined
      case undefined:
      case 'attempt-removed':
      case 'window-undone':
        return this.#readAll()
    }
  }

  async #readAll(): Promise<void> {
    await this.#load()
    await this.#dismiss()
    await this.#tellAll({ userId: '', score: null, reloaded: true })
  }

  /** A best may have gone down: SQL knows what it is now, at or after this change. */
  async #readAgain(userId: string, score: ScoreNews | null, n: number): Promise<void> {
    const { best, position } = await this.#database.snapshot(async (tx, at) => ({
      best: (await bestDetails(tx, this.spec, [userId]))[0],
      position: at,
    }))
    await this.#dismiss()
    this.#board.apply(userId, best === undefined ? null : { value: best.value, achievedAt: best.achievedAt }, Math.max(n, position))
    this.#board.settle(n)
    await this.#tell(score, userId)
  }

  /** A player on it has another name. */
  renamed(userId: string): void | Promise<void> {
    if (this.#board.place(userId) !== null) return this.#tellAll({ userId, score: null, renamed: true })
  }

  #concerns({ windowed, achievedAt, eventId }: ScoreNews): boolean {
    const { bounds } = this.spec
    if (this.spec.eventId !== undefined && this.spec.eventId !== eventId) return false
    return bounds === null || (windowed && achievedAt >= bounds.from && achievedAt < bounds.to)
  }

  #tell(score: ScoreNews | null, userId = score?.userId ?? ''): void | Promise<void> {
    return this.#tellAll({ userId, score })
  }

  #tellAll(change: BoardChange): void | Promise<void> {
    const slow: Promise<void>[] = []
    for (const listener of this.#listeners) {
      const waits = listener(change)
      if (waits !== undefined) slow.push(waits)
    }
    if (slow.length > 0) return Promise.all(slow).then(() => undefined)
  }
}

import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { TopWindow, type WindowDifference } from '../../../standings/window.ts'
import type { PictureSize } from '../../uploads/contract.ts'
import type { BoardRowDoc, Status } from '../contract.ts'
import { bestDetails } from './board-store.ts'
import type { BoardName, Boards, CurrentBoard } from './boards.ts'
import { rowPicture } from './documents.ts'
import type { ScoreNews } from './news.ts'
import { atPeriodEnd } from './period-end.ts'
import { serial } from './serial.ts'

interface Detail {
  scoreId: string
  status: Status
  username: string
  displayName: string
  avatar: PictureSize | null
  supporter: boolean
}

export interface BoardViewOptions {
  boards: Boards
  database: Database
  clock: Clock
  name: BoardName
  limit: number
  report(cause: unknown): void
}

/** The top rows of the board that is on now, as documents: one `boards`, up to `limit` `boardRows`. It moves to the next period by itself. */
export class BoardView implements LiveQuery {
  readonly set = new LiveSet()
  readonly #options: BoardViewOptions
  readonly #serial = serial()
  readonly #details = new Map<string, Detail>()
  /** Players whose rows are not shown yet as they are, and those of whom SQL must be asked first: they stay until that is done. */
  readonly #unshown = new Set<string>()
  readonly #stale = new Set<string>()
  #current: CurrentBoard | null = null
  #rows: TopWindow
  #stopListening: () => void = () => {}
  #timer: Timer | null = null
  #closed = false

  constructor(options: BoardViewOptions) {
    this.#options = options
    this.#rows = new TopWindow(options.limit)
  }

  async open(): Promise<this> {
    try {
      await this.#attach()
    } catch (error) {
      this.close()
      throw error
    }
    return this
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
    this.#stopListening()
  }

  async #attach(): Promise<void> {
    const { stop, ...current } = await this.#options.boards.watch(this.#options.name, (_, { userId, score, renamed, reloaded }) =>
      this.#serial(() => {
        if (reloaded) return this.#readAll()
        return this.#follow(userId, score, renamed)
      }),
    )
    if (this.#closed) return stop()
    this.#stopListening()
    this.#stopListening = stop
    await this.#serial(async () => {
      const before = this.#current
      this.#current = current
      this.#rows = new TopWindow(this.#options.limit)
      this.#unshown.clear()
      this.#stale.clear()
      if (before !== null && before.key !== current.key) {
        for (const id of this.set.ids('boardRows')) this.set.remove('boardRows', id)
        this.set.remove('boards', before.key)
      }
      await this.#readAll()
    })
    if (this.#closed) return
    this.#timer = atPeriodEnd(this.#options.clock, current.until, () => this.#attach(), this.#options.report)
  }

  #readAll(): void | Promise<void> {
    const current = this.#current
    if (current === null) return
    this.#details.clear()
    this.#note(this.#rows.read(current.loaded.board))
    for (const id of this.#rows.ids()) this.#stale.add(id)
    return this.#bring(current)
  }

  /** One player's news. Waits only when a row comes in of which nothing is known yet. */
  #follow(userId: string, score: ScoreNews | null, renamed = false): void | Promise<void> {
    const current = this.#current
    if (current === null) return
    this.#note(this.#rows.follow(current.loaded.board, userId))
    const touched = this.#rows.get(userId)
    if (touched !== undefined && renamed) this.#stale.add(userId)
    if (touched !== undefined && score !== null) {
      const isBest = touched.value === score.value && touched.achievedAt === score.achievedAt
      // one that was corrected down may meet another that ties with it: which is shown, SQL knows
      if (this.#stale.has(userId) && isBest && score.version === 1) {
        const { id: scoreId, status, username, displayName, avatar, supporter = false } = score
        this.#details.set(userId, { scoreId, status, username, displayName, avatar, supporter })
        this.#stale.delete(userId)
      } else if (isBest || this.#details.get(userId)?.scoreId === score.id || score.version > 1) this.#stale.add(userId)
    }
    return this.#bring(current)
  }

  #note({ gone, come, changed }: WindowDifference): void {
    for (const id of gone) {
      this.#details.delete(id)
      this.#stale.delete(id)
      this.#unshown.add(id)
    }
    for (const { id } of [...come, ...changed]) {
      this.#stale.add(id)
      this.#unshown.add(id)
    }
  }

  /** Brings the documents up to the board. */
  #bring(current: CurrentBoard): void | Promise<void> {
    if (this.#details.size < this.#rows.size) for (const id of this.#rows.ids()) if (!this.#details.has(id)) this.#stale.add(id)
    if (this.#stale.size === 0) return this.#show(current)
    const asked = [...this.#stale]
    return bestDetails(this.#options.database.db, current.loaded.spec, asked).then(details => {
      for (const { userId, scoreId, status, username, displayName, avatar, supporter } of details)
        this.#details.set(userId, { scoreId, status, username, displayName, avatar, supporter })
      for (const id of asked) {
        this.#stale.delete(id)
        this.#unshown.add(id)
      }
      this.#show(current)
    })
  }

  #show({ key, period, loaded }: CurrentBoard): void {
    const { machineId, groupId, eventId, window, verifiedOnly } = this.#options.name
    for (const id of this.#unshown) {
      const row = this.#rows.get(id)
      const detail = this.#details.get(id)
      if (row === undefined) this.set.remove('boardRows', `${key}/${id}`)
      if (row === undefined || detail === undefined) continue
      const document: BoardRowDoc & Fields = {
        board: key,
        userId: id,
        username: detail.username,
        displayName: detail.displayName,
        ...rowPicture(detail.avatar),
        supporter: detail.supporter,
        scoreId: detail.scoreId,
        value: row.value,
        achievedAt: new Date(row.achievedAt),
        status: detail.status,
      }
      this.set.put('boardRows', `${key}/${id}`, document)
    }
    this.#unshown.clear()
    this.set.put('boards', key, {
      scope: { ...(groupId === undefined ? {} : { groupId }), ...(eventId === undefined ? {} : { eventId }), machineId },
      window,
      period,
      verifiedOnly,
      players: loaded.board.players,
      best: loaded.board.best,
    })
  }
}

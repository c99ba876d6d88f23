import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { Standing } from '../../../standings/order.ts'
import { windowDifference } from '../../../standings/window.ts'
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
  #current: CurrentBoard | null = null
  #rows: readonly Standing[] = []
  #stopListening: () => void = () => {}
  #timer: Timer | null = null
  #closed = false

  constructor(options: BoardViewOptions) {
    this.#options = options
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
        if (reloaded) this.#details.clear()
        return this.#refresh(userId, score, renamed)
      }),
    )
    if (this.#closed) return stop()
    this.#stopListening()
    this.#stopListening = stop
    await this.#serial(async () => {
      const before = this.#current
      this.#current = current
      this.#details.clear()
      this.#rows = []
      if (before !== null && before.key !== current.key) {
        for (const id of this.set.ids('boardRows')) this.set.remove('boardRows', id)
        this.set.remove('boards', before.key)
      }
      await this.#refresh('', null)
    })
    if (this.#closed) return
    this.#timer = atPeriodEnd(this.#options.clock, current.until, () => this.#attach(), this.#options.report)
  }

  /** Brings the documents up to the board; waits only when a row comes in of which nothing is known yet. */
  #refresh(userId: string, score: ScoreNews | null, renamed = false): void | Promise<void> {
    const current = this.#current
    if (current === null) return
    const { board, spec } = current.loaded
    const rows = board.rows(this.#options.limit)
    const { gone, come, changed } = windowDifference(this.#rows, rows)
    const stale = new Set([...come, ...changed].map(row => row.id))
    const touched = rows.find(row => row.id === userId)
    for (const { id } of rows) if (!this.#details.has(id)) stale.add(id)
    if (touched !== undefined && renamed) stale.add(userId)
    if (touched !== undefined && score !== null) {
      const isBest = touched.value === score.value && touched.achievedAt === score.achievedAt
      // one that was corrected down may meet another that ties with it: which is shown, SQL knows
      if (stale.has(userId) && isBest && score.version === 1) {
        const { id: scoreId, status, username, displayName, avatar } = score
        this.#details.set(userId, { scoreId, status, username, displayName, avatar })
        stale.delete(userId)
      } else if (isBest || this.#details.get(userId)?.scoreId === score.id || score.version > 1) stale.add(userId)
    }
    if (stale.size === 0) return this.#show(current, gone, rows)
    return bestDetails(this.#options.database.db, spec, [...stale]).then(details => {
      for (const { userId: id, scoreId, status, username, displayName, avatar } of details)
        this.#details.set(id, { scoreId, status, username, displayName, avatar })
      this.#show(current, gone, rows)
    })
  }

  #show({ key, period, loaded }: CurrentBoard, gone: readonly string[], rows: readonly Standing[]): void {
    const { machineId, groupId, eventId, window, verifiedOnly } = this.#options.name
    this.#rows = rows
    for (const id of gone) {
      this.#details.delete(id)
      this.set.remove('boardRows', `${key}/${id}`)
    }
    for (const row of rows) {
      const detail = this.#details.get(row.id)
      if (detail === undefined) continue
      const document: BoardRowDoc & Fields = {
        board: key,
        userId: row.id,
        username: detail.username,
        displayName: detail.displayName,
        ...rowPicture(detail.avatar),
        supporter: false,
        scoreId: detail.scoreId,
        value: row.value,
        achievedAt: new Date(row.achievedAt),
        status: detail.status,
      }
      this.set.put('boardRows', `${key}/${row.id}`, document)
    }
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

import type { Fields } from '../../../../ddp/wire/ejson.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { DocumentsByCollection, DocumentWriter } from '../../../../platform/live/server/documents.ts'
import type { Loaded, View, ViewSource } from '../../../../platform/live/server/view.ts'
import { TopNWindow, type WindowDifference } from '../../../../ranking/top-n-diff.ts'
import type { PictureSize } from '../../../uploads/contract.ts'
import type { BoardRowDoc, ScoreStatus } from '../../contract.ts'
import { rowPicture } from '../documents.ts'
import type { ScoreRecord } from '../score-fields.ts'
import type { BoardCache, BoardName, CurrentBoard } from './board-cache.ts'
import { bestDetails } from './board-store.ts'
import { BoardWatch } from './board-watch.ts'
import type { BoardChange } from './live-board.ts'

/** The data that a row shows besides its value. */
interface Detail {
  scoreId: string
  status: ScoreStatus
  username: string
  displayName: string
  avatar: PictureSize | null
  supporter: boolean
}

export interface BoardViewOptions {
  boards: BoardCache
  database: Database
  /** returns the number of the last change-log entry that all listeners have applied */
  position: () => number
  name: BoardName
  limit: number
}

/**
 * The top rows of the board of the current period, as documents: one in `boards` and up to `limit` in `boardRows`. A new score is shown at
 * once. A row whose details are not known yet (a player has moved up from below the limit) is shown by the next load.
 */
export class BoardView implements ViewSource {
  readonly #options: BoardViewOptions
  readonly #view: View
  readonly #watch: BoardWatch
  #rows: TopNWindow
  #key: string | null = null
  readonly #details = new Map<string, Detail>()
  /** players whose details have to be read from the database */
  readonly #unknown = new Set<string>()
  /** while details are being read: players whose details were updated by a newer change meanwhile; otherwise null */
  #learned: Set<string> | null = null
  /** players whose published row is out of date */
  readonly #unshown = new Set<string>()

  constructor(options: BoardViewOptions, view: View) {
    this.#options = options
    this.#view = view
    this.#rows = new TopNWindow(options.limit)
    this.#watch = new BoardWatch(options.boards, options.name, change => this.#hear(change))
  }

  async load(): Promise<Loaded> {
    const position = this.#options.position()
    const current = await this.#watch.fresh()
    if (current.key !== this.#key) this.#begin(current)
    this.#note(this.#rows.read(current.loaded.board))
    await this.#ask(current)
    return { position, keys: new Set(), until: current.until, documents: () => this.#all(current) }
  }

  incomplete(): boolean {
    return this.#watch.current?.loaded.isStale === true || this.#missing().length > 0
  }

  close(): void {
    this.#watch.close()
  }

  /** Starts with the board of a new period, whose rows are not known yet. */
  #begin({ key }: CurrentBoard): void {
    this.#key = key
    this.#rows = new TopNWindow(this.#options.limit)
    this.#details.clear()
    this.#unknown.clear()
    this.#unshown.clear()
  }

  #missing(): string[] {
    return [...this.#rows.ids()].filter(id => this.#unknown.has(id) || !this.#details.has(id))
  }

  /** Reads the missing details. A player who is changed meanwhile is marked unknown again, because the result may be older. */
  async #ask({ loaded }: CurrentBoard): Promise<void> {
    const asked = this.#missing()
    if (asked.length === 0) return
    this.#unknown.clear()
    const learned = new Set<string>()
    this.#learned = learned
    try {
      for (const { userId, ...detail } of await bestDetails(this.#options.database.db, loaded.spec, asked)) {
        const { scoreId, status, username, displayName, avatar, supporter } = detail
        if (!learned.has(userId)) this.#details.set(userId, { scoreId, status, username, displayName, avatar, supporter })
      }
    } catch (error) {
      for (const id of asked) this.#unknown.add(id)
      throw error
    } finally {
      this.#learned = null
    }
  }

  #hear(change: BoardChange): void {
    const current = this.#watch.current
    if (current === null || current.key !== this.#key || !current.loaded.isReady) return
    switch (change.kind) {
      case 'name': {
        // The read that is under way may return the old name.
        if (this.#learned !== null) this.#unknown.add(change.userId)
        const detail = this.#details.get(change.userId)
        if (detail === undefined) return
        const { username, displayName, avatar, supporter } = change.card
        this.#details.set(change.userId, { ...detail, username, displayName, avatar: avatar as PictureSize | null, supporter })
        this.#unshown.add(change.userId)
        return this.#show(current)
      }
      case 'stale':
        if (change.userId === null) for (const id of this.#details.keys()) this.#unknown.add(id)
        else this.#unknown.add(change.userId)
        return this.#view.mark(change.n)
      case 'refreshed':
        this.#note(this.#rows.read(current.loaded.board))
        if (this.#missing().length > 0) this.#view.mark()
        return this.#show(current)
      case 'row':
        this.#note(this.#rows.follow(current.loaded.board, change.userId))
        if (change.score !== null) this.#learn(change.score)
        if (this.#missing().length > 0) this.#view.mark(change.n)
        return this.#show(current)
    }
  }

  /** Takes the row's details from a new score if it is its player's best. */
  #learn({ id: scoreId, userId, value, achievedAt, status, username, displayName, avatar, supporter = false }: ScoreRecord): void {
    const row = this.#rows.get(userId)
    if (row === undefined || row.value !== value || row.achievedAt !== achievedAt) return
    if (this.#unknown.delete(userId)) {
      this.#details.set(userId, { scoreId, status, username, displayName, avatar, supporter })
      this.#learned?.add(userId)
    }
    // The score equals the previous best. Only the database knows which of the two is shown.
    else this.#unknown.add(userId)
  }

  #note({ gone, come, changed }: WindowDifference): void {
    for (const id of gone) {
      this.#details.delete(id)
      this.#unknown.delete(id)
      this.#unshown.add(id)
    }
    for (const { id } of [...come, ...changed]) {
      this.#unknown.add(id)
      this.#unshown.add(id)
    }
  }

  /** Updates the published documents, except rows whose details are unknown. */
  #show(current: CurrentBoard): void {
    this.#view.write(documents => {
      for (const id of this.#unshown) {
        if (this.#rows.get(id) === undefined) documents.remove('boardRows', `${current.key}/${id}`)
        else if (this.#unknown.has(id)) continue
        else this.#put(documents, current, id)
        this.#unshown.delete(id)
      }
      documents.put('boards', current.key, this.#board(current))
    })
  }

  #put(documents: DocumentWriter, { key }: CurrentBoard, id: string): void {
    const document = this.#row(key, id)
    if (document !== null) documents.put('boardRows', `${key}/${id}`, document)
  }

  #all(current: CurrentBoard): DocumentsByCollection {
    this.#unshown.clear()
    const rows = [...this.#rows.ids()].flatMap(id => {
      const document = this.#row(current.key, id)
      return document === null ? [] : [[`${current.key}/${id}`, document] as [string, Fields]]
    })
    return { boardRows: rows, boards: [[current.key, this.#board(current)]] }
  }

  #row(board: string, userId: string): (BoardRowDoc & Fields) | null {
    const row = this.#rows.get(userId)
    const detail = this.#details.get(userId)
    if (row === undefined || detail === undefined) return null
    const { username, displayName, avatar, supporter, scoreId, status } = detail
    return {
      board,
      userId,
      username,
      displayName,
      ...rowPicture(avatar),
      supporter,
      scoreId,
      value: row.value,
      achievedAt: new Date(row.achievedAt),
      status,
    }
  }

  #board({ period, loaded }: CurrentBoard): Fields {
    const { machineId, groupId, eventId, window, verifiedOnly } = this.#options.name
    return {
      scope: { ...(groupId === undefined ? {} : { groupId }), ...(eventId === undefined ? {} : { eventId }), machineId },
      window,
      period,
      verifiedOnly,
      players: loaded.board.players,
      best: loaded.board.best,
    }
  }
}

import type { Fields } from '#ddp/wire/ejson.ts'
import type { Database } from '#platform/db/database.ts'
import type { DocumentsByCollection, DocumentWriter } from '#platform/live/server/documents.ts'
import type { View, ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import { TopNWindow, type WindowDifference } from '#ranking/top-n-diff.ts'
import type { BoardRowDoc } from '#scores/contract/boards.ts'
import type { PictureSize } from '#uploads/contract.ts'
import { toRowPicture } from '../documents.ts'
import type { ScoreRecord } from '../score-fields.ts'
import type { BoardCache, BoardName, CurrentBoard } from './board-cache.ts'
import { type BestDetail, type BestRow, bestDetails } from './board-store.ts'
import { BoardWatch } from './board-watch.ts'
import type { BoardChange } from './live-board.ts'

/** The data that a row shows besides its value. */
type Detail = Omit<BestDetail, keyof BestRow>

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
  readonly #staleDetails = new Set<string>()
  /** while details are being read: players whose details were updated by a newer change meanwhile; otherwise null */
  #updatedMeanwhile: Set<string> | null = null
  /** players whose published row is out of date */
  readonly #dirty = new Set<string>()
  /** A change was not applied to the rows, so they have to be read from the board, all of them. */
  #hasSkipped = false

  constructor(options: BoardViewOptions, view: View) {
    this.#options = options
    this.#view = view
    this.#rows = new TopNWindow(options.limit)
    this.#watch = new BoardWatch(options.boards, options.name, change => this.#onChange(change))
  }

  async load(): Promise<ViewLoadResult> {
    const position = this.#options.position()
    const current = await this.#watch.refresh()
    if (current.key !== this.#key) this.#reset(current)
    this.#readRows(current)
    await this.#loadDetails(current)
    return { position, keys: new Set(), until: current.until, documents: () => this.#allDocuments(current) }
  }

  incomplete(): boolean {
    return this.#watch.current?.board.isStale === true || this.#missingDetails().length > 0
  }

  close(): void {
    this.#watch.close()
  }

  /** Starts with the board of a new period, whose rows are not known yet. */
  #reset({ key }: CurrentBoard): void {
    this.#key = key
    this.#rows = new TopNWindow(this.#options.limit)
    this.#details.clear()
    this.#staleDetails.clear()
    this.#dirty.clear()
  }

  #missingDetails(): string[] {
    return [...this.#rows.ids()].filter(id => this.#staleDetails.has(id) || !this.#details.has(id))
  }

  /** Reads the missing details. A player who is changed meanwhile is marked unknown again, because the result may be older. */
  async #loadDetails({ board: loaded }: CurrentBoard): Promise<void> {
    const requested = this.#missingDetails()
    if (requested.length === 0) return
    this.#staleDetails.clear()
    const updatedMeanwhile = new Set<string>()
    this.#updatedMeanwhile = updatedMeanwhile
    try {
      for (const { userId, ...detail } of await bestDetails(this.#options.database.db, loaded.spec, requested)) {
        const { scoreId, status, username, displayName, avatar, supporter } = detail
        if (!updatedMeanwhile.has(userId)) this.#details.set(userId, { scoreId, status, username, displayName, avatar, supporter })
      }
    } catch (error) {
      for (const id of requested) this.#staleDetails.add(id)
      throw error
    } finally {
      this.#updatedMeanwhile = null
    }
  }

  #onChange(change: BoardChange): void {
    const current = this.#watch.current
    if (current === null || current.key !== this.#key || !current.board.isReady) return
    if (change.kind === 'row' || change.kind === 'name') {
      if (this.#hasSkipped || !this.#view.hasUpdateBudget(change.n)) return this.#skip(change)
    }
    switch (change.kind) {
      case 'name': {
        // The read that is under way may return the old name.
        if (this.#updatedMeanwhile !== null) this.#staleDetails.add(change.userId)
        const detail = this.#details.get(change.userId)
        if (detail === undefined) return
        const { username, displayName, avatar, supporter } = change.card
        this.#details.set(change.userId, { ...detail, username, displayName, avatar: avatar as PictureSize | null, supporter })
        this.#dirty.add(change.userId)
        return this.#publish(current, change.n)
      }
      case 'stale':
        if (change.userId === null) for (const id of this.#details.keys()) this.#staleDetails.add(id)
        else this.#staleDetails.add(change.userId)
        return this.#view.markStale(change.n)
      case 'refreshed':
        this.#readRows(current)
        if (this.#missingDetails().length > 0) this.#view.markStale()
        return this.#publish(current, change.n)
      case 'row':
        this.#applyRow(this.#rows.follow(current.board.board, change.userId), change.score)
        if (this.#missingDetails().length > 0) this.#view.markStale(change.n)
        return this.#publish(current, change.n)
    }
  }

  /** Leaves a change to the next load, which reads all rows, and the details of the player whom the change concerns. */
  #skip({ userId, n }: { userId: string; n: number }): void {
    this.#hasSkipped = true
    if (this.#details.has(userId)) this.#staleDetails.add(userId)
    this.#view.markStale(n)
  }

  #readRows({ board }: CurrentBoard): void {
    this.#hasSkipped = false
    this.#markDirty(this.#rows.read(board.board))
  }

  /** @param score the new score that changed the rows, if there is one: its player's row takes its details from it */
  #applyRow(difference: WindowDifference, score: ScoreRecord | null): void {
    this.#markDirty(difference)
    if (score === null) return
    const { id: scoreId, userId, value, achievedAt, status, username, displayName, avatar, supporter = false } = score
    const row = this.#rows.get(userId)
    if (row === undefined || row.value !== value || row.achievedAt !== achievedAt) return
    if ([...difference.added, ...difference.changed].some(({ id }) => id === userId)) {
      this.#staleDetails.delete(userId)
      this.#details.set(userId, { scoreId, status, username, displayName, avatar, supporter })
      this.#updatedMeanwhile?.add(userId)
    }
    // The score equals the previous best. Only the database knows which of them is shown.
    else this.#staleDetails.add(userId)
  }

  #markDirty({ removed, added, changed }: WindowDifference): void {
    for (const id of removed) {
      this.#details.delete(id)
      this.#staleDetails.delete(id)
      this.#dirty.add(id)
    }
    for (const { id } of [...added, ...changed]) {
      this.#staleDetails.add(id)
      this.#dirty.add(id)
    }
  }

  /** Updates the published documents, except rows whose details are unknown. @param n number of the change that is the cause; null: none */
  #publish(current: CurrentBoard, n: number | null): void {
    this.#view.updateDocuments(n, documents => {
      for (const id of this.#dirty) {
        if (this.#rows.get(id) === undefined) documents.remove('boardRows', `${current.key}/${id}`)
        else if (this.#staleDetails.has(id)) continue
        else this.#putRow(documents, current, id)
        this.#dirty.delete(id)
      }
      documents.put('boards', current.key, this.#boardDocument(current))
    })
  }

  #putRow(documents: DocumentWriter, { key }: CurrentBoard, id: string): void {
    const document = this.#rowDocument(key, id)
    if (document !== null) documents.put('boardRows', `${key}/${id}`, document)
  }

  #allDocuments(current: CurrentBoard): DocumentsByCollection {
    this.#dirty.clear()
    const rows = [...this.#rows.ids()].flatMap(id => {
      const document = this.#rowDocument(current.key, id)
      return document === null ? [] : [[`${current.key}/${id}`, document] as [string, Fields]]
    })
    return { boardRows: rows, boards: [[current.key, this.#boardDocument(current)]] }
  }

  #rowDocument(board: string, userId: string): (BoardRowDoc & Fields) | null {
    const row = this.#rows.get(userId)
    const detail = this.#details.get(userId)
    if (row === undefined || detail === undefined) return null
    const { username, displayName, avatar, supporter, scoreId, status } = detail
    return {
      board,
      userId,
      username,
      displayName,
      ...toRowPicture(avatar),
      supporter,
      scoreId,
      value: row.value,
      achievedAt: new Date(row.achievedAt),
      status,
    }
  }

  #boardDocument({ period, board: loaded }: CurrentBoard): Fields {
    const { machineId, groupId, eventId, venueId, window, verifiedOnly } = this.#options.name
    return {
      scope: {
        ...(groupId === undefined ? {} : { groupId }),
        ...(eventId === undefined ? {} : { eventId }),
        ...(venueId === undefined ? {} : { venueId }),
        machineId,
      },
      window,
      period,
      verifiedOnly,
      players: loaded.board.players,
      best: loaded.board.best,
    }
  }
}

import { machineKey } from '#machines/server/changes.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { View, ViewLoadResult } from '#platform/live/server/view.ts'
import type { BoardCache } from './board-cache.ts'
import { type BoardDocument, BoardDocumentsView } from './board-documents-view.ts'

/** A view of documents about one player, each computed from the board of a machine that the player has played. */
export abstract class PlayerBoardsView extends BoardDocumentsView {
  protected readonly userId: string
  readonly #database: Database
  #machineIds: string[] = []

  constructor(view: View, boards: BoardCache, database: Database, position: () => number, userId: string) {
    super(view, boards, position)
    this.#database = database
    this.userId = userId
  }

  /** Reads which documents there are. */
  protected abstract read(db: Db): Promise<BoardDocument[]>

  override async load(): Promise<ViewLoadResult> {
    const position = this.position()
    const documents = await this.read(this.#database.db)
    this.#machineIds = documents.map(({ name }) => name.machineId)
    this.replace(documents)
    return { ...(await super.load()), position }
  }

  override keys(): Set<string> {
    return new Set([this.userId, ...this.#machineIds.map(machineKey)])
  }
}

import type { Fields } from '#ddp/wire/ejson.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import { machineKey } from '#machines/server/changes.ts'
import type { Db } from '#platform/db/database.ts'
import type { View, ViewLoadResult } from '#platform/live/server/view.ts'
import type { PlayerBestDoc, PlayerRankDoc } from '#scores/contract/boards.ts'
import { WINDOWS } from '#scores/rules.ts'
import type { ScoreChange } from '../changes.ts'
import { isCounted } from '../score-fields.ts'
import { listBests } from '../store.ts'
import type { BoardCache } from './board-cache.ts'
import { type BoardDocument, BoardDocumentsView } from './board-documents-view.ts'
import { PlayerBoardsView } from './player-boards-view.ts'

/** One player's ranks on a machine's boards of the current periods: one document per window. */
export const playerRankDocuments = (machineId: string, userId: string): BoardDocument[] =>
  WINDOWS.map(window => ({
    collection: 'places',
    id: `${userId}/${machineId}/${window}`,
    name: { machineId, window, verifiedOnly: false },
    document({ board: loaded }) {
      const place = loaded.board.place(userId)
      if (place === null) return null
      const { rank, players, value, percentile } = place
      const document: PlayerRankDoc & Fields = { userId, machineId, window, rank, players, value, percentile }
      return document
    },
  }))

/** One player's ranks on a machine's boards, or on those of the machine that it has been merged into since. */
export class ScoreRanksView extends BoardDocumentsView {
  readonly #machines: Pick<MachinesApi, 'resolveMerged'>
  readonly #userId: string
  #machineId: string

  constructor(
    view: View,
    boards: BoardCache,
    machines: Pick<MachinesApi, 'resolveMerged'>,
    position: () => number,
    { machineId, userId }: { machineId: string; userId: string },
  ) {
    super(view, boards, position, playerRankDocuments(machineId, userId))
    this.#machines = machines
    this.#userId = userId
    this.#machineId = machineId
  }

  override async load(): Promise<ViewLoadResult> {
    const position = this.position()
    this.#machineId = (await this.#machines.resolveMerged(this.#machineId))?.machineId ?? this.#machineId
    this.replace(playerRankDocuments(this.#machineId, this.#userId))
    return { ...(await super.load()), position }
  }

  override keys(): Set<string> {
    return new Set([machineKey(this.#machineId)])
  }
}

const personalBestDocument = (userId: string, machineId: string, machineName: string): BoardDocument => ({
  collection: 'playerBests',
  id: `${userId}/${machineId}`,
  name: { machineId, window: 'all', verifiedOnly: false },
  document({ board: loaded }) {
    const place = loaded.board.place(userId)
    if (place === null) return null
    const { rank, players, value, percentile } = place
    const document: PlayerBestDoc & Fields = {
      userId,
      machineId,
      machineName,
      value,
      achievedAt: new Date(place.achievedAt),
      rank,
      players,
      percentile,
    }
    return document
  },
})

/** A player's bests on all machines with their ranks, which are updated when other players submit scores. */
export class PlayerRanksView extends PlayerBoardsView {
  protected override async read(db: Db): Promise<BoardDocument[]> {
    return (await listBests(db, this.userId)).map(({ machineId, machineName }) => personalBestDocument(this.userId, machineId, machineName))
  }

  /** True if the score counts and is on a machine for which there is no document yet, so that the view has to be reloaded. */
  isMissing({ op, score }: ScoreChange): boolean {
    return op !== 'removed' && isCounted(score) && !this.has(`${this.userId}/${score.machineId}`)
  }
}

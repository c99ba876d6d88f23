import type { Fields } from '#ddp/wire/ejson.ts'
import type { DocumentWriter } from '#platform/live/server/documents.ts'
import type { View } from '#platform/live/server/view.ts'
import type { ScorePlaceDoc } from '#scores/contract/scores.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import { BoardWatch } from '../boards/board-watch.ts'
import type { LiveBoard } from '../boards/live-board.ts'
import type { ScoreRecord } from '../score-fields.ts'

const PLACES = 'scorePlaces'

type PlacedScore = Pick<ScoreRecord, 'id' | 'userId' | 'machineId' | 'value' | 'achievedAt'>

/** The scores of a list on one machine, and the machine's all-time board. */
interface PlacedMachine {
  watch: BoardWatch
  scores: Map<string, PlacedScore>
}

/** The place of a score on its machine's all-time board; null unless it is its player's best there. */
function toScorePlace({ userId, value, achievedAt }: PlacedScore, { board }: LiveBoard): (ScorePlaceDoc & Fields) | null {
  const place = board.place(userId)
  return place === null || place.value !== value || place.achievedAt !== achievedAt ? null : { rank: place.rank }
}

/**
 * Says of the scores of a list which are their players' bests, and their places on the machines' all-time boards. The boards are in memory; a
 * change of one updates the documents of its machine's scores at once. Only a board that is not loaded yet needs SQL, in the view's load.
 */
export class ScorePlaces {
  readonly #boards: BoardCache
  readonly #view: View
  readonly #machines = new Map<string, PlacedMachine>()

  constructor(boards: BoardCache, view: View) {
    this.#boards = boards
    this.#view = view
  }

  /** Loads the boards of these scores. @throws the database's errors */
  async loadBoards(scores: Iterable<PlacedScore>): Promise<void> {
    const machineIds = new Set([...scores].map(score => score.machineId))
    await BoardWatch.refreshAll(
      this.#boards,
      [...machineIds].map(machineId => this.#machine(machineId).watch),
    )
  }

  /** Replaces the scores by these, whose boards were loaded by `loadBoards`. @returns the documents */
  replace(scores: Iterable<PlacedScore>): [string, Fields][] {
    for (const machine of this.#machines.values()) machine.scores.clear()
    for (const score of scores) this.#machine(score.machineId).scores.set(score.id, score)
    const documents: [string, Fields][] = []
    for (const [machineId, { watch, scores: ownScores }] of this.#machines) {
      if (ownScores.size === 0) this.#stop(machineId)
      else if (watch.current !== null)
        for (const score of ownScores.values()) {
          const place = toScorePlace(score, watch.current.board)
          if (place !== null) documents.push([score.id, place])
        }
    }
    return documents
  }

  /** Adds a score to the list, or replaces it. @returns true if its board is not loaded, so that the view has to be */
  put(score: PlacedScore, documents: DocumentWriter): boolean {
    const { watch, scores } = this.#machine(score.machineId)
    scores.set(score.id, score)
    if (!watch.startIfLoaded()) return true
    this.#write(score, documents, watch.current!.board)
    return false
  }

  /** Takes a score off the list. */
  remove({ id, machineId }: Pick<PlacedScore, 'id' | 'machineId'>, documents: DocumentWriter): void {
    documents.remove(PLACES, id)
    const scores = this.#machines.get(machineId)?.scores
    scores?.delete(id)
    if (scores?.size === 0) this.#stop(machineId)
  }

  /** True if a board has to be loaded before all places are known. */
  get isIncomplete(): boolean {
    return [...this.#machines.values()].some(({ watch }) => watch.current === null || watch.current.board.isStale)
  }

  close(): void {
    for (const { watch } of this.#machines.values()) watch.close()
  }

  #machine(machineId: string): PlacedMachine {
    const known = this.#machines.get(machineId)
    if (known !== undefined) return known
    const scores = new Map<string, PlacedScore>()
    const watch = new BoardWatch(this.#boards, { machineId, window: 'all', verifiedOnly: false }, change => {
      if (change.kind === 'stale') return this.#view.markStale(change.n)
      const { current } = watch
      if (change.kind === 'name' || current === null || !current.board.isReady) return
      const update = (documents: DocumentWriter): void => {
        for (const score of scores.values()) this.#write(score, documents, current.board)
      }
      this.#view.updateDocuments(change.n, update, scores)
    })
    const machine = { watch, scores }
    this.#machines.set(machineId, machine)
    return machine
  }

  #write(score: PlacedScore, documents: DocumentWriter, board: LiveBoard): void {
    const place = toScorePlace(score, board)
    if (place === null) documents.remove(PLACES, score.id)
    else documents.put(PLACES, score.id, place)
  }

  #stop(machineId: string): void {
    this.#machines.get(machineId)?.watch.close()
    this.#machines.delete(machineId)
  }
}

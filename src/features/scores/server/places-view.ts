import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { PlaceDoc, PlayerBestDoc } from '../contract.ts'
import { WINDOWS } from '../rules.ts'
import type { Boards } from './boards.ts'
import type { LoadedBoard } from './loaded-board.ts'
import type { ScoreChange } from './news.ts'
import { bestsOf } from './store.ts'

/** One player's places on a machine's boards of now. */
export async function openPlaces(boards: Boards, machineId: string, userId: string): Promise<LiveQuery> {
  const set = new LiveSet()
  const stops: (() => void)[] = []
  for (const window of WINDOWS) {
    const { loaded } = await boards.current({ machineId, window, verifiedOnly: false })
    const id = `${userId}/${machineId}/${window}`
    const show = (): void => {
      const place = loaded.board.place(userId)
      if (place === null) return set.remove('places', id)
      const document: PlaceDoc & Fields = {
        userId,
        machineId,
        window,
        rank: place.rank,
        players: place.players,
        value: place.value,
        percentile: place.percentile,
      }
      set.put('places', id, document)
    }
    stops.push(loaded.listen(show))
    show()
  }
  return { set, close: () => stops.forEach(stop => void stop()) }
}

/** A player's bests on all machines, with their ranks, true as others play. */
export class PlayerBests implements LiveQuery {
  readonly set = new LiveSet()
  readonly #boards: Boards
  readonly #userId: string
  readonly #machines = new Map<string, () => void>()

  constructor(boards: Boards, userId: string) {
    this.#boards = boards
    this.#userId = userId
  }

  async open(database: Database): Promise<this> {
    for (const { machineId, machineName } of await bestsOf(database.db, this.#userId)) await this.#watch(machineId, machineName)
    return this
  }

  /** A first score on a machine brings a new row. */
  async offer({ op, score }: ScoreChange): Promise<void> {
    if (op === 'submitted' && !this.#machines.has(score.machineId)) await this.#watch(score.machineId, score.machineName)
  }

  close(): void {
    for (const stop of this.#machines.values()) stop()
  }

  async #watch(machineId: string, machineName: string): Promise<void> {
    this.#machines.set(machineId, () => undefined)
    const { loaded } = await this.#boards.current({ machineId, window: 'all', verifiedOnly: false })
    const show = (): void => this.#show(loaded, machineId, machineName)
    this.#machines.set(machineId, loaded.listen(show))
    show()
  }

  #show(loaded: LoadedBoard, machineId: string, machineName: string): void {
    const place = loaded.board.place(this.#userId)
    const id = `${this.#userId}/${machineId}`
    if (place === null) return this.set.remove('playerBests', id)
    const { rank, players, value, percentile, achievedAt } = place
    const document: PlayerBestDoc & Fields = {
      userId: this.#userId,
      machineId,
      machineName,
      value,
      achievedAt: new Date(achievedAt),
      rank,
      players,
      percentile,
    }
    this.set.put('playerBests', id, document)
  }
}

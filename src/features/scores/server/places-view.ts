import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { PlaceDoc, PlayerBestDoc } from '../contract.ts'
import { WINDOWS, type Window } from '../rules.ts'
import type { Boards } from './boards.ts'
import type { LoadedBoard } from './loaded-board.ts'
import type { ScoreChange } from './news.ts'
import { atPeriodEnd } from './period-end.ts'
import { bestsOf } from './store.ts'

export interface PlacesOptions {
  boards: Boards
  clock: Clock
  machineId: string
  userId: string
  report(cause: unknown): void
}

/** One player's places on a machine's boards of now. Each moves to the next period by itself. */
export async function openPlaces(options: PlacesOptions): Promise<LiveQuery> {
  const set = new LiveSet()
  const places = WINDOWS.map(window => new WindowPlace(options, window, set))
  const close = (): void => places.forEach(place => void place.close())
  try {
    for (const place of places) await place.attach()
  } catch (error) {
    close()
    throw error
  }
  return { set, close }
}

class WindowPlace {
  readonly #options: PlacesOptions
  readonly #window: Window
  readonly #set: LiveSet
  #stop = (): void => {}
  #loaded: LoadedBoard | null = null
  #timer: Timer | null = null
  #closed = false

  constructor(options: PlacesOptions, window: Window, set: LiveSet) {
    this.#options = options
    this.#window = window
    this.#set = set
  }

  async attach(): Promise<void> {
    const { boards, clock, machineId, report } = this.#options
    const name = { machineId, window: this.#window, verifiedOnly: false }
    const { loaded, until, stop } = await boards.watch(name, () => this.#show())
    if (this.#closed) return stop()
    this.#stop()
    this.#stop = stop
    this.#loaded = loaded
    this.#show()
    this.#timer = atPeriodEnd(clock, until, () => this.attach(), report)
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
    this.#stop()
  }

  #show(): void {
    if (this.#loaded === null) return
    const { machineId, userId } = this.#options
    const id = `${userId}/${machineId}/${this.#window}`
    const place = this.#loaded.board.place(userId)
    if (place === null) return this.#set.remove('places', id)
    const { rank, players, value, percentile } = place
    const document: PlaceDoc & Fields = { userId, machineId, window: this.#window, rank, players, value, percentile }
    this.#set.put('places', id, document)
  }
}

/** A player's bests on all machines, with their ranks, true as others play. */
export class PlayerBests implements LiveQuery {
  readonly set = new LiveSet()
  readonly #boards: Boards
  readonly #userId: string
  readonly #machines = new Map<string, () => void>()
  #closed = false

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

  /** The scores on one machine are on another now. */
  async merged(from: string, into: string, machineName: string): Promise<void> {
    const stop = this.#machines.get(from)
    if (stop === undefined) return
    stop()
    this.#machines.delete(from)
    this.set.remove('playerBests', `${this.#userId}/${from}`)
    if (!this.#machines.has(into)) await this.#watch(into, machineName)
  }

  close(): void {
    this.#closed = true
    for (const stop of this.#machines.values()) stop()
  }

  async #watch(machineId: string, machineName: string): Promise<void> {
    this.#machines.set(machineId, () => undefined)
    const show = (loaded: LoadedBoard): void => this.#show(loaded, machineId, machineName)
    const { loaded, stop } = await this.#boards.watch({ machineId, window: 'all', verifiedOnly: false }, show).catch(error => {
      this.#machines.delete(machineId)
      throw error
    })
    if (this.#closed) return stop()
    this.#machines.set(machineId, stop)
    show(loaded)
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

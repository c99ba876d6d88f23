import { LOOK_MS, type SentEnd, SimulatedBoard, type SimulatedDatagram, type SimulatedGame } from './board-simulator.ts'
import { Dice } from './dice.ts'
import { BAD_NETWORK, type NetworkModel, type SimulationOptions } from './simulation-options.ts'

/*
 * A venue of machine boards for tests, without sockets and clock. It is made from what is known of the boards (see decision 060), not from
 * our tracker: machines are played, boards look at their memory four times a second and broadcast what has changed, and a bad network loses,
 * doubles and delays that. The truth (which games were played, and what was told of them) stands beside it.
 */

interface Arrival {
  datagram: SimulatedDatagram
  end: SentEnd | undefined
}

/** A venue whose boards are played on. */
export class VenueSimulation {
  readonly boards: readonly SimulatedBoard[]
  /** every game that has begun, in the order of their beginnings at each board */
  readonly games: SimulatedGame[] = []
  readonly #dice: Dice
  readonly #network: NetworkModel
  /** what is on its way, by the look (250 ms) in which it arrives */
  readonly #arrivals = new Map<number, Arrival[]>()
  #looks = 0

  constructor({
    seed,
    boards = 60,
    families = ['wpc', 'system11', 'dataEast', 'em'],
    network = BAD_NETWORK,
    ordinary = false,
  }: SimulationOptions) {
    this.#dice = new Dice(seed)
    this.#network = { ...BAD_NETWORK, ...network }
    const options = { seed, boards, families, network: this.#network, ordinary }
    this.boards = Array.from({ length: boards }, (_, i) => new SimulatedBoard(i, this, this.games, options))
  }

  /** Time (ms) up to which the boards have lived. */
  get now(): number {
    return this.#looks * LOOK_MS
  }

  /** Lets 250 ms pass. @returns the datagrams that arrived meanwhile, in their order */
  step(): SimulatedDatagram[] {
    const look = this.#looks
    this.#looks += 1
    for (const board of this.boards) board.runUntil(this.now)
    const arrivals = (this.#arrivals.get(look) ?? []).sort((a, b) => a.datagram.at - b.datagram.at)
    this.#arrivals.delete(look)
    for (const { datagram, end } of arrivals) {
      if (end === undefined) continue
      end.game.arrivedAt ??= datagram.at
      end.game.arrived.push(end.attempt)
      for (const [i, initials] of end.initials.entries()) end.game.arrivedInitials[i]!.add(initials)
    }
    return arrivals.map(({ datagram }) => datagram)
  }

  /** Yields what arrives in the next `ms`, in its order. */
  *datagrams(ms: number): Generator<SimulatedDatagram> {
    for (const until = this.now + ms; this.now < until; ) yield* this.step()
  }

  /** For boards: the network takes a datagram. */
  send(at: number, datagram: Omit<SimulatedDatagram, 'at'>, end?: SentEnd): void {
    const { loss, duplicates } = this.#network
    const copies = this.#dice.chance(duplicates) ? 2 : 1
    for (let i = 0; i < copies; i++) {
      if (this.#dice.chance(loss)) continue
      const arrivesAt = at + this.#delay()
      const look = Math.floor(arrivesAt / LOOK_MS)
      const arrivals = this.#arrivals.get(look)
      const arrival = { datagram: { ...datagram, at: arrivesAt }, end }
      if (arrivals === undefined) this.#arrivals.set(look, [arrival])
      else arrivals.push(arrival)
    }
  }

  #delay(): number {
    const { late, veryLate } = this.#network
    const dice = this.#dice.next()
    const most = dice < veryLate ? 5000 : dice < veryLate + late ? 2000 : 40
    return this.#dice.between(1, most)
  }
}

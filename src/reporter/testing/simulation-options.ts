export type BoardFamily = 'wpc' | 'system11' | 'dataEast' | 'em'

/** What the network does to datagrams: shares of them, and ms. */
export interface NetworkModel {
  loss: number
  duplicates: number
  /** share that comes up to 2 s late */
  late: number
  /** share that comes up to 5 s late */
  veryLate: number
  /** chance in each minute that a board is out of reach for 20 to 120 s */
  outages: number
}

export const BAD_NETWORK: NetworkModel = { loss: 0.2, duplicates: 0.05, late: 0.1, veryLate: 0.003, outages: 0.005 }
export const GOOD_NETWORK: NetworkModel = { loss: 0, duplicates: 0, late: 0, veryLate: 0, outages: 0 }

export interface SimulationOptions {
  seed: number
  boards?: number
  /** each board is of one of these */
  families?: readonly BoardFamily[]
  network?: Partial<NetworkModel>
  /** games are played to their end, without restarts, modes, unreadable scores and resets of the counter */
  ordinary?: boolean
}

import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { MachineType } from '../contract/machine-types.ts'
import type { FoundMachine, MergePreview } from '../contract/machines.ts'
import type { MachineMerge } from './shared/machine-merge-types.ts'
import type { LastPlayed } from './shared/tally-store.ts'

/** The data of a machine that other features need often. It is cached. */
export interface KnownMachine {
  machineId: string
  name: string
  manufacturer: string
  year: number | null
  type: MachineType
}

/** A machine of the catalogue, with what other catalogues name it by. */
export interface CatalogueEntry {
  machineId: string
  name: string
  manufacturer: string
  year: number | null
  /** its own, and those of machines that were merged into it */
  opdbIds: string[]
  ipdbId: number | null
}

/** The callbacks with which a feature takes part in merging two machines. */
export interface MachineMergeHook {
  /** Returns what `move` would move of this feature's data. @throws DdpError 409 if it cannot be moved */
  preview(db: Db, merging: MachineMerge): Promise<Partial<MergePreview>>
  /** Locks the rows that all writers lock before they lock machines. */
  lock?(tx: Db, merging: MachineMerge): Promise<void>
  /**
   * Moves the feature's data while both machines' rows are locked. Afterwards no row of the feature may refer to `from`.
   * @returns the changes to append to the change log
   * @throws DdpError 409 if the data cannot be moved
   */
  move(tx: Db, merging: MachineMerge): Promise<NewChange[]>
}

/** What other features may call on the machines feature. */
export interface MachinesApi {
  /** A machine from the cache or the database; null if it does not exist. */
  machine(machineId: string): Promise<KnownMachine | null>
  /** The same; if the machine was merged into another one, returns that one. */
  resolveMerged(machineId: string): Promise<KnownMachine | null>
  /** The id of the machine that this one was merged into, read from the database without the cache; null if it was not merged. */
  findMergeTarget(machineId: string): Promise<string | null>
  /** Returns all machines that are not retired, to compare them with those of another catalogue. */
  catalogue(): Promise<CatalogueEntry[]>
  /** Registers callbacks for every merge. They run in the order of registration. */
  onMerge(merger: MachineMergeHook): void
  /** Returns the same as the method `machines.search`. */
  search(text: string, limit: number): Promise<FoundMachine[]>
  /**
   * Shows new totals of one machine in the open views.
   * @param n number of the change-log entry that caused them. The row in
   * `machine_tallies` was written by the statement that wrote the score.
   * @param played `playedAt`: when the game of a new score ended, in ms, which lists that every visitor sees may show a little later, with
   *   others that come meanwhile; `lastPlayedAt`: what another change has made of the newest game
   */
  setTotals(machineId: string, totals: { scores: number; players: number }, n: number, played?: { playedAt: number } | LastPlayed): void
}

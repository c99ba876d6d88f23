import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { FoundMachine, MachineType, MergePreview } from '../contract.ts'

/** What other features need of a machine on every call. */
export interface KnownMachine {
  machineId: string
  name: string
  manufacturer: string
  year: number | null
  type: MachineType
}

/** Two entries of the catalogue that are one machine; by id. */
export interface Merging {
  from: string
  into: string
}

/** What a feature does with its part when two machines become one. */
export interface Merger {
  /** What of it would move. @throws DdpError 409 when it cannot */
  preview(db: Db, merging: Merging): Promise<Partial<MergePreview>>
  /** Locks what is locked before machines are. */
  hold?(tx: Db, merging: Merging): Promise<void>
  /** Moves it; both machines are locked. Afterwards nothing may name `from`. @returns the news. @throws DdpError 409 when it cannot */
  move(tx: Db, merging: Merging): Promise<NewChange[]>
}

/** What other features may ask of machines. */
export interface MachinesApi {
  /** cached; null when there is no such machine */
  machine(machineId: string): Promise<KnownMachine | null>
  /** The same, or the one that it was merged into. */
  followed(machineId: string): Promise<KnownMachine | null>
  /** What a machine was merged into, as the database has it now; null: it was not */
  mergedInto(machineId: string): Promise<string | null>
  /** Has a part in every merge, after those that came before. */
  onMerge(merger: Merger): void
  /** As the method `machines.search` answers. */
  search(text: string, limit: number): Promise<FoundMachine[]>
  /** New totals of one machine, by the change `n`. Its row of `machine_tallies` is written by the statement that writes a score. */
  counted(machineId: string, totals: { scores: number; players: number }, n: number): void
}

export { ANY_MACHINE, machineKey, machineKeys, machinesChanged } from './changes.ts'

import type { FoundMachine, MachineType } from '../contract.ts'

/** What other features need of a machine on every call. */
export interface KnownMachine {
  machineId: string
  name: string
  manufacturer: string
  year: number | null
  type: MachineType
}

/** What other features may ask of machines. */
export interface MachinesDoor {
  /** cached; null when there is no such machine */
  machine(machineId: string): Promise<KnownMachine | null>
  /** As the method `machines.search` answers. */
  search(text: string, limit: number): Promise<FoundMachine[]>
  /** New totals of one machine. Its row of `machine_tallies` is written by the statement that writes a score. */
  counted(machineId: string, totals: { scores: number; players: number }): void
}

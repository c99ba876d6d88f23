import { defineChange } from '#platform/db/change-log/define-change.ts'
import { type ListedMachine, machineListKeys } from './list-keys.ts'

/**
 * The catalogue entries of these machines changed: they were added, edited or merged. null: any machine may have changed.
 * @property listed what decided about the lists that they stand in, before and after; none if that is as before. If it is absent, they may
 * have entered or left any list
 * @property name the new name of the machine, if an editor has changed it
 */
export interface MachinesChange {
  machineIds: readonly string[] | null
  listed?: readonly ListedMachine[]
  name?: string
}

export const machinesChanged = defineChange<MachinesChange>('machine')

/** The keys by which views watch machines: one per machine, and `ANY_MACHINE` for changes that may concern any machine. */
export const machineKey = (machineId: string): string => `machine:${machineId}`
export const ANY_MACHINE = 'any machine'

/** The key of every list that a machine may enter. */
export const ANY_LIST = 'any list'

/** The keys of the views that show the machines of a change. */
export const machineKeys = ({ machineIds }: MachinesChange): string[] => (machineIds === null ? [ANY_MACHINE] : machineIds.map(machineKey))

/** The keys of the lists that machines may enter or leave by a change, and of the views that show them. */
export const machineAndListKeys = (change: MachinesChange): string[] => [
  ...machineKeys(change),
  ...(change.listed?.flatMap(machineListKeys) ?? [ANY_LIST]),
]

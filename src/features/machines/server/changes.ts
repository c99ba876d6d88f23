import { defineChange } from '../../../platform/db/change-log/define-change.ts'

/** The catalogue says something else of these machines, new and merged ones included; null: of any. */
export const machinesChanged = defineChange<{ machineIds: readonly string[] | null }>('machine')

/** Keys of views that show machines: each machine's, and one for a change of any. */
export const machineKey = (machineId: string): string => `machine:${machineId}`
export const ANY_MACHINE = 'any machine'

/** The keys of the views that show the machines of a change. */
export const machineKeys = ({ machineIds }: { machineIds: readonly string[] | null }): string[] =>
  machineIds === null ? [ANY_MACHINE] : machineIds.map(machineKey)

import { defineChange } from '../../../platform/db/change-log/define-change.ts'

/** The catalogue entries of these machines changed: they were added, edited or merged. null: any machine may have changed. */
export const machinesChanged = defineChange<{ machineIds: readonly string[] | null }>('machine')

/** The keys by which views watch machines: one per machine, and `ANY_MACHINE` for changes that may concern any machine. */
export const machineKey = (machineId: string): string => `machine:${machineId}`
export const ANY_MACHINE = 'any machine'

/** The keys of the views that a change concerns. */
export const machineKeys = ({ machineIds }: { machineIds: readonly string[] | null }): string[] =>
  machineIds === null ? [ANY_MACHINE] : machineIds.map(machineKey)

import { matchesText } from '../../../../platform/text/fold.ts'

/** A machine that was recently picked on this device. */
export interface RecentMachine {
  machineId: string
  name: string
  /** manufacturer, and year if known */
  detail?: string
  pickedAt: Date
}

/** The machines that the typed text finds as a search does. */
export const filterRecentMachines = (machines: readonly RecentMachine[], typed: string): RecentMachine[] =>
  machines.filter(({ name }) => matchesText([name], typed))

import { matchesText } from '#platform/text/fold.ts'

/** A machine that was recently picked on this device. */
export interface RecentMachine {
  machineId: string
  name: string
  /** manufacturer, and year if known */
  detail?: string
  pickedAt: Date
}

/** The machines that the typed text finds as a search does. */
export const filterByName = <Machine extends { name: string }>(machines: readonly Machine[], typed: string): Machine[] =>
  machines.filter(({ name }) => matchesText([name], typed))

import type { StandingsMachine } from '#events/contract/documents.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'

/** One player's place on a machine of an event. */
export interface MachinePlace {
  row: LabelledStanding
  result: StandingsMachine
}

/** Returns the places on a machine, best first; players who share a rank are sorted by name. */
export function listMachinePlaces(rows: readonly LabelledStanding[], machineId: string): MachinePlace[] {
  return rows
    .flatMap(row => {
      const result = row.machines.find(each => each.machineId === machineId)
      return result === undefined ? [] : [{ row, result }]
    })
    .sort((a, b) => a.result.rank - b.result.rank || a.row.displayName.localeCompare(b.row.displayName, 'en'))
}

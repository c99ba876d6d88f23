import type { Fields } from '#ddp/wire/ejson.ts'
import { shownFields } from '#platform/live/record.ts'
import { MACHINE_FIELDS } from '../contract/machine-fields.ts'
import type { FoundMachine, MachineDoc } from '../contract/machines.ts'
import type { MachineRow } from './store.ts'

export function machineDocument(row: MachineRow): MachineDoc & Fields {
  return {
    ...shownFields(MACHINE_FIELDS, row),
    ...(row.backglass === null ? {} : { backglass: row.backglass }),
    scores: row.scores,
    players: row.players,
    retired: row.retired,
  }
}

export const toFoundMachine = ({ id, name, manufacturer, year, type, scores }: MachineRow): FoundMachine & Fields => ({
  machineId: id,
  name,
  manufacturer,
  year,
  type,
  scores,
})

import type { Fields } from '#ddp/wire/ejson.ts'
import type { FoundMachine, MachineDoc } from '../contract/machines.ts'
import type { MachineRow } from './store.ts'

export function machineDocument(row: MachineRow): MachineDoc & Fields {
  return {
    name: row.name,
    manufacturer: row.manufacturer,
    year: row.year,
    type: row.type,
    ...(row.display === null ? {} : { display: row.display }),
    ...(row.playerCount === null ? {} : { playerCount: row.playerCount }),
    ...(row.opdbId === null ? {} : { opdbId: row.opdbId }),
    ...(row.ipdbId === null ? {} : { ipdbId: row.ipdbId }),
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

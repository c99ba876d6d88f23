import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { EventDoc, EventMachineDoc, StandingsDoc } from '../contract/documents.ts'
import type { EventFormat } from '../rules/format.ts'
import { shownPoints } from '../rules/points.ts'
import type { ScoreRow } from '../rules/score-row.ts'
import { stateAt } from '../rules/state.ts'
import type { EntrantRow, EventMachineRow, EventRow } from './store.ts'

export function eventDocument(event: EventRow, now: number): EventDoc & Fields {
  const { name, description, venue, timeZone, format, machineIds, groupId, directorId, players, receipt } = event
  return {
    name,
    description,
    venue,
    startsAt: new Date(event.startsAt),
    endsAt: new Date(event.endsAt),
    timeZone,
    format: format as EventFormat & Fields,
    state: stateAt(event, now),
    machineIds: [...machineIds],
    ...(groupId === null ? {} : { groupId }),
    directorId,
    players,
    receipt,
  }
}

export function eventMachineDocument({ id, format }: EventRow, machine: EventMachineRow): EventMachineDoc & Fields {
  const target = format.kind === 'pin-golf' ? format.targets[machine.machineId] : undefined
  return { eventId: id, ...machine, ...(target === undefined ? {} : { target }) }
}

export function standingsDocument(eventId: string, row: ScoreRow, entrant: EntrantRow | undefined): StandingsDoc & Fields {
  return {
    eventId,
    entrantId: row.entrantId,
    ...(entrant?.userId ? { userId: entrant.userId, username: entrant.username ?? '' } : {}),
    displayName: entrant?.displayName ?? '',
    rank: row.rank,
    points: shownPoints(row.points),
    ...(row.tieBreak === null ? {} : { tieBreak: row.tieBreak }),
    ...(row.strokes === undefined ? {} : { strokes: row.strokes }),
    machines: row.machines.map(({ machineId, value, strokes, rank, points, counted }) => ({
      machineId,
      value,
      ...(strokes === undefined ? {} : { strokes }),
      rank,
      points: shownPoints(points),
      counted,
    })),
  }
}

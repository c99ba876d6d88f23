import type { Clock } from '#ddp/timing/clock.ts'
import { noEvent } from '#events/contract/errors.ts'
import { EVENT_FIELDS } from '#events/contract/event-fields.ts'
import { nextChange, stateAt } from '#events/rules/event-state.ts'
import { gradeStages } from '#events/rules/stages/whole-results.ts'
import type { EventGrade } from '#events/rules/tgp/grade-event.ts'
import { type ExportedEvent, gradeExport, recomputeStandings } from '#events/rules/verify-export.ts'
import type { Database } from '#platform/db/database.ts'
import { shownFields } from '#platform/live/record.ts'
import { localDate } from '#platform/ui/format/ssr-format.ts'
import { zoneOffset } from '#platform/ui/time/zoned-time.ts'
import { listEventAttempts } from '../attempts/attempt-store.ts'
import { listVoidWindows } from '../attempts/void-store.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import { listLogEntries } from '../log/event-log-store.ts'
import { listAdjustments } from '../rounds/adjustment-store.ts'
import { listRounds, toRound } from '../rounds/round-store.ts'
import { finalsOf } from '../stages.ts'
import { listPlayoffs } from '../standings/playoff-store.ts'
import { eventById, eventMachines, shownEventValues } from '../store.ts'
import { eventFileName } from './file-name.ts'
import { ifpaCsv, resultsCsv } from './results-csv.ts'

export type ExportFormat = 'csv' | 'json' | 'ifpa'

export interface ExportedFile {
  filename: string
  type: string
  body: string
  /** with the file for IFPA: how IFPA would grade the event */
  grade?: EventGrade
}

const toIso = (ms: number): string => new Date(ms).toISOString()

/**
 * Returns a time as the clocks of the event showed it, with their offset: `2026-11-20T20:00:00.000-08:00`. So its first ten
 * characters are the date on which the event took place there.
 */
function toLocalIso(ms: number, offset: number): string {
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map(part => String(part).padStart(2, '0'))
  return localDate(new Date(ms), offset)
    .toISOString()
    .replace('Z', `${offset < 0 ? '-' : '+'}${hours}:${minutes}`)
}

/** An event as it was read for its files. */
interface ReadEvent {
  exported: ExportedEvent
  /** number of the last change that it includes */
  position: number
  /** until when (ms) it holds without a change; null: always */
  until: number | null
  /** true: nobody may be shown its standings but those who direct the event */
  standingsHeld: boolean
  /** ids of its finals, in the order of the places that they are played for */
  finals: string[]
}

/**
 * Exports an event from one snapshot of the database. Late scores that wait for the director are left out.
 * @throws DdpError 404
 */
export async function exportEvent(database: Database, clock: Clock, eventId: string): Promise<ReadEvent> {
  return database.readSnapshot(async (tx, position) => {
    const row = await eventById(tx, eventId)
    if (row === null) throw noEvent()
    const adjustments = await listAdjustments(tx, eventId)
    const { machineIds: _, ...fields } = shownFields(EVENT_FIELDS, shownEventValues(row))
    const { startsAt, endsAt, timeZone } = row
    const [startsOffset, endsOffset] = [zoneOffset(startsAt, timeZone), zoneOffset(endsAt, timeZone)]
    const event: Omit<ExportedEvent, 'standings'> = {
      kind: 'skillshot-event',
      version: 1,
      exportedAt: toIso(clock.now()),
      event: {
        id: eventId,
        ...fields,
        startsAt: toLocalIso(startsAt, startsOffset),
        endsAt: toLocalIso(endsAt, endsOffset),
        startsOffset,
        endsOffset,
        state: stateAt(row, clock.now()),
      },
      machines: (await eventMachines(tx, eventId)).map(machine => ({ machineId: machine.machineId, name: machine.name })),
      entrants: (await listPlayingEntrants(tx, eventId)).map(entrant => ({
        id: entrant.id,
        displayName: entrant.displayName,
        ...(entrant.username ? { username: entrant.username } : {}),
        ...(entrant.ifpaNumber === null ? {} : { ifpaNumber: entrant.ifpaNumber }),
        ...(entrant.seed === null ? {} : { seed: entrant.seed }),
        ...(entrant.qualifiedAs === null ? {} : { qualifiedAs: entrant.qualifiedAs }),
      })),
      attempts: (await listEventAttempts(tx, eventId)).filter(({ pending }) => !pending),
      voids: await listVoidWindows(tx, eventId),
      rounds: (await listRounds(tx, eventId, { held: false })).map(round => ({ ...toRound(round), seed: round.seed })),
      playoffs: [...(await listPlayoffs(tx, eventId))].map(order => [...order]),
      ...(adjustments.length === 0 ? {} : { adjustments }),
      log: (await listLogEntries(tx, eventId)).map(({ at, by, action, what }) => ({
        at: at.toISOString(),
        by: by?.username ?? null,
        action,
        what,
      })),
    }
    const until = nextChange(row, clock.now())
    const exported = { ...event, standings: recomputeStandings(event), ifpa: gradeExport(event) }
    return { exported, position, until, standingsHeld: row.standingsHeld, finals: finalsOf(row) }
  })
}

/** @param finals of the event, which its file for IFPA includes */
export function toExportedFile(event: ExportedEvent, as: ExportFormat, finals: readonly ExportedEvent[] = []): ExportedFile {
  const name = eventFileName(event.event.name, new Date(event.event.startsAt), event.event.timeZone)
  if (as === 'ifpa') {
    const grade =
      finals.length === 0 ? event.ifpa! : gradeStages(event, finals, stage => gradeExport(stage, Number.POSITIVE_INFINITY).percent)
    return { filename: `${name}-ifpa.csv`, type: 'text/csv; charset=utf-8', body: ifpaCsv(event, finals), grade }
  }
  const filename = `${name}.${as}`
  return as === 'csv'
    ? { filename, type: 'text/csv; charset=utf-8', body: resultsCsv(event) }
    : { filename, type: 'application/json', body: `${JSON.stringify(event, null, 2)}\n` }
}

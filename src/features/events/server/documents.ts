import type { Fields } from '../../../ddp/wire/ejson.ts'
import type {
  EventAttemptDoc,
  EventDeviceDoc,
  EventDoc,
  EventEntrantDoc,
  EventGroupDoc,
  EventMachineDoc,
  EventRoundDoc,
  StandingsDoc,
} from '../contract/documents.ts'
import { type EventFormat, scoreRules } from '../formats/registry.ts'
import { stateAt } from '../rules/event-state.ts'
import { isContested } from '../rules/result-agreement.ts'
import { shownPoints } from '../rules/standings/points.ts'
import type { StandingsEntry } from '../rules/standings/standings-entry.ts'
import { shownDecision } from '../rules/standings/tie-break.ts'
import { chosenOptions } from '../rules/standings-options.ts'
import type { AttemptRow } from './attempts/attempt-store.ts'
import type { EventDeviceRow } from './devices/device-store.ts'
import type { EntrantRow } from './entrants/entrant-store.ts'
import type { MatchGroupRow, RoundRow } from './rounds/round-store.ts'
import type { EventMachineRow, EventRow } from './store.ts'

export function eventDocument(event: EventRow, now: number): EventDoc & Fields {
  const { name, description, venue, timeZone, format, machineIds, groupId, agreement, capacity, directorId, players, staff, receipt } =
    event
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
    ...(agreement === 'director' ? {} : { agreement }),
    ...(capacity === null ? {} : { capacity }),
    ...chosenOptions(event),
    directorId,
    director: { username: event.directorUsername, displayName: event.directorName },
    ...(staff.length === 0 ? {} : { staff: staff.map(each => ({ ...each })) }),
    players,
    receipt,
  }
}

export function eventMachineDocument({ id, format }: EventRow, machine: EventMachineRow): EventMachineDoc & Fields {
  const hole = scoreRules(format)?.hole(machine.machineId) ?? null
  const { brokenAt, ...shown } = machine
  return { eventId: id, ...shown, active: brokenAt === null, ...(hole === null ? {} : { target: hole.target }) }
}

export function standingsDocument(eventId: string, row: StandingsEntry, entrant: EntrantRow | undefined): StandingsDoc & Fields {
  const { entrantId, rank, tieBreak, decidedBy, points, machines, games, ...figures } = row
  return {
    eventId,
    entrantId,
    ...(entrant?.userId ? { userId: entrant.userId, username: entrant.username ?? '' } : {}),
    displayName: entrant?.displayName ?? '',
    rank,
    points: shownPoints(points),
    ...(tieBreak === null ? {} : { tieBreak }),
    ...(decidedBy === undefined ? {} : { decidedBy: { ...shownDecision(decidedBy) } }),
    ...figures,
    machines: machines.map(({ attemptId: _, ...result }) => ({ ...result, points: shownPoints(result.points) })),
    ...(games === undefined ? {} : { games: games.map(game => ({ ...game, points: shownPoints(game.points) })) }),
  }
}

/** Returns the places in the wait list by entrant, 1 for who gets the next free place. */
export function waitingPlaces(entrants: readonly EntrantRow[]): ReadonlyMap<string, number> {
  const waiting = entrants.filter(({ waitingSince }) => waitingSince !== null)
  waiting.sort((a, b) => a.waitingSince! - b.waitingSince! || (a.id < b.id ? -1 : 1))
  return new Map(waiting.map(({ id }, i) => [id, i + 1]))
}

export function entrantDocument(
  eventId: string,
  { userId, username, displayName, avatar, ifpaNumber, presence }: EntrantRow,
  waiting: number | undefined,
): EventEntrantDoc & Fields {
  return {
    eventId,
    ...(userId === null ? {} : { userId, username: username ?? '' }),
    displayName,
    ...(avatar === null ? {} : { avatar: { ...avatar } }),
    ...(ifpaNumber === null ? {} : { ifpaNumber }),
    presence,
    ...(waiting === undefined ? {} : { waiting }),
  }
}

export function deviceDocument({ eventId, createdByName, createdAt, openedAt, browser }: EventDeviceRow): EventDeviceDoc & Fields {
  return {
    eventId,
    createdAt: new Date(createdAt),
    by: createdByName,
    ...(openedAt === null ? {} : { openedAt: new Date(openedAt), browser: browser ?? '' }),
  }
}

export const roundDocument = (eventId: string, { number, drawnAt, byes }: RoundRow): EventRoundDoc & Fields => ({
  eventId,
  number,
  drawnAt: new Date(drawnAt),
  byes,
})

export function groupDocument(eventId: string, round: number, group: MatchGroupRow): EventGroupDoc & Fields {
  const { number, machineId, entrantIds, result, places, confirmed, entries } = group
  const state = confirmed ? 'confirmed' : result === null ? 'playing' : 'entered'
  return {
    eventId,
    round,
    number,
    machineId,
    entrantIds,
    ...(result === null ? {} : { result }),
    ...(places === null ? {} : { places }),
    ...(entries.length === 0 ? {} : { enteredBy: entries.map(({ entrantId }) => entrantId) }),
    ...(isContested(entries)
      ? { contested: entries.map(({ places: tied, ...entry }) => ({ ...entry, ...(tied === null ? {} : { places: tied }) })) }
      : {}),
    state,
  }
}

export function attemptDocument(eventId: string, attempt: AttemptRow): EventAttemptDoc & Fields {
  const { entrantId, displayName, machineId, value, strokes, at, rejected, pending, voidId } = attempt
  return {
    eventId,
    entrantId,
    displayName,
    machineId,
    value,
    ...(strokes === null ? {} : { strokes }),
    at: new Date(at),
    state: pending ? 'pending' : rejected ? 'rejected' : voidId !== null ? 'voided' : 'counts',
    ...(voidId === null ? {} : { voidId }),
  }
}

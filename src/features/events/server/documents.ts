import type { Fields } from '#ddp/wire/ejson.ts'
import { shownFields } from '#platform/live/record.ts'
import { zoneOffset } from '#platform/ui/time/zoned-time.ts'
import type {
  EventAttemptDoc,
  EventDeviceDoc,
  EventDoc,
  EventEntrantDoc,
  EventGameDoc,
  EventGroupDoc,
  EventMachineDoc,
  EventRoundDoc,
  StandingsDoc,
} from '../contract/documents.ts'
import { EVENT_FIELDS } from '../contract/event-fields.ts'
import { formatRules } from '../formats/registry.ts'
import type { Adjustment } from '../rules/adjustment.ts'
import { stateAt } from '../rules/event-state.ts'
import { type EnteredOrder, isContested } from '../rules/result-agreement.ts'
import { shownPoints } from '../rules/standings/points.ts'
import type { StandingsEntry } from '../rules/standings/standings-entry.ts'
import { shownDecision } from '../rules/standings/tie-break.ts'
import type { AttemptRow } from './attempts/attempt-store.ts'
import type { EntrantRow } from './entrants/entrant-store.ts'
import { type GameRow, type MatchGroupRow, type ReplacedResult, type RoundRow, toField, type WaitingPlayers } from './rounds/round-store.ts'
import type { EventDeviceRow } from './staff/device-store.ts'
import type { StageRow } from './stages.ts'
import type { EventMachineRow, EventRow } from './store.ts'
import { shownEventValues } from './store.ts'

export function eventDocument(event: EventRow, now: number): EventDoc & Fields {
  const { startsAt, endsAt, timeZone, groupId, directorId, players, staff, receipt } = event
  return {
    ...shownFields(EVENT_FIELDS, shownEventValues(event)),
    startsOffset: zoneOffset(startsAt, timeZone),
    endsOffset: zoneOffset(endsAt, timeZone),
    state: stateAt(event, now),
    ...(groupId === null ? {} : { groupId }),
    ...(event.venueShown && event.venueSlug !== null ? { venueSlug: event.venueSlug } : {}),
    directorId,
    director: { username: event.directorUsername, displayName: event.directorName },
    ...(staff.length === 0 ? {} : { staff: staff.map(each => ({ ...each })) }),
    players,
    receipt,
    ...(event.standingsHeld ? { standingsHeld: true as const } : {}),
    ...(event.unlisted ? { unlisted: true as const } : {}),
    // A node of an earlier version writes changes without them.
    ...(event.stages?.length > 1 ? { stages: event.stages.map(stageFields) } : {}),
  } as EventDoc & Fields
}

const stageFields = ({ eventId, name, qualifyingId, first }: StageRow) => ({
  ...{ eventId, name },
  ...(qualifyingId === null || first === null ? {} : { qualifyingId, first }),
})

export function eventMachineDocument({ id, format }: EventRow, machine: EventMachineRow): EventMachineDoc & Fields {
  const target = formatRules(format).target?.(machine.machineId) ?? null
  const { brokenAt, ...shown } = machine
  return { eventId: id, ...shown, active: brokenAt === null, ...(target === null ? {} : { target }) }
}

/** @param isWhole they are strikes or strokes, while points are in thousandths */
const adjustmentFields = ({ amount, afterRound, reason }: Adjustment, isWhole: boolean) => ({
  amount: isWhole ? amount : shownPoints(amount),
  afterRound,
  reason,
})

/** @param withoutRank the reader counts the ranks by `rankKey`, which the row has */
export function standingsDocument(
  eventId: string,
  row: StandingsEntry,
  entrant: EntrantRow | undefined,
  withoutRank = false,
): Omit<StandingsDoc, 'rank'> & Fields {
  const { entrantId, rank, tieBreak, decidedBy, points, machines, games, rankKey, adjustments, ...figures } = row
  const isWhole = row.strikes !== undefined || row.strokes !== undefined
  return {
    eventId,
    entrantId,
    ...(entrant?.userId ? { userId: entrant.userId, username: entrant.username ?? '' } : {}),
    displayName: entrant?.displayName ?? '',
    ...(withoutRank ? { order: [rankKey!.sortValue, ...rankKey!.places] } : { rank, ...(tieBreak === null ? {} : { tieBreak }) }),
    points: shownPoints(points),
    ...(decidedBy === undefined ? {} : { decidedBy: { ...shownDecision(decidedBy) } }),
    ...figures,
    ...(adjustments === undefined ? {} : { adjustments: adjustments.map(each => adjustmentFields(each, isWhole)) }),
    machines: machines.map(({ machineId, value, rank, counted, points, strokes }) => ({
      ...{ machineId, rank, counted, points: shownPoints(points) },
      ...(value === undefined ? {} : { value }),
      ...(strokes === undefined ? {} : { strokes }),
    })),
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
  { userId, username, displayName, avatar, ifpaNumber, presence, seed }: EntrantRow,
  waiting: number | undefined,
): EventEntrantDoc & Fields {
  return {
    eventId,
    ...(userId === null ? {} : { userId, username: username ?? '' }),
    displayName,
    ...(avatar === null ? {} : { avatar: { ...avatar } }),
    ...(ifpaNumber === null ? {} : { ifpaNumber }),
    presence,
    ...(seed === null ? {} : { seed }),
    ...(waiting === undefined ? {} : { waiting }),
  }
}

export function deviceDocument({
  eventId,
  createdByName,
  createdAt,
  openedAt,
  browser,
  codeHash,
}: EventDeviceRow): EventDeviceDoc & Fields {
  return {
    eventId,
    createdAt: new Date(createdAt),
    by: createdByName,
    ...(codeHash === null ? {} : { kiosk: true }),
    ...(openedAt === null ? {} : { openedAt: new Date(openedAt), browser: browser ?? '' }),
  }
}

/** @param isLatest no round was drawn after it */
export const roundDocument = (
  eventId: string,
  { number, drawnAt, seed, byes, field, gone, waiting, held, startsAt, open }: RoundRow,
  isLatest: boolean,
): EventRoundDoc & Fields => ({
  eventId,
  number,
  drawnAt: new Date(drawnAt),
  seed,
  byes,
  ...(field ? { field: toField(field) } : {}),
  ...(gone ? { gone } : {}),
  ...(waiting ? { waiting: waitingFields(waiting) } : {}),
  ...(startsAt === null ? {} : { startsAt: new Date(startsAt) }),
  ...(held ? { held } : {}),
  ...(isLatest || open === 0 ? {} : { open }),
})

const waitingFields = ({ entrantIds, gameMs, until }: WaitingPlayers): NonNullable<EventRoundDoc['waiting']> & Fields => ({
  entrantIds,
  ...(gameMs === null ? {} : { gameMs }),
  ...(until === null ? {} : { until: new Date(until) }),
})

const gameState = ({ result, confirmed }: GameRow): EventGroupDoc['state'] =>
  confirmed ? 'confirmed' : result === null ? 'playing' : 'entered'

/** The part of a group's document that describes a game. */
const gameFields = (game: GameRow): EventGameDoc & Fields => ({
  machineId: game.machineId,
  ...(game.result === null ? {} : { result: game.result }),
  ...(game.places === null ? {} : { places: game.places }),
  // A node of an earlier version writes changes without them.
  ...(game.scores ? { scores: game.scores } : {}),
  ...(game.entries.length === 0 ? {} : { enteredBy: game.entries.map(({ entrantId }) => entrantId) }),
  ...(isContested(game.entries)
    ? { contested: game.entries.map(({ entrantId, ...entered }) => ({ entrantId, ...orderFields(entered) })) }
    : {}),
  // A node of an earlier version writes changes without these two.
  ...(game.confirmed && game.enteredBy ? { confirmedBy: { ...game.enteredBy } } : {}),
  ...(game.confirmed && game.replaced ? { replaced: replacedFields(game.replaced) } : {}),
  state: gameState(game),
})

const orderFields = ({ order, places, scores }: EnteredOrder) => ({
  order,
  ...(places === null ? {} : { places }),
  ...(scores ? { scores } : {}),
})

const replacedFields = ({ entrantId, enteredBy, ...entered }: ReplacedResult) => ({
  ...orderFields(entered),
  ...(entrantId === undefined ? {} : { entrantId }),
  ...(enteredBy ? { confirmedBy: { ...enteredBy } } : {}),
})

export function groupDocument(
  eventId: string,
  round: number,
  { number, bracketGame, entrantIds, games }: MatchGroupRow,
): EventGroupDoc & Fields {
  const current = games.find(({ confirmed }) => !confirmed) ?? games.at(-1)!
  const group = { eventId, round, number, entrantIds, ...(bracketGame ? { bracketGame } : {}) }
  if (games.length === 1) return { ...group, ...gameFields(current) }
  return { ...group, machineId: current.machineId, state: gameState(current), games: games.map(gameFields) }
}

export function attemptDocument(eventId: string, attempt: AttemptRow): EventAttemptDoc & Fields {
  const { entrantId, displayName, machineId, value, strokes, at, rejected, pending, voidId } = attempt
  return {
    eventId,
    entrantId,
    displayName,
    machineId,
    ...(value === null ? {} : { value }),
    ...(strokes === null ? {} : { strokes }),
    at: new Date(at),
    state: pending ? 'pending' : rejected ? 'rejected' : voidId !== null ? 'voided' : 'counts',
    ...(voidId === null ? {} : { voidId }),
  }
}

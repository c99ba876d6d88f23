import type { ChangedSeats, EventChange, RoundsChange } from '#events/server/changes.ts'
import {
  findToldEntrant,
  findToldResult,
  findToldRound,
  listStartedOrFinished,
  type ToldEvent,
  type ToldPlayer,
  type ToldResult,
} from '#events/server/shared/told-events.ts'
import type { Db } from '#platform/db/database.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import type { EventType } from '../rules/event-types.ts'
import type { Shown } from '../rules/wanted.ts'
import { eventData, type Known, machineUrl, playerData, readKnown, type Told, userIdsOf, venueData } from './known.ts'

/** A change of an event. @property at ms */
export interface OfEvent extends EventChange {
  n: number
  at: number
}

/** A group of which changes may tell a result: `n`: the last of these changes; `counted`: the group, if one of them ended a result or restored it */
export interface ResultOfGroup {
  n: number
  counted: CountedGroup | null
}

type CountedGroup = NonNullable<RoundsChange['results']>[number]

/** The groups whose results changes concern, by id. A result is written as it is now, so only the last change of each tells it. */
export function resultsOf(changes: readonly OfEvent[]): ReadonlyMap<string, ResultOfGroup> {
  const results = new Map<string, ResultOfGroup>()
  for (const { n, change } of changes) {
    if (change?.kind !== 'rounds') continue
    const { played, results: others = [] } = change
    if (played !== undefined) results.set(played.group.id, { n, counted: results.get(played.group.id)?.counted ?? null })
    for (const counted of others) results.set(counted.groupId, { n, counted })
  }
  return results
}

/** Finds what a change of an event tells, other than of scores. @param results of all changes that are read with it */
export async function findOfEvent(tx: Db, of: OfEvent, known: Known, results: ReadonlyMap<string, ResultOfGroup>): Promise<Told[]> {
  const event = known.events.get(of.eventId)
  if (event === undefined) return []
  const { n, change, merged } = of
  if (merged !== undefined) return [await tellMerge(tx, of, merged, { event, known })]
  if (change?.kind !== 'rounds') return []
  const told: Told[] = []
  if (change.seats !== undefined) told.push(...(await findRound(tx, of, change.seats, { event, known })))
  for (const [groupId, result] of results)
    if (result.n === n) told.push(...(await findResult(tx, of, { groupId, ...result }, { event, known })))
  return told
}

interface Context {
  event: ToldEvent
  known: Known
}

/** Where only some players have other places, the round was told already. A bracket's rounds are drawn at once, and told as their games open. */
async function findRound(tx: Db, { n, at, eventId }: OfEvent, seats: ChangedSeats, { event, known }: Context): Promise<Told[]> {
  if (seats.entrantIds !== undefined && seats.opened !== true) return []
  const round = await findToldRound(tx, seats.roundId)
  if (round === null) return []
  const { id, number, groups, byes } = round
  const { site } = known
  return [
    {
      ...ofEvent('round.drawn', event, known),
      n,
      at,
      source: seats.opened === true ? `round:${id}:${fingerprintValues(groups, byes)}` : `round:${id}`,
      userIds: userIdsOf([...groups.flatMap(({ players }) => players), ...byes]),
      machineIds: [...new Set(groups.flatMap(({ machines }) => machines.map(each => each.id)))],
      data: shown => ({
        event: eventData(event, site),
        ...venueOf(event, known, shown),
        round: roundData({ id, number, eventId }, site),
        groups: groups.map(({ machines, players }) => ({
          machines: machines.map(machine => ({ ...machine, url: machineUrl(site, machine.id) })),
          players: players.map(player => playerData(player, site)),
        })),
        byes: byes.map(player => playerData(player, site)),
      }),
    },
  ]
}

async function findResult(
  tx: Db,
  { n, at, eventId }: OfEvent,
  { groupId, counted }: ResultOfGroup & { groupId: string },
  { event, known }: Context,
): Promise<Told[]> {
  const result = await findToldResult(tx, groupId)
  if (result === null && counted === null) return []
  const { roundId, round, games } = result ?? { ...counted!, games: [] }
  const { site } = known
  return [
    {
      ...ofEvent(result === null ? 'result.voided' : 'result.confirmed', event, known),
      n,
      at,
      source: `result:${groupId}:${n}`,
      userIds: userIdsOf(games.flatMap(({ places }) => places)),
      // Of a game that is no more nobody knows its machine.
      machineIds: result === null ? event.machineIds : [...new Set(games.flatMap(({ machine }) => machine?.id ?? []))],
      data: shown => ({
        event: eventData(event, site),
        ...venueOf(event, known, shown),
        round: roundData({ id: roundId, number: round, eventId }, site),
        groupId,
        ...(result === null ? {} : { games: games.map(game => gameData(game, site)) }),
      }),
    },
  ]
}

async function tellMerge(
  tx: Db,
  { n, at }: OfEvent,
  { from, into }: NonNullable<EventChange['merged']>,
  { event, known }: Context,
): Promise<Told> {
  // It may have been merged into another one since, which the next message tells.
  const player = await findToldEntrant(tx, into)
  return {
    ...ofEvent('player.merged', event, known),
    n,
    at,
    source: `merged:${from}:${into}:${n}`,
    userIds: player === null ? [] : userIdsOf([player]),
    machineIds: event.machineIds,
    data: shown => ({
      event: eventData(event, known.site),
      ...venueOf(event, known, shown),
      from: { entrantId: from },
      into: player === null ? { entrantId: into } : playerData(player, known.site),
    }),
  }
}

/** Finds the events that the clock, or their director, has started or ended after `from` and until `to`. */
export async function findByClock(tx: Db, from: Date, to: Date, site: string): Promise<Told[]> {
  const started = await listStartedOrFinished(tx, 'started', from, to)
  const finished = await listStartedOrFinished(tx, 'finished', from, to)
  const known = await readKnown(tx, site, { venueIds: [...started, ...finished].flatMap(({ venueId }) => venueId ?? []) })
  const tell = (type: 'event.started' | 'event.finished', event: ToldEvent, at: number): Told => ({
    ...ofEvent(type, event, known),
    n: null,
    at,
    source: `${type}:${event.id}:${at}`,
    userIds: [],
    machineIds: event.machineIds,
    data: shown => ({ event: eventData(event, site), ...venueOf(event, known, shown) }),
  })
  return [
    ...started.map(event => tell('event.started', event, event.startsAt)),
    ...finished.map(event => tell('event.finished', event, event.finishesAt!)),
  ].sort((a, b) => a.at - b.at)
}

const ofEvent = (
  type: EventType,
  event: ToldEvent,
  { venues }: Known,
): Pick<Told, 'type' | 'lane' | 'subject' | 'event' | 'venue' | 'playerGroups'> => ({
  type,
  lane: event.id,
  subject: event.name,
  event,
  venue: event.venueId === null ? null : (venues.get(event.venueId) ?? null),
  playerGroups: [],
})

const venueOf = ({ venueId }: ToldEvent, { venues, site }: Known, shown: Shown): object =>
  shown.venue ? { venue: venueData(venues.get(venueId!)!, site) } : {}

const roundData = ({ id, number, eventId }: { id: string; number: number; eventId: string }, site: string) => ({
  id,
  number,
  url: `${site}/events/${eventId}?round=${number}`,
})

const gameData = ({ machine, places }: ToldResult['games'][number], site: string) => ({
  machine: machine === null ? null : { ...machine, url: machineUrl(site, machine.id) },
  places: places.map(({ place, score, ...player }: ToldPlayer & { place: number; score: number | null }) => ({
    place,
    player: playerData(player, site),
    ...(score === null ? {} : { score }),
  })),
})

import * as v from 'valibot'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { id, integer, strictObject, uuidV7 } from '#platform/live/schemas.ts'
import { fieldRule, malformed, mustBeList } from '#platform/text/field-rules.ts'
import { MAX_GAMES_PER_ROUND } from '../rules/draw-options.ts'
import { MAX_GROUP } from '../rules/rounds.ts'
import { deviceKey, eventForViewer, viewerErrors } from './devices.ts'
import { EVENT_STAFF, KEEPING_SCORES } from './rates.ts'

/**
 * Our addition: draws the next round among the entrants who are checked in, also before the planned start. `round` is 1 for the
 * first.
 */
export const eventsDraw = defineMethod<{ round: number }>()('events.draw', strictObject({ _id: uuidV7, eventId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  404: 'no such event',
  409: 'it is over or not played in rounds, a result is missing, all rounds are drawn, fewer than two can play, or the id was used before',
})

/** Our addition: takes the last round back, as long as none of its results is confirmed. */
export const eventsDrop = defineMethod<Record<string, never>>()('events.drop', strictObject({ eventId: id, roundId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  404: 'no such event or round',
  409: 'it is not the last one, has a confirmed result, or the event is over',
})

/** Which game of a group; the first if left out. */
const game = v.optional(integer(1, MAX_GAMES_PER_ROUND))

/** Our addition: moves a game of a group to another machine, for example because its own has broken. */
export const eventsMove = defineMethod<Record<string, never>>()(
  'events.move',
  strictObject({ eventId: id, groupId: id, game, machineId: id }),
  { access: 'director of the event', rates: EVENT_STAFF, 404: 'no such event, group, game or machine', 409: 'its result is confirmed' },
)

const mustNameEach = malformed('must name each of the group')

const result = {
  /** the group's entrants, first place first */
  order: v.pipe(v.array(id, mustBeList()), v.minLength(2, mustNameEach), v.maxLength(MAX_GROUP, mustNameEach)),
  /** the places of `order`, where players are tied and the format allows it: 1, 2, 2, 4 */
  places: v.optional(v.pipe(v.array(integer(1, MAX_GROUP), mustBeList()), v.maxLength(MAX_GROUP, mustNameEach))),
}

/**
 * The result that was entered before, as `earlier` of an error's details with the code `entered-before`: it counts, and the caller has not
 * named it.
 */
export interface EarlierResult {
  /** first place first */
  order: string[]
  /** left out if nobody is tied */
  places?: number[]
  /** who entered it; left out if that is not known */
  by?: { userId: string; username: string; displayName: string }
  /** it was entered on a device that `by` has linked */
  byDevice?: true
}

/**
 * Our addition: enters the result of a group's game. A player's entry counts as the event's agreement says; an entry of its director, a
 * co-director or a scorekeeper is confirmed at once.
 */
export const eventsResult = defineMethod<{ state: 'entered' | 'confirmed' }>()(
  'events.result',
  strictObject({
    eventId: id,
    device: v.optional(deviceKey),
    groupId: id,
    game,
    ...result,
    /** the result that counts now, as the caller knows it and means to replace it; one's own may be replaced without it */
    replaces: v.optional(strictObject(result)),
  }),
  {
    access: 'players of the game, or scorekeeper of the event',
    rates: KEEPING_SCORES,
    403: 'neither runs the event nor is one of the group',
    404: 'no such event, group or game',
    409: 'it is over, or another result counts already, which is neither the caller’s own nor named in replaces',
  },
)

/**
 * Our addition: rounds with their groups. `round: 'latest'`: all rounds, but groups only of the latest one, also after another
 * round is drawn; a number: only that round, if it exists; omitted: all rounds with all groups.
 */
export const eventsRounds = definePublication(
  'events.rounds',
  strictObject({
    ...eventForViewer,
    round: v.optional(v.union([v.literal('latest'), integer(1, 1000)], malformed('must be latest or the number of a round'))),
  }),
  ['eventRounds', 'eventGroups'],
  { access: 'everybody', ...viewerErrors },
)

const playoffOrder = v.pipe(
  v.array(id, mustBeList()),
  v.minLength(2, malformed('must name two at least')),
  v.maxLength(MAX_GROUP, fieldRule('max-items', 'must name at most {count}', { count: MAX_GROUP })),
)

/** Our addition: decides a tie that the format leaves open. `order`: everybody who shares the rank, the winner first. */
export const eventsPlayoff = defineMethod<Record<string, never>>()(
  'events.playoff',
  strictObject({
    _id: uuidV7,
    eventId: id,
    order: playoffOrder,
    /** the order that decides now, as the caller knows it and means to replace it; one's own may be replaced without it */
    replaces: v.optional(playoffOrder),
  }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    404: 'no such event',
    409: 'exactly these players do not share a rank, the event has not begun, the id was used for another playoff, or somebody else has entered another order, which is not named in replaces',
  },
)

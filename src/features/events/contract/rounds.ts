import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { id, integer, strictObject, uuidV7 } from '#platform/live/schemas.ts'
import { fieldRule, malformed, mustBeList } from '#platform/text/field-rules.ts'
import { MAX_GAMES_PER_ROUND } from '../rules/draw-options.ts'
import { MAX_GROUP } from '../rules/rounds.ts'
import { deviceKey, eventForViewer, viewerErrors } from './devices.ts'
import { deviceEnded, eventOver, noEvent, noGameInGroup, noGroupInEvent, noMachineInEvent } from './errors.ts'
import { EVENT_STAFF, KEEPING_SCORES } from './rates.ts'

export const eventNotBegun = defineError(409, 'event-not-begun', 'This event has not begun.')
export const ranksDiffer = defineError(409, 'ranks-differ', 'These players do not share a rank.')
export const playoffIdUsed = defineError(409, 'id-used', 'This id was used for another playoff.')
export const resultOfDirector = defineError(409, 'entered-before', 'The director has confirmed another result.')
export const resultEnteredBefore = defineError(409, 'entered-before', 'Another result of this group counts already.')
export const orderEnteredBefore = defineError(409, 'entered-before', 'Somebody else has entered another order.')
export const roundIdUsed = defineError(409, 'id-used', 'This id was used for another round.')
export const notPlayedInRounds = defineError(409, 'not-played-in-rounds', 'This event is not played in rounds.')
export const resultsMissing = defineError(409, 'results-missing', 'Results of round {n} are missing.')
export const allRoundsDrawn = defineError(409, 'all-rounds-drawn', 'All rounds are drawn.')
export const allMachinesOutOfOrder = defineError(409, 'machine-out-of-order', 'All machines are out of order.')
export const fewPlayers = defineError(409, 'few-players', 'Fewer than two players are checked in and still in the event.')
export const groupTooLarge = defineError(409, 'group-too-large', 'A group has at most {n} players.')
export const noRound = defineError(404, 'no-round', 'There is no such round in this event.')
export const laterRoundDrawn = defineError(409, 'later-round-drawn', 'Another round was drawn after this one.')
export const roundHasResults = defineError(409, 'round-has-results', 'This round has confirmed results.')
export const resultConfirmed = defineError(409, 'result-confirmed', 'The result of this group is confirmed.')

/**
 * Our addition: draws the next round among the entrants who are checked in, also before the planned start. `round` is 1 for the
 * first.
 */
export const eventsDraw = defineMethod<{ round: number }>()('events.draw', strictObject({ _id: uuidV7, eventId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [
    noEvent,
    roundIdUsed,
    notPlayedInRounds,
    eventOver,
    resultsMissing,
    allRoundsDrawn,
    allMachinesOutOfOrder,
    fewPlayers,
    groupTooLarge,
  ],
})

/** Our addition: takes the last round back, as long as none of its results is confirmed. */
export const eventsDrop = defineMethod<Record<string, never>>()('events.drop', strictObject({ eventId: id, roundId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent, noRound, eventOver, laterRoundDrawn, roundHasResults],
})

/** Which game of a group; the first if left out. */
const game = v.optional(integer(1, MAX_GAMES_PER_ROUND))

/** Our addition: moves a game of a group to another machine, for example because its own has broken. */
export const eventsMove = defineMethod<Record<string, never>>()(
  'events.move',
  strictObject({ eventId: id, groupId: id, game, machineId: id }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, noGroupInEvent, noGameInGroup, noMachineInEvent, resultConfirmed],
  },
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
    errors: [noEvent, deviceEnded, noGroupInEvent, noGameInGroup, resultOfDirector, resultEnteredBefore, eventOver],
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
  { access: 'everybody', errors: viewerErrors },
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
    errors: [noEvent, eventNotBegun, ranksDiffer, orderEnteredBefore, playoffIdUsed],
  },
)

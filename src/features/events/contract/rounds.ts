import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { id, integer, strictObject, text, timestamp, uuidV7 } from '#platform/live/schemas.ts'
import { fieldRule, malformed, mustBeList, mustBeNumber } from '#platform/text/field-rules.ts'
import { MAX_GAMES } from '../rules/draw-options.ts'
import { MAX_GROUP } from '../rules/rounds.ts'
import { eventCallIdUsed, roundChanged } from './attempts.ts'
import { deviceKey, eventForViewer, viewerErrors } from './devices.ts'
import {
  deviceEnded,
  eventOver,
  machineOutOfOrder,
  noEntrant,
  noEvent,
  noGameInGroup,
  noGroupInEvent,
  noMachineInEvent,
  resultsWouldOpen,
} from './errors.ts'
import { EVENT_STAFF, KEEPING_SCORES } from './rates.ts'

export const eventNotBegun = defineError(409, 'event-not-begun', 'This event has not begun.')
export const ranksDiffer = defineError(409, 'ranks-differ', 'These players do not share a rank.')
export const playoffIdUsed = defineError(409, 'id-used', 'This id was used for another playoff.')
export const resultOfDirector = defineError(409, 'entered-before', 'The director has confirmed another result.')
export const resultEnteredBefore = defineError(409, 'entered-before', 'Another result of this group counts already.')
export const orderEnteredBefore = defineError(409, 'entered-before', 'Somebody else has entered another order.')
export const roundIdUsed = defineError(409, 'id-used', 'This id was used for another round.')
export const notPlayedInRounds = defineError(409, 'not-played-in-rounds', 'This event is not played in rounds.')
export const roundHeld = defineError(409, 'round-held', 'Round {n} is held back.')
export const resultsMissing = defineError(409, 'results-missing', 'Results of round {n} are missing.')
export const allRoundsDrawn = defineError(409, 'all-rounds-drawn', 'All rounds are drawn.')
export const allMachinesOutOfOrder = defineError(409, 'machine-out-of-order', 'All machines are out of order.')
export const fewPlayers = defineError(409, 'few-players', 'Fewer than two players are checked in and still in the event.')
export const groupTooLarge = defineError(409, 'group-too-large', 'A group has at most {n} players.')
export const bracketTooLarge = defineError(409, 'bracket-too-large', 'A bracket has at most {n} players.')
export const seatsFollowResults = defineError(409, 'seats-follow-results', 'In a bracket the results decide who plays whom.')
export const noRound = defineError(404, 'no-round', 'There is no such round in this event.')
export const laterRoundDrawn = defineError(409, 'later-round-drawn', 'Another round was drawn after this one.')
export const roundHasResults = defineError(409, 'round-has-results', 'This round has confirmed results.')
export const nothingToAdjust = defineError(409, 'nothing-to-adjust', 'This format has nothing to add or to take.')
export const resultConfirmed = defineError(409, 'result-confirmed', 'The result of this group is confirmed.')

/**
 * Our addition: draws the next round among the entrants who are checked in, also before the planned start. `round` is 1 for the
 * first. `leavesOpen`: also if games of earlier rounds are without a result; they stay open. `held`: only those who direct the event see the
 * round until they show it (`events.show`). `startsAt`: when the round begins. A bracket is drawn once: its later games follow from the results.
 */
export const eventsDraw = defineMethod<{ round: number }>()(
  'events.draw',
  strictObject({
    _id: uuidV7,
    eventId: id,
    leavesOpen: v.optional(v.literal(true)),
    held: v.optional(v.literal(true)),
    startsAt: v.optional(timestamp),
  }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [
      noEvent,
      roundIdUsed,
      notPlayedInRounds,
      eventOver,
      resultsMissing,
      roundHeld,
      allRoundsDrawn,
      allMachinesOutOfOrder,
      fewPlayers,
      groupTooLarge,
      bracketTooLarge,
    ],
  },
)

/** Our addition: shows everybody a round that was held back. Showing it again changes nothing. */
export const eventsShow = defineMethod<Record<string, never>>()('events.show', strictObject({ eventId: id, roundId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent, noRound, eventOver],
})

/** Our addition: takes the last round back, as long as none of its results is confirmed. */
export const eventsDrop = defineMethod<Record<string, never>>()('events.drop', strictObject({ eventId: id, roundId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent, noRound, eventOver, laterRoundDrawn, seatsFollowResults, roundHasResults],
})

/** Which game of a group; the first if left out. */
const game = v.optional(integer(1, MAX_GAMES))

/**
 * Our addition: moves a game of a group to another machine, for example because its own has broken. Where machines are chosen by hand
 * (`machineDraw`) and players enter results that count (`agreement`), a player of the group may do it too.
 */
export const eventsMove = defineMethod<Record<string, never>>()(
  'events.move',
  strictObject({ eventId: id, groupId: id, game, machineId: id }),
  {
    access: 'director of the event, or players of the game where they choose its machine',
    rates: EVENT_STAFF,
    errors: [noEvent, noGroupInEvent, noGameInGroup, noMachineInEvent, machineOutOfOrder, eventOver, resultConfirmed],
  },
)

/** Some players of a round: those of a group, or those who stand by. */
const roundPlayers = v.pipe(
  v.array(id, mustBeList()),
  v.maxLength(MAX_GROUP, fieldRule('max-items', 'must name at most {count}', { count: MAX_GROUP })),
)

/** Groups of a round whose players change in one call, at most. */
export const MAX_ARRANGED_GROUPS = 250

/**
 * Our addition: changes the groups of the latest round. Each group gets exactly the players who are named, in this order of play; one with
 * none is broken up, and one without `groupId` is new. Players who are named nowhere afterwards do not play this round. `was`: the players
 * as the caller knows them. A group whose players change loses its results; if one of them is confirmed, only with `reopens`. The change is
 * taken back by `events.undo`, with its `_id` as `voidId`.
 */
export const eventsArrange = defineMethod<Record<string, never>>()(
  'events.arrange',
  strictObject({
    _id: uuidV7,
    eventId: id,
    roundId: id,
    groups: v.pipe(
      v.array(strictObject({ groupId: v.optional(id), entrantIds: roundPlayers, was: roundPlayers }), mustBeList()),
      v.maxLength(MAX_ARRANGED_GROUPS, fieldRule('max-items', 'must name at most {count}', { count: MAX_ARRANGED_GROUPS })),
      v.check(
        groups => {
          const ids = groups.flatMap(({ groupId }) => groupId ?? [])
          return new Set(ids).size === ids.length
        },
        fieldRule('duplicate', 'must not name a group twice'),
      ),
    ),
    /** who stands by; left out: as before */
    byes: v.optional(strictObject({ entrantIds: roundPlayers, was: roundPlayers })),
    reopens: v.optional(v.literal(true)),
  }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [
      noEvent,
      noRound,
      noEntrant,
      eventOver,
      laterRoundDrawn,
      seatsFollowResults,
      allMachinesOutOfOrder,
      roundChanged,
      resultsWouldOpen,
      eventCallIdUsed,
    ],
  },
)

/** Points, strikes or strokes that a director adds or takes at once, at most. */
export const MAX_ADJUSTMENT = 10_000
const thousandths = (value: number): boolean => Math.round(value * 1000) / 1000 === value

/**
 * Our addition: adds points, strikes or strokes to a player's total, or takes them (a negative amount), with a reason that everybody may read.
 * In rounds it counts from those drawn so far on, so a player who enters a knockout late may start with strikes. In a high-score event and an
 * amazing race nothing can be added: places alone decide there, and no total. It is taken back by `events.undo`, with its `_id` as `voidId`.
 */
export const eventsAdjust = defineMethod<Record<string, never>>()(
  'events.adjust',
  strictObject({
    _id: uuidV7,
    eventId: id,
    entrantId: id,
    /** points in match play and best game, whole strikes in strikes, whole strokes in pin golf; not 0 */
    amount: v.pipe(
      v.number(mustBeNumber()),
      v.check(
        amount => amount !== 0 && Math.abs(amount) <= MAX_ADJUSTMENT && thousandths(amount),
        fieldRule('adjustment', 'must be a number other than 0, at most {max}, with at most 3 decimals', { max: MAX_ADJUSTMENT }),
      ),
      v.metadata({ min: -MAX_ADJUSTMENT, max: MAX_ADJUSTMENT, decimals: 3 }),
    ),
    reason: text(1, 300, { lines: true }),
  }),
  {
    example: { amount: -2, reason: 'Left the game twice.' },
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, noEntrant, nothingToAdjust, eventCallIdUsed],
  },
)

const mustNameEach = malformed('must name each of the group')

const result = {
  /** the group's entrants, first place first */
  order: v.pipe(v.array(id, mustBeList()), v.minLength(2, mustNameEach), v.maxLength(MAX_GROUP, mustNameEach)),
  /** the places of `order`, where players are tied and the format allows it: 1, 2, 2, 4 */
  places: v.optional(v.pipe(v.array(integer(1, MAX_GROUP), mustBeList()), v.maxLength(MAX_GROUP, mustNameEach))),
  /**
   * the scores of `order`, the highest first; null: the player has none. Where all have one, `places` follow from them. In a bracket of pin-golf
   * the strokes of each, the fewest first, which count on no board
   */
  scores: v.optional(v.pipe(v.array(v.nullable(integer(0, Number.MAX_SAFE_INTEGER)), mustBeList()), v.maxLength(MAX_GROUP, mustNameEach))),
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
  /** left out if none was typed */
  scores?: (number | null)[]
  /** who entered it; left out if that is not known */
  by?: { userId: string; username: string; displayName: string }
  /** it was entered on a device that `by` has linked */
  byDevice?: true
}

/**
 * Our addition: enters the result of a group's game. A player's entry counts as the event's agreement says; an entry of its director, a
 * co-director or a scorekeeper is confirmed at once. Scores count on the boards as long as the result does. A call without scores keeps those
 * that were entered with the same places. In a bracket a correction that lets others play later games takes those games back, with their
 * results, in one step that `events.undo` takes back; the error `results-would-open` names them as `games` in its details.
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
    /** in a bracket: also if confirmed results of later games would not count any more, because others play them */
    reopens: v.optional(v.literal(true)),
  }),
  {
    access: 'players of the game, or scorekeeper of the event',
    rates: KEEPING_SCORES,
    errors: [
      noEvent,
      deviceEnded,
      noGroupInEvent,
      noGameInGroup,
      resultOfDirector,
      resultEnteredBefore,
      resultsWouldOpen,
      roundHeld,
      eventOver,
    ],
  },
)

/**
 * Our addition: rounds with their groups, but for those that are held back. `round: 'latest'`: all rounds, but groups only of the latest one, also after another
 * round is drawn, and of a bracket those of all; a number: only that round, if it exists; omitted: all rounds with all groups.
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

/** Our addition: the rounds that are held back, with their groups. */
export const eventsHeldRounds = definePublication('events.heldRounds', strictObject({ eventId: id }), ['eventRounds', 'eventGroups'], {
  access: 'director of the event',
  errors: [noEvent],
})

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

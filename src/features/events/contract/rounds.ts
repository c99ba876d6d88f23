import * as v from 'valibot'
import { defineMethod, definePublication, id, integer, strictObject, uuidV7 } from '../../../platform/live/contract.ts'

/** Players of a group at most: a format may put everybody into one. */
const MAX_GROUP = 500

/** Our addition to the API: draws the next round among the entrants who are checked in. `round` is 1 for the first. */
export const eventsDraw = defineMethod<{ round: number }>()('events.draw', strictObject({ _id: uuidV7, eventId: id }), {
  access: 'director of the event',
  404: 'no such event',
  409: 'it is not live or not played in rounds, a result is missing, all rounds are drawn, fewer than two can play, or the id was used before',
})

/** Our addition to the API: takes the last round back, as long as none of its results is confirmed. */
export const eventsDrop = defineMethod<Record<string, never>>()('events.drop', strictObject({ eventId: id, roundId: id }), {
  access: 'director of the event',
  404: 'no such event or round',
  409: 'it is not the last one, has a confirmed result, or the event is not live',
})

/** Our addition to the API: moves a group to another machine, for example because its own has broken. */
export const eventsMove = defineMethod<Record<string, never>>()('events.move', strictObject({ eventId: id, groupId: id, machineId: id }), {
  access: 'director of the event',
  404: 'no such event, group or machine',
  409: 'its result is confirmed',
})

/**
 * Our addition to the API: enters the result of a group. A player's entry waits for the director; a director's entry is confirmed at once.
 */
export const eventsResult = defineMethod<{ state: 'entered' | 'confirmed' }>()(
  'events.result',
  strictObject({
    eventId: id,
    groupId: id,
    /** the group's entrants, first place first */
    order: v.pipe(
      v.array(id, 'must be a list'),
      v.minLength(2, 'must name each of the group'),
      v.maxLength(MAX_GROUP, 'must name each of the group'),
    ),
  }),
  {
    access: 'director of the event',
    403: 'neither its director nor one of the group',
    404: 'no such event or group',
    409: 'it is not live, or the director has confirmed another result',
  },
)

/**
 * Our addition to the API: rounds with their groups. `round: 'latest'`: all rounds, but groups only of the latest one, also after another
 * round is drawn; a number: only that round, if it exists; omitted: all rounds with all groups.
 */
export const eventsRounds = definePublication(
  'events.rounds',
  strictObject({
    eventId: id,
    round: v.optional(v.union([v.literal('latest'), integer(1, 1000)], 'must be latest or the number of a round')),
  }),
  ['eventRounds', 'eventGroups'],
  { access: 'everybody', 404: 'there is no such event for you' },
)

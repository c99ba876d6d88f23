import * as v from 'valibot'
import { defineMethod, definePublication, id, integer, strictObject } from '../../../platform/live/contract.ts'

const limit = v.optional(integer(1, 100))

/** By their beginning: what is to come, the soonest first; everything else the latest first. `groupId`, our addition: those of a group. */
export const eventsList = definePublication(
  'events.list',
  strictObject({
    state: v.optional(v.picklist(['upcoming', 'live', 'finished', 'cancelled'], 'must be one of upcoming, live, finished, cancelled')),
    limit,
    before: v.optional(id),
    groupId: v.optional(id),
  }),
  ['events'],
  { access: 'everybody', 404: 'there is no such group for you' },
)

export const eventsOne = definePublication('events.one', strictObject({ eventId: id }), ['events', 'eventMachines'], {
  access: 'everybody',
  404: 'there is no such event for you',
})

export const eventsStandings = definePublication(
  'events.standings',
  strictObject({ eventId: id, limit: v.optional(integer(1, 1000)) }),
  ['standings'],
  { access: 'everybody', 404: 'there is no such event for you' },
)

/** Our addition: what its directors have done. */
export const eventsLog = definePublication('events.log', strictObject({ eventId: id }), ['eventLog'], {
  access: 'everybody',
  404: 'there is no such event for you',
})

/** `body` is text: CSV (`position,name,ifpa_number,points`, then each machine or round), or JSON of everything, from which the standings follow again. */
export const eventsExport = defineMethod<{ filename: string; type: string; body: string }>()(
  'events.export',
  strictObject({ eventId: id, as: v.picklist(['csv', 'json'], 'must be csv or json') }),
  { access: 'everybody', 404: 'no such event' },
)

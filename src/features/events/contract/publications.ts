import * as v from 'valibot'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { MINUTE, perAddress, perConnection } from '#platform/live/rates.ts'
import { id, integer, strictObject } from '#platform/live/schemas.ts'
import { fieldRule, malformed } from '#platform/text/field-rules.ts'
import { noGroup } from '#roles/contract.ts'
import { noVenue } from '#venues/contract/errors.ts'
import type { EventGrade } from '../rules/tgp/grade-event.ts'
import { eventForViewer, viewerErrors } from './devices.ts'
import { noEvent, standingsHeld } from './errors.ts'

const limit = v.optional(integer(1, 100))

/**
 * Events sorted by when they start: upcoming ones soonest first, all others latest first. `groupId`, our addition to the API: only the
 * events of this group. `venueId`, our addition too: only the events at this venue, those of its group among them.
 */
export const eventsList = definePublication(
  'events.list',
  strictObject({
    state: v.optional(
      v.picklist(['upcoming', 'live', 'finished', 'cancelled'], fieldRule('choice', 'must be one of upcoming, live, finished, cancelled')),
    ),
    limit,
    before: v.optional(id),
    groupId: v.optional(id),
    venueId: v.optional(id),
  }),
  ['events'],
  {
    example: { state: 'live', limit: 20 },
    access: 'everybody',
    errors: [noGroup, noVenue],
    parts: { rows: 'events', order: ({ state }) => (state === 'upcoming' ? ['startsAt', '_id'] : ['-startsAt', '-_id']) },
  },
)

export const eventsOne = definePublication('events.one', strictObject(eventForViewer), ['events', 'eventMachines'], {
  access: 'everybody',
  errors: viewerErrors,
})

const standingsPart = { limit: v.optional(integer(1, 1000)), withoutRanks: v.optional(v.literal(true)) }

/**
 * There are none while the director holds them back. Our addition: `withoutRanks`. One result shifts the ranks of many rows, which each would have to be sent. Rows without ranks change only with
 * what their players do, and their ranks can be counted; see the documents.
 */
export const eventsStandings = definePublication('events.standings', strictObject({ ...eventForViewer, ...standingsPart }), ['standings'], {
  access: 'everybody',
  errors: viewerErrors,
})

/** Our addition: the standings, also while they are held back. */
export const eventsHeldStandings = definePublication(
  'events.heldStandings',
  strictObject({ eventId: id, ...standingsPart }),
  ['standings'],
  {
    access: 'director of the event',
    errors: [noEvent],
  },
)

/** Our addition: the event's log, mainly of what its director has done. */
export const eventsLog = definePublication('events.log', strictObject({ eventId: id }), ['eventLog'], {
  access: 'everybody',
  errors: [noEvent],
})

/**
 * `body` is text: CSV (`position,name,ifpa_number,points`, then the details of each machine or round, the games of each player
 * and what was added to totals), complete
 * JSON from which the standings can be recomputed, or, our addition to the API, the CSV for IFPA (`position,name,ifpa_number` of those who
 * have played) with `grade`: how IFPA would grade the event. While the standings are held back, only those who direct the event get it.
 */
export const eventsExport = defineMethod<{ filename: string; type: string; body: string; grade?: EventGrade }>()(
  'events.export',
  strictObject({ eventId: id, as: v.picklist(['csv', 'json', 'ifpa'], malformed('must be csv, json or ifpa')) }),
  { access: 'everybody', rates: [perAddress(60, MINUTE), perConnection(20, MINUTE)], errors: [noEvent, standingsHeld] },
)

import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { id, strictObject } from '#platform/live/schemas.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { noPlayer } from '#players/contract/players.ts'
import { STAFF_ROLES } from '../rules/staff.ts'
import { noEvent, noEventMember } from './errors.ts'
import { EVENT_STAFF } from './rates.ts'

export const playerDirects = defineError(409, 'player-directs', 'This player directs the event.')

/**
 * Our addition: gives a user a part in running the event, or takes it away (`role: null`). A co-director does what its director
 * does, except to hand the event over; a scorekeeper enters and confirms results, and checks players in. Setting the current role again
 * changes nothing.
 */
export const eventsSetStaff = defineMethod<Record<string, never>>()(
  'events.setStaff',
  strictObject({
    eventId: id,
    userId: id,
    role: v.nullable(v.picklist(STAFF_ROLES, fieldRule('choice', `must be one of ${STAFF_ROLES.join(', ')}, or null`))),
  }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, noPlayer, noEventMember, playerDirects],
  },
)

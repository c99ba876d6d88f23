import * as v from 'valibot'
import { defineMethod } from '#platform/live/contract.ts'
import { id, strictObject } from '#platform/live/schemas.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { STAFF_ROLES } from '../rules/staff.ts'
import { EVENT_STAFF } from './rates.ts'

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
    404: 'no such event, no such player, or the player is not in the event’s group',
    409: 'the player directs the event',
  },
)

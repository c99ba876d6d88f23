import * as v from 'valibot'
import { defineMethod, definePublication, id, name, strictObject, text, uuidV7 } from '../../../platform/live/contract.ts'
import { ifpaNumber } from '../../players/contract.ts'
import { PRESENCES } from './documents.ts'

export const eventsJoin = defineMethod<Record<string, never>>()('events.join', strictObject({ eventId: id }), {
  access: 'signed in',
  404: 'no such event',
  409: 'it is over',
})

export const eventsLeave = defineMethod<Record<string, never>>()('events.leave', strictObject({ eventId: id }), {
  access: 'signed in',
  404: 'no such event',
  409: 'you have scores in it',
})

/** Our addition to the API: adds a player without an account. */
export const eventsAddGuest = defineMethod<{ entrantId: string }>()(
  'events.addGuest',
  strictObject({ _id: uuidV7, eventId: id, displayName: name(1, 60), ifpaNumber: v.optional(ifpaNumber) }),
  { access: 'director of the event', 404: 'no such event', 409: 'the id was used for another guest, or it is over' },
)

/** Our addition to the API: sets an entrant's presence. A director may set everybody's; players who are checked in may pause and return. */
export const eventsPresence = defineMethod<Record<string, never>>()(
  'events.presence',
  strictObject({ eventId: id, entrantId: id, presence: v.picklist(PRESENCES, `must be one of ${PRESENCES.join(', ')}`) }),
  { access: 'director of the event', 403: 'neither its director nor oneself', 404: 'no such event or entrant', 409: 'it is over' },
)

/** Our addition to the API: returns the code by which a guest's entry can be claimed. The code stays the same until it is used. */
export const eventsClaimCode = defineMethod<{ code: string }>()('events.claimCode', strictObject({ eventId: id, entrantId: id }), {
  access: 'director of the event',
  404: 'no such event or guest',
})

/** Our addition to the API: moves a guest's entry, with its scores, to the caller's account. Repeating the call returns the same answer. */
export const eventsClaim = defineMethod<{ eventId: string }>()('events.claim', strictObject({ code: text(1, 64) }), {
  access: 'signed in',
  404: 'no such code, or somebody else has claimed it',
  409: 'one and the guest were drawn into the same round',
})

/** Our addition to the API: the event's entrants. */
export const eventsEntrants = definePublication('events.entrants', strictObject({ eventId: id }), ['eventEntrants'], {
  access: 'everybody',
  404: 'there is no such event for you',
})

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

/** Our addition: a player without an account. */
export const eventsAddGuest = defineMethod<{ entrantId: string }>()(
  'events.addGuest',
  strictObject({ _id: uuidV7, eventId: id, displayName: name(1, 60), ifpaNumber: v.optional(ifpaNumber) }),
  { access: 'director of the event', 404: 'no such event', 409: 'the id was used for another guest, or it is over' },
)

/** Our addition: who is here. A director says it of anybody; who is checked in may take a break and come back. */
export const eventsPresence = defineMethod<Record<string, never>>()(
  'events.presence',
  strictObject({ eventId: id, entrantId: id, presence: v.picklist(PRESENCES, `must be one of ${PRESENCES.join(', ')}`) }),
  { access: 'director of the event', 403: 'neither its director nor oneself', 404: 'no such event or entrant', 409: 'it is over' },
)

/** Our addition: what a guest needs to make the entry one's own; the same each time. */
export const eventsClaimCode = defineMethod<{ code: string }>()('events.claimCode', strictObject({ eventId: id, entrantId: id }), {
  access: 'director of the event',
  404: 'no such event or guest',
})

/** Our addition: a guest's entry becomes one's own, with its scores. Claiming again answers the same. */
export const eventsClaim = defineMethod<{ eventId: string }>()('events.claim', strictObject({ code: text(1, 64) }), {
  access: 'signed in',
  404: 'no such code, or somebody else has claimed it',
  409: 'one and the guest were drawn into the same round',
})

/** Our addition: who plays in it. */
export const eventsEntrants = definePublication('events.entrants', strictObject({ eventId: id }), ['eventEntrants'], {
  access: 'everybody',
  404: 'there is no such event for you',
})

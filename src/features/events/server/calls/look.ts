import { DdpError } from '#ddp/wire/error.ts'
import { eventCodeUnknown, eventsLook } from '#events/contract/entrants.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { findClaim } from '../entrants/claim-store.ts'
import type { EventServices } from '../event-services.ts'
import { findEventByCheckInCode } from '../store.ts'

/** A caller who may not see the event gets the same answer as for a code that does not exist. */
export const lookUpCode = handle(eventsLook, async ({ input: { code }, userId }, { database: { db }, access }: EventServices) => {
  const claim = await findClaim(db, code)
  if (claim !== null && claim.guestName === null) throw eventCodeUnknown()
  const eventId = claim?.eventId ?? (await findEventByCheckInCode(db, code))
  if (eventId === null) throw eventCodeUnknown()
  const { name, venue } = await access.getVisible(eventId, userId).catch((error: unknown) => {
    throw error instanceof DdpError && error.error === 404 ? eventCodeUnknown() : error
  })
  return { name, venue, guest: claim?.guestName ?? null }
})

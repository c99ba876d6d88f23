import { DdpError } from '#ddp/wire/error.ts'
import type { EventOfCode } from '#events/contract/entrants.ts'
import { eventCodeUnknown } from '#events/contract/errors.ts'
import type { Db } from '#platform/db/database.ts'
import type { EventAccess } from '../access.ts'
import { findEventByCheckInCode } from './check-in.ts'
import { findClaim } from './claim-store.ts'

/** Returns what a check-in code, or a claim code that is not used yet, is for. @throws DdpError 404 also if the user may not see the event */
export async function resolveEventCode(db: Db, access: EventAccess, code: string, userId: string | null): Promise<EventOfCode> {
  const claim = await findClaim(db, code)
  if (claim !== null && claim.claimedBy !== null) throw eventCodeUnknown()
  const eventId = claim?.eventId ?? (await findEventByCheckInCode(db, code))
  if (eventId === null) throw eventCodeUnknown()
  const { name, venue } = await access.getVisible(eventId, userId).catch((error: unknown) => {
    throw error instanceof DdpError && error.error === 404 ? eventCodeUnknown() : error
  })
  return { name, venue, guest: claim?.guestName ?? null }
}

import { DdpError } from '#ddp/wire/error.ts'
import type { EventOfCode } from '#events/contract/entrants.ts'
import type { Db } from '#platform/db/database.ts'
import type { EventAccess } from '../access.ts'
import { findEventByCheckInCode } from './check-in.ts'
import { findClaim } from './claim-store.ts'

const noCode = (): DdpError => new DdpError(404, 'This code is not known.')

/** Returns what a check-in code, or a claim code that is not used yet, is for. @throws DdpError 404 also if the user may not see the event */
export async function resolveEventCode(db: Db, access: EventAccess, code: string, userId: string | null): Promise<EventOfCode> {
  const claim = await findClaim(db, code)
  if (claim !== null && claim.claimedBy !== null) throw noCode()
  const eventId = claim?.eventId ?? (await findEventByCheckInCode(db, code))
  if (eventId === null) throw noCode()
  const { name, venue } = await access.getVisible(eventId, userId).catch((error: unknown) => {
    throw error instanceof DdpError && error.error === 404 ? noCode() : error
  })
  return { name, venue, guest: claim?.guestName ?? null }
}

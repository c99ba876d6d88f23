import { randomBytes } from 'node:crypto'
import { eventsClaimCode, noGuest } from '#events/contract/entrants.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { lockEntrant } from '../entrants/entrant-store.ts'
import type { EventServices } from '../event-services.ts'
import { lockEvent } from '../store.ts'

export const getClaimCode = handle(eventsClaimCode, async (call, { database, access }: EventServices) => {
  const { eventId, entrantId } = call.input
  const userId = signedIn(call)
  const code = await database.transaction(async tx => {
    await access.requireDirector(await lockEvent(tx, eventId, 'to play'), userId)
    const entrant = await lockEntrant(tx, eventId, entrantId)
    if (entrant?.userId !== null) throw noGuest()
    return getOrCreateClaimCode(tx, entrantId)
  })
  return { code }
})

/** Returns the code (128 random bits) by which a guest's entry can be claimed; it stays the same until it is used. */
export async function getOrCreateClaimCode(tx: Db, entrantId: string): Promise<string> {
  const existing = await tx
    .selectFrom('event_claims')
    .select('code')
    .where('entrant_id', '=', entrantId)
    .where('claimed_by', 'is', null)
    .executeTakeFirst()
  if (existing !== undefined) return existing.code
  const code = randomBytes(16).toString('base64url')
  await tx.insertInto('event_claims').values({ code, entrant_id: entrantId }).execute()
  return code
}

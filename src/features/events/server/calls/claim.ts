import { claimCodeUnknown, drawnWithGuest, eventsClaim } from '#events/contract/entrants.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { claimEntries } from '../entrants/claim-entries.ts'
import * as claims from '../entrants/claim-store.ts'
import { listGuestEntries } from '../entrants/person-store.ts'
import type { EventServices } from '../event-services.ts'
import { eventById, lockEvents } from '../store.ts'

/**
 * A person of the group is locked before the events, as by the calls that change the group's list, and the person's events are locked together:
 * while the person is locked, nobody adds the person to another one.
 */
export const claimEntry = handle(eventsClaim, async (call, services: EventServices) => {
  const { database, access, groups } = services
  const { code } = call.input
  const userId = signedIn(call)
  const found = await claims.findClaim(database.db, code)
  if (found === null) throw claimCodeUnknown()
  const { eventId } = found
  const committed = await database.transaction(async tx => {
    await access.requireVisible(await eventById(tx, eventId), userId)
    const person = found.personId === null ? null : await groups.people.lockForChange(tx, found.personId)
    const nights = person === null ? [] : await listGuestEntries(tx, person.id)
    await lockEvents(tx, [eventId, ...nights.map(night => night.eventId)])
    const claim = await claims.findClaim(tx, code)
    if (claim !== null && (claim.claimedBy === userId || claim.userId === userId)) return []
    if (claim === null || claim.claimedBy !== null || claim.userId !== null) throw claimCodeUnknown()
    const { entrantId } = claim
    // Nobody else has claimed the person, and the entry is still the person's.
    const isPerson = person !== null && person.userId === null && claim.personId === person.id
    const entries = isPerson ? await listGuestEntries(tx, person.id) : [{ entrantId, eventId }]
    const { written, changes } = await claimEntries(tx, services, {
      userId,
      entries,
      describe: (_name, claimedId) => ({ by: userId, action: 'claimed', subject: { kind: 'players', players: [claimedId] } }),
      drawnTogether: drawnWithGuest,
    })
    await claims.markClaimed(tx, code, userId)
    const onList = isPerson ? await groups.people.claim(tx, person, userId) : []
    return [...written, ...(await appendChanges(tx, [...changes, ...onList]))]
  })
  await call.committed(committed)
  return { eventId }
})

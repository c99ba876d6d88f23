import { claimCodeUnknown, drawnWithGuest, eventsClaim } from '#events/contract/entrants.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { attachEvent } from '../attach-event.ts'
import { listEventAttempts } from '../attempts/attempt-store.ts'
import { createEventChange } from '../changes.ts'
import * as claims from '../entrants/claim-store.ts'
import { findEntrant, lockEntrant } from '../entrants/entrant-store.ts'
import { moveUpWaiting } from '../entrants/wait-list.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { lockEvent } from '../store.ts'

export const claimEntry = handle(eventsClaim, async (call, { database, access, clock, claimHooks }: EventServices) => {
  const { code } = call.input
  const userId = signedIn(call)
  const found = await claims.findClaim(database.db, code)
  if (found === null) throw claimCodeUnknown()
  const { eventId } = found
  const committed = await database.transaction(async tx => {
    const event = await access.requireVisible(await lockEvent(tx, eventId, 'to change'), userId)
    const claim = await claims.findClaim(tx, code)
    if (claim?.claimedBy === userId) return []
    const guest = claim === null ? null : await lockEntrant(tx, eventId, claim.entrantId)
    if (claim === null || claim.claimedBy !== null || guest?.userId !== null) throw claimCodeUnknown()
    const attempts = (await listEventAttempts(tx, eventId)).filter(({ entrantId }) => entrantId === claim.entrantId)
    const ownEntrantId = await findEntrant(tx, eventId, userId)
    if (ownEntrantId === null) await claims.assignEntry(tx, claim.entrantId, userId)
    else {
      if (await claims.shareRound(tx, eventId, ownEntrantId, claim.entrantId)) throw drawnWithGuest()
      await claims.mergeEntries(tx, eventId, claim.entrantId, ownEntrantId)
    }
    await claims.markClaimed(tx, code, userId)
    const players = [ownEntrantId ?? claim.entrantId]
    await insertLog(tx, { eventId, by: userId, action: 'claimed', subject: { kind: 'players', players } })
    const hookEntries: ChangeLogEntry[] = []
    for (const hook of claimHooks) hookEntries.push(...(await hook(tx, { userId, eventId, attempts })))
    const moved = await moveUpWaiting(tx, event, clock.now())
    return [...hookEntries, ...(await appendChanges(tx, await attachEvent(tx, eventId, [...moved, createEventChange(eventId)])))]
  })
  await call.committed(committed)
  return { eventId }
})

import { eventsHandOver } from '#events/contract/admin.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { attachEvent } from '../attach-event.ts'
import { createEventChange } from '../changes.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { deleteStaffRole } from '../staff/staff-store.ts'
import { lockEvent, setDirector } from '../store.ts'

/** The former director has no part in the event any more. */
export const handOverEvent = handle(eventsHandOver, async (call, { access }: EventServices) => {
  const { eventId, userId: directorId } = call.input
  const userId = signedIn(call)
  await call.commit(async tx => {
    const event = await access.requireOwner(await lockEvent(tx, eventId, 'to change'), userId)
    if (event.directorId === directorId) return []
    await access.findPossibleEntrant(event, directorId)
    await setDirector(tx, eventId, directorId)
    await deleteStaffRole(tx, eventId, directorId)
    await insertLog(tx, { eventId, by: userId, action: 'handed-over', subject: { kind: 'players', players: [directorId] } })
    return attachEvent(tx, eventId, [
      createEventChange(eventId, { kind: 'staff', userId: event.directorId, directs: false, keepsScores: false }),
      createEventChange(eventId, { kind: 'staff', userId: directorId, directs: true, keepsScores: true }),
      createEventChange(eventId),
    ])
  })
  return {}
})

import { eventsSetStaff, playerDirects } from '#events/contract/staff.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { deleteStaffRole, saveStaffRole } from '../staff/staff-store.ts'

export const setStaff = handle(eventsSetStaff, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId }) => {
    const { eventId, userId: memberId, role } = call.input
    const member = event.staff.find(each => each.userId === memberId)
    if ((member?.role ?? null) === role) return []
    if (role === null) await deleteStaffRole(tx, eventId, memberId)
    else {
      await services.access.findPossibleEntrant(event, memberId)
      if (event.directorId === memberId) throw playerDirects()
      await saveStaffRole(tx, eventId, memberId, role)
    }
    await insertLog(tx, { eventId, by: userId, action: 'staff', subject: { kind: 'role', players: [memberId], role } })
    return [
      createEventChange(eventId, { kind: 'staff', userId: memberId, directs: role === 'co-director', keepsScores: role !== null }),
      createEventChange(eventId, { kind: 'log' }),
    ]
  }),
)

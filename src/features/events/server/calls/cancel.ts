import { eventsCancel } from '#events/contract/admin.ts'
import { eventOver } from '#events/contract/errors.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange, stageChanges } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { endDevices } from '../staff/device-store.ts'
import { setCancelled } from '../store.ts'

/** Cancelling again changes nothing. */
export const cancelEvent = handle(eventsCancel, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { id: eventId } = event
    if (event.cancelled) return []
    if (stateAt(event, now) === 'finished') throw eventOver()
    await setCancelled(tx, eventId)
    const ended = await endDevices(tx, eventId, null, new Date(now))
    await insertLog(tx, { eventId, by: userId, action: 'cancelled' })
    return [...ended, ...stageChanges(event), createEventChange(eventId)]
  }),
)

import { eventsStart } from '#events/contract/admin.ts'
import { eventOver } from '#events/contract/errors.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { updateEvent } from '../store.ts'

export const startEvent = handle(eventsStart, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const state = stateAt(event, now)
    if (state === 'live') return []
    if (state !== 'upcoming') throw eventOver()
    await updateEvent(tx, { ...event, startsAt: now })
    await insertLog(tx, { eventId: event.id, by: userId, action: 'started' })
    return [createEventChange(event.id)]
  }),
)

import { eventsClose } from '#events/contract/admin.ts'
import { eventNotLive } from '#events/contract/errors.ts'
import { formatRules } from '#events/formats/registry.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { endDevices } from '../staff/device-store.ts'
import { updateEvent } from '../store.ts'

export const closeEvent = handle(eventsClose, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { id: eventId } = event
    const state = stateAt(event, now)
    if (state === 'finished') return []
    if (state !== 'live') throw eventNotLive()
    const end = Math.max(now, event.startsAt + 1)
    const { endsByClock } = formatRules(event.format)
    await updateEvent(tx, { ...event, finishesAt: end, ...(endsByClock ? { endsAt: end } : {}) })
    const ended = await endDevices(tx, eventId, null, new Date(now))
    await insertLog(tx, { eventId, by: userId, action: 'closed' })
    return [...ended, createEventChange(eventId)]
  }),
)

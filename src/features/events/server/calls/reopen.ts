import { eventNotFinished, eventsReopen } from '#events/contract/admin.ts'
import { formatRules } from '#events/formats/registry.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fieldRule, mustLieAhead } from '#platform/text/field-rules.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { settleQueue } from '../rounds/follow-results.ts'
import { endDevices } from '../staff/device-store.ts'
import { updateEvent } from '../store.ts'

export const reopenEvent = handle(eventsReopen, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, endsAt = null } = call.input
    const state = stateAt(event, now)
    if (state === 'live') return []
    if (state !== 'finished') throw eventNotFinished()
    const { endsByClock } = formatRules(event.format)
    if (endsByClock && endsAt === null) throw fieldError('endsAt', fieldRule('date', 'must say when the event ends'))
    if (endsAt !== null && endsAt.getTime() <= now) throw fieldError('endsAt', mustLieAhead())
    const plannedEnd = endsAt?.getTime() ?? event.endsAt
    const reopened = { ...event, endsAt: plannedEnd, finishesAt: endsByClock ? plannedEnd : null }
    await updateEvent(tx, reopened)
    // An event that the clock has ended still has its device links.
    const ended = await endDevices(tx, eventId, null, new Date(now))
    await insertLog(tx, { eventId, by: userId, action: 'reopened' })
    return [...ended, createEventChange(eventId), ...(await settleQueue(tx, reopened, now))]
  }),
)

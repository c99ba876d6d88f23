import { noEntrant } from '#events/contract/errors.ts'
import { eventsSetPaid } from '#events/contract/fees.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { lockEntrant } from '../entrants/entrant-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import * as fees from '../fees/fee-store.ts'

export const setPaid = handle(eventsSetPaid, (call, services: EventServices) =>
  changeAsDirector(call, services, async tx => {
    const { eventId, entrantId, paid } = call.input
    if ((await lockEntrant(tx, eventId, entrantId)) === null) throw noEntrant()
    await fees.setPaid(tx, entrantId, paid)
    return [createEventChange(eventId, { kind: 'fees' })]
  }),
)

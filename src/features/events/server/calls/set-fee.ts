import { eventsSetFee } from '#events/contract/fees.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import * as fees from '../fees/fee-store.ts'

export const setFee = handle(eventsSetFee, (call, services: EventServices) =>
  changeAsDirector(call, services, async tx => {
    const { eventId, fee } = call.input
    await fees.setFee(tx, eventId, fee)
    return [createEventChange(eventId, { kind: 'fees' })]
  }),
)

import { eventsSetSeat } from '#events/contract/entrants.ts'
import { noEntrant, noMachineInEvent } from '#events/contract/errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { lockEntrant } from '../entrants/entrant-store.ts'
import * as seats from '../entrants/seat-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { eventMachines } from '../store.ts'

export const setSeat = handle(eventsSetSeat, (call, services: EventServices) =>
  changeAsDirector(call, services, async tx => {
    const { eventId, entrantId, machineIds } = call.input
    if ((await lockEntrant(tx, eventId, entrantId)) === null) throw noEntrant()
    const known = new Set((await eventMachines(tx, eventId)).map(each => each.machineId))
    if (!machineIds.every(machineId => known.has(machineId))) throw noMachineInEvent()
    await seats.setSeat(tx, { entrantId, machineIds })
    return [createEventChange(eventId, { kind: 'seats' })]
  }),
)

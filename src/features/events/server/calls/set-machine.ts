import { eventsSetMachine } from '#events/contract/admin.ts'
import { eventOver, noMachineInEvent } from '#events/contract/errors.ts'
import { isOver } from '#events/rules/event-state.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { settleQueue } from '../rounds/follow-results.ts'
import * as store from '../store.ts'

/** Setting the current state again changes nothing. */
export const setMachine = handle(eventsSetMachine, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, machineId, active } = call.input
    const machine = await store.findEventMachine(tx, eventId, machineId)
    if (machine === null) throw noMachineInEvent()
    if (isOver(event, now)) throw eventOver()
    if (!(await store.setBroken(tx, eventId, machineId, active ? null : new Date(now)))) return []
    await insertLog(tx, { eventId, by: userId, action: 'machine', subject: { kind: 'machine', machine: machine.name, active } })
    return [createEventChange(eventId), ...(await settleQueue(tx, event, now))]
  }),
)

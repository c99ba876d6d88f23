import { eventsEndDevice } from '#events/contract/devices.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { endDevices } from '../staff/device-store.ts'

export const endDevice = handle(eventsEndDevice, (call, services: EventServices) =>
  changeAsDirector(call, services, (tx, event, { now }) => endDevices(tx, event.id, call.input.deviceId, new Date(now))),
)

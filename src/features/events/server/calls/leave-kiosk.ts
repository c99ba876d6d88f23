import { eventsLeaveKiosk, kioskCodeWrong } from '#events/contract/devices.ts'
import { deviceEnded } from '#events/contract/errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { EventServices } from '../event-services.ts'
import { endDevices, findDevice } from '../staff/device-store.ts'
import { hashKioskCode, hashSecret } from '../staff/linked-device.ts'

export const leaveKiosk = handle(eventsLeaveKiosk, async (call, { clock }: EventServices) => {
  const { eventId, device: key, code } = call.input
  await call.commit(async tx => {
    const device = await findDevice(tx, { eventId, keyHash: hashSecret(key), ended: true })
    if (device?.codeHash == null) throw deviceEnded()
    if (device.codeHash !== hashKioskCode(device.id, code)) throw kioskCodeWrong()
    return endDevices(tx, eventId, device.id, new Date(clock.now()))
  })
  return {}
})

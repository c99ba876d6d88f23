import { eventsLeaveKiosk, kioskCodeWrong } from '#events/contract/devices.ts'
import { deviceEnded } from '#events/contract/errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { EventServices } from '../event-services.ts'
import { hashKioskCode, hashSecret } from '../shared/device-secrets.ts'
import { endDevices, findDevice } from '../staff/device-store.ts'

export const leaveKiosk = handle(eventsLeaveKiosk, async (call, { clock }: EventServices) => {
  const { key, code } = call.input
  await call.commit(async tx => {
    const device = await findDevice(tx, { keyHash: hashSecret(key) })
    if (device?.codeHash == null) throw deviceEnded()
    if (device.codeHash !== hashKioskCode(device.id, code)) throw kioskCodeWrong()
    return endDevices(tx, device.eventId, device.id, new Date(clock.now()))
  })
  return {}
})

import { describeDevice } from '#accounts/server/shared/user-agent.ts'
import { deviceLinkUnknown, deviceLinkUsed } from '#events/contract/devices.ts'
import { hashSecret } from '#events/server/shared/device-secrets.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { scoresOpenKiosk } from '#scores/contract/kiosks.ts'
import { kiosksChanged } from '../changes.ts'
import { bindKiosk, findKiosk } from '../kiosks/kiosk-store.ts'
import type { ScoresServices } from '../services.ts'

export const openKiosk = handle(scoresOpenKiosk, async (call, { clock }: ScoresServices) => {
  const { token, key } = call.input
  const browser = describeDevice(call.invocation.connection.httpHeaders['user-agent'])
  let machineId = ''
  await call.commit(async tx => {
    const kiosk = await findKiosk(tx, { tokenHash: hashSecret(token) })
    if (kiosk === null || kiosk.ended) throw deviceLinkUnknown()
    if (!(await bindKiosk(tx, { id: kiosk.id, keyHash: hashSecret(key), browser, at: new Date(clock.now()) }))) throw deviceLinkUsed()
    machineId = kiosk.machineId
    return kiosk.openedAt === null ? [kiosksChanged.of({ machineId })] : []
  })
  return { machineId }
})

import { kioskCodeWrong } from '#events/contract/devices.ts'
import { hashKioskCode, hashSecret } from '#events/server/shared/device-secrets.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { kioskEnded, scoresLeaveKiosk } from '#scores/contract/kiosks.ts'
import { endKiosk, findKiosk } from '../kiosks/kiosk-store.ts'
import type { ScoresServices } from '../services.ts'

export const leaveKiosk = handle(scoresLeaveKiosk, async (call, { clock }: ScoresServices) => {
  const { key, code } = call.input
  await call.commit(async tx => {
    const kiosk = await findKiosk(tx, { keyHash: hashSecret(key) })
    if (kiosk === null) throw kioskEnded()
    if (kiosk.codeHash !== hashKioskCode(kiosk.id, code)) throw kioskCodeWrong()
    return (await endKiosk(tx, kiosk.id, new Date(clock.now())))!
  })
  return {}
})

import { randomBytes } from 'node:crypto'
import { deviceLinkIdUsed } from '#events/contract/devices.ts'
import { hashKioskCode, hashSecret } from '#events/server/shared/device-secrets.ts'
import { noMachine } from '#machines/contract/machines.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { scoresKioskLink } from '#scores/contract/kiosks.ts'
import { kiosksChanged } from '../changes.ts'
import { saveKiosk } from '../kiosks/kiosk-store.ts'
import { isModerator } from '../moderation/score-rights.ts'
import type { ScoresServices } from '../services.ts'
import { lockActiveUser } from '../store.ts'

export const createKioskLink = handle(scoresKioskLink, async (call, { accounts, machines, address }: ScoresServices) => {
  const { _id: id, kioskCode } = call.input
  const createdBy = signedIn(call)
  if (!(await isModerator(accounts, createdBy))) throw moderatorsOnly()
  const machine = await machines.resolveMerged(call.input.machineId)
  if (machine === null) throw noMachine()
  const { machineId } = machine
  const token = randomBytes(32).toString('base64url')
  await call.commit(async tx => {
    await lockActiveUser(tx, createdBy)
    const kiosk = { id, machineId, createdBy, tokenHash: hashSecret(token), codeHash: hashKioskCode(id, kioskCode) }
    if (!(await saveKiosk(tx, kiosk))) throw deviceLinkIdUsed()
    return [kiosksChanged.of({ machineId })]
  })
  return { url: `${address()}/machines/${machineId}/kiosk#${token}` }
})

import { noUser } from '#accounts/contract/errors.ts'
import { hashSecret } from '#events/server/shared/device-secrets.ts'
import { handleRecording } from '#platform/live/server/call-handler.ts'
import { kioskEnded, scoresEnter } from '#scores/contract/kiosks.ts'
import { findKiosk } from '../kiosks/kiosk-store.ts'
import { isModerator } from '../moderation/score-rights.ts'
import type { ScoresServices } from '../services.ts'
import { isSuspended } from '../store.ts'

export const enterScore = handleRecording(scoresEnter, async (call, { accounts, database, submissions }: ScoresServices) => {
  const { _id, key, userId, value } = call.input
  const kiosk = await findKiosk(database.db, { keyHash: hashSecret(key) })
  if (kiosk === null || kiosk.ended || !(await isModerator(accounts, kiosk.createdBy))) throw kioskEnded()
  if ((await accounts.getUser(userId)) === null || (await isSuspended(database.db, userId))) throw noUser()
  const { answer, changes } = await submissions.submit(userId, { _id, machineId: kiosk.machineId, value }, kiosk.createdBy)
  await call.committed(changes)
  return answer
})

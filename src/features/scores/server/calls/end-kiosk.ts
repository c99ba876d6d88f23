import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { noKiosk, scoresEndKiosk } from '#scores/contract/kiosks.ts'
import { endKiosk } from '../kiosks/kiosk-store.ts'
import { isModerator } from '../moderation/score-rights.ts'
import type { ScoresServices } from '../services.ts'

export const endOneKiosk = handle(scoresEndKiosk, async (call, { accounts, clock }: ScoresServices) => {
  if (!(await isModerator(accounts, signedIn(call)))) throw moderatorsOnly()
  await call.commit(async tx => {
    const changes = await endKiosk(tx, call.input.kioskId, new Date(clock.now()))
    if (changes === null) throw noKiosk()
    return changes
  })
  return {}
})

import { eventsPersonClaimCode, noGuestEntry } from '#events/contract/entrants.ts'
import { groupManagersOnly } from '#groups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { listGuestEntries } from '../entrants/person-store.ts'
import type { EventServices } from '../event-services.ts'
import { getOrCreateClaimCode } from './claim-code.ts'

export const getPersonClaimCode = handle(eventsPersonClaimCode, async (call, { database, groups }: EventServices) => {
  const userId = signedIn(call)
  const { groupId, personId } = call.input
  await groups.assertVisible(groupId, userId)
  if (!(await groups.isManager(groupId, userId))) throw groupManagersOnly()
  const code = await database.transaction(async tx => {
    const person = await groups.people.lockForShare(tx, groupId, personId)
    const [latest] = person === null ? [] : await listGuestEntries(tx, personId)
    if (latest === undefined) throw noGuestEntry()
    return getOrCreateClaimCode(tx, latest.entrantId)
  })
  return { code }
})

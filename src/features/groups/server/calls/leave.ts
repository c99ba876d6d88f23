import { groupsLeave } from '#groups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { type GroupsServices, lockVisible } from '../groups.ts'
import { assertOwnerRemains, removeMember } from '../members.ts'

/** Leaving a public group changes nothing for a user who is not in it. */
export const leave = handle(groupsLeave, async (call, services: GroupsServices) => {
  const userId = signedIn(call)
  const { groupId } = call.input
  await call.commit(async tx => {
    const { own } = await lockVisible(tx, groupId, userId)
    if (own === null) return []
    await assertOwnerRemains(tx, groupId, [userId])
    return removeMember(services, tx, groupId, userId)
  })
  return {}
})

import { groupsRemove } from '#groups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { type GroupsServices, lockManaged } from '../groups.ts'
import { deleteGroup } from '../members.ts'

export const removeGroupForAll = handle(groupsRemove, async (call, services: GroupsServices) => {
  const userId = signedIn(call)
  const { groupId } = call.input
  await call.commit(async tx => {
    await lockManaged(tx, groupId, userId, ['owner'])
    return deleteGroup(services, tx, groupId)
  })
  services.uploads.kick()
  return {}
})

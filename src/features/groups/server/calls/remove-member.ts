import { groupManagersOnly, groupsRemoveMember } from '#groups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noMember } from '#roles/contract.ts'
import { type GroupsServices, lockManaged } from '../groups.ts'
import * as members from '../members.ts'
import * as store from '../store.ts'

/** All invitation codes of the group become invalid, so that the removed member cannot come back by one. */
export const removeOneMember = handle(groupsRemoveMember, async (call, services: GroupsServices) => {
  const callerId = signedIn(call)
  const { groupId, userId } = call.input
  await call.commit(async tx => {
    const { own } = await lockManaged(tx, groupId, callerId, ['owner', 'manager'])
    const other = await store.findMember(tx, groupId, userId)
    if (other === null) throw noMember()
    const plain = !other.roles.includes('owner') && !other.roles.includes('manager')
    if (!own.roles.includes('owner') && !plain) throw groupManagersOnly()
    await members.assertOwnerRemains(tx, groupId, [userId])
    await store.deleteInvites(tx, groupId)
    return members.removeMember(services, tx, groupId, userId)
  })
  return {}
})

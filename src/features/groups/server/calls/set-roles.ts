import { groupsSetRoles } from '#groups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noMember } from '#roles/contract.ts'
import { membershipChanged } from '../changes.ts'
import { type GroupsServices, lockManaged } from '../groups.ts'
import { assertOwnerRemains } from '../members.ts'
import { findMember } from '../store.ts'

export const setMemberRoles = handle(groupsSetRoles, async (call, services: GroupsServices) => {
  const callerId = signedIn(call)
  const { groupId, userId, roles } = call.input
  await call.commit(async tx => {
    await lockManaged(tx, groupId, callerId, ['owner'])
    if ((await findMember(tx, groupId, userId)) === null) throw noMember()
    if (!roles.includes('owner')) await assertOwnerRemains(tx, groupId, [userId])
    const changes = await services.roles.change(tx, [userId], roles, groupId, 'replace')
    return changes.length === 0 ? [] : [...changes, membershipChanged.of({ groupId, userId, member: true, added: 0 })]
  })
  return {}
})

import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import {
  groupsAdd,
  groupsEdit,
  groupsInvite,
  groupsJoin,
  groupsLeave,
  groupsLook,
  groupsRemove,
  groupsRemoveMember,
  groupsSetRoles,
} from '../contract.ts'
import type { GroupsService } from './service.ts'

export function registerMethods(live: LiveServer, service: GroupsService, uploads: Pick<UploadsApi, 'kick'>): void {
  live.method(groupsAdd, async call => {
    const userId = signedIn(call)
    const { _id, name, description = '', visibility, picture } = call.input
    await call.committed(await service.add(userId, _id, { name, description, visibility, picture }))
    uploads.kick()
    return { groupId: _id }
  })

  live.method(groupsEdit, async call => {
    const userId = signedIn(call)
    const { groupId, ...changes } = call.input
    await call.committed(await service.edit(userId, groupId, changes))
    uploads.kick()
    return {}
  })

  live.method(groupsRemove, async call => {
    await call.committed(await service.remove(signedIn(call), call.input.groupId))
    uploads.kick()
    return {}
  })

  live.method(groupsInvite, call => service.invite(signedIn(call), call.input.groupId))

  live.method(groupsLook, call => service.previewInvite(call.input.code))

  live.method(groupsJoin, async call => {
    const { groupId, changes } = await service.join(signedIn(call), call.input)
    await call.committed(changes)
    return { groupId }
  })

  live.method(groupsLeave, async call => {
    await call.committed(await service.leave(signedIn(call), call.input.groupId))
    return {}
  })

  live.method(groupsRemoveMember, async call => {
    await call.committed(await service.removeMember(signedIn(call), call.input.groupId, call.input.userId))
    return {}
  })

  live.method(groupsSetRoles, async call => {
    const { groupId, userId, roles } = call.input
    await call.committed(await service.setRoles(signedIn(call), groupId, userId, roles))
    return {}
  })
}

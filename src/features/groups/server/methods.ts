import { DdpError } from '../../../ddp/wire/error.ts'
import { type LiveServer, signedIn } from '../../../platform/live/server/live-server.ts'
import {
  groupsAdd,
  groupsEdit,
  groupsInvite,
  groupsJoin,
  groupsLeave,
  groupsRemove,
  groupsRemoveMember,
  groupsSetRoles,
} from '../contract.ts'
import type { GroupsService } from './service.ts'

export function registerMethods(live: LiveServer, service: GroupsService): void {
  live.method(groupsAdd, async call => {
    const userId = signedIn(call)
    const { _id, name, description = '', visibility, picture } = call.input
    if (picture !== undefined) throw new DdpError(404, 'There is no such picture.')
    await call.wrote(await service.add(userId, _id, { name, description, visibility }))
    return { groupId: _id }
  })

  live.method(groupsEdit, async call => {
    const userId = signedIn(call)
    const { groupId, ...changes } = call.input
    await call.wrote(await service.edit(userId, groupId, changes))
    return {}
  })

  live.method(groupsRemove, async call => {
    await call.wrote(await service.remove(signedIn(call), call.input.groupId))
    return {}
  })

  live.method(groupsInvite, call => service.invite(signedIn(call), call.input.groupId))

  live.method(groupsJoin, async call => {
    const { groupId, news } = await service.join(signedIn(call), call.input)
    await call.wrote(news)
    return { groupId }
  })

  live.method(groupsLeave, async call => {
    await call.wrote(await service.leave(signedIn(call), call.input.groupId))
    return {}
  })

  live.method(groupsRemoveMember, async call => {
    await call.wrote(await service.removeMember(signedIn(call), call.input.groupId, call.input.userId))
    return {}
  })

  live.method(groupsSetRoles, async call => {
    const { groupId, userId, roles } = call.input
    await call.wrote(await service.setRoles(signedIn(call), groupId, userId, roles))
    return {}
  })
}

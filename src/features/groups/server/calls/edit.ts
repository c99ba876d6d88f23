import { groupsEdit } from '#groups/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { groupChanged } from '../changes.ts'
import { checkName, GROUP_PICTURE, type GroupsServices, lockManaged } from '../groups.ts'
import * as store from '../store.ts'

/** A new picture is shown once it has been processed; until then the old one stays. */
export const edit = handle(groupsEdit, async (call, services: GroupsServices) => {
  const { uploads } = services
  const userId = signedIn(call)
  const { groupId, picture, ...fields } = call.input
  await call.commit(async tx => {
    const upload = picture ? await uploads.reserve(tx, GROUP_PICTURE, picture, userId) : null
    const { group } = await lockManaged(tx, groupId, userId, ['owner', 'manager'])
    if (upload !== null) await uploads.attach(tx, upload, groupId)
    if (picture === null) await uploads.remove(tx, GROUP_PICTURE, groupId)
    const { name = group.name, description = group.description, visibility = group.visibility } = fields
    const shownPicture = picture === null ? null : group.picture
    if (name === group.name && description === group.description && visibility === group.visibility && shownPicture === group.picture)
      return []
    if (name !== group.name) await checkName(services, tx, name)
    const card = { name, description, picture: shownPicture }
    await store.updateGroup(tx, { id: groupId, visibility, ...card })
    return [groupChanged.of({ groupId, visibility, card })]
  })
  uploads.kick()
  return {}
})

import { isDeepStrictEqual } from 'node:util'
import { GROUP_FIELDS, groupsEdit } from '#groups/contract.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { groupChanged } from '../changes.ts'
import { checkName, GROUP_PICTURE, type GroupsServices, lockManaged } from '../groups.ts'
import * as store from '../store.ts'
import { setWebhook } from '../webhooks.ts'

/** A new picture is shown once it has been processed; until then the old one stays. */
export const editGroup = handle(groupsEdit, async (call, services: GroupsServices) => {
  const { uploads, box } = services
  const userId = signedIn(call)
  const { groupId, picture, webhook, ...given } = call.input
  await call.commit(async tx => {
    const upload = picture ? await uploads.reserve(tx, GROUP_PICTURE, picture, userId) : null
    const { group } = await lockManaged(tx, groupId, userId, ['owner', 'manager'])
    if (upload !== null) await uploads.attach(tx, upload, groupId)
    if (picture === null) await uploads.remove(tx, GROUP_PICTURE, groupId)
    const { visibility, ...fields } = recordValues(GROUP_FIELDS, given, group)
    const after = { ...group, ...fields, visibility, picture: picture === null ? null : group.picture }
    const webhookChanges = webhook === undefined ? [] : await setWebhook(tx, box, groupId, webhook)
    if (isDeepStrictEqual(after, group)) return webhookChanges
    if (after.name !== group.name) await checkName(services, tx, after.name)
    await store.updateGroup(tx, after)
    return [groupChanged.of({ groupId, visibility, card: { ...fields, picture: after.picture } }), ...webhookChanges]
  })
  uploads.kick()
  return {}
})

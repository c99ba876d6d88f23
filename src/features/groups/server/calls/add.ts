import { GROUP_FIELDS, groupIdUsed, groupsAdd } from '#groups/contract.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { groupChanged } from '../changes.ts'
import { checkName, GROUP_PICTURE, type GroupsServices } from '../groups.ts'
import { addMember } from '../members.ts'
import * as store from '../store.ts'

/** Groups that one user may create in 24 hours, including those removed since. */
export const GROUPS_A_DAY = 10

export const addGroup = handle(groupsAdd, async (call, services: GroupsServices) => {
  const { uploads, dayLimit } = services
  const userId = signedIn(call)
  const { _id: id, picture, ...given } = call.input
  const fields = recordValues(GROUP_FIELDS, given)
  const { name, visibility } = fields
  const fingerprint = fingerprintValues(...Object.values(fields), ...(picture ? [picture.key] : []))
  await call.commit(async tx => {
    await store.lockMember(tx, userId)
    const upload = picture ? await uploads.reserve(tx, GROUP_PICTURE, picture, userId) : null
    if (!(await store.insertGroup(tx, { id, ...fields, madeBy: userId, fingerprint }))) {
      if (await store.isOwnRepeatedGroup(tx, id, userId, fingerprint)) return []
      throw groupIdUsed()
    }
    await dayLimit.check(tx, userId, GROUPS_A_DAY)
    await checkName(services, tx, name)
    if (upload !== null) await uploads.attach(tx, upload, id)
    return [groupChanged.of({ groupId: id, visibility }), ...(await addMember(services, tx, id, userId, 'owner'))]
  })
  uploads.kick()
  return { groupId: id }
})

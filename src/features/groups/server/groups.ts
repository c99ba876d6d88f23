import { createHash } from 'node:crypto'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { recordValues } from '#platform/live/record.ts'
import type { DayLimit } from '#platform/live/server/day-limit.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import { noGroup } from '#roles/contract.ts'
import type { RolesApi } from '#roles/server/api.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { GROUP_FIELDS, type GroupRole, groupManagersOnly } from '../contract.ts'
import { groupChanged } from './changes.ts'
import type { GroupPeople } from './people/group-people.ts'
import * as store from './store.ts'

/** The kind of upload for pictures of groups. */
export const GROUP_PICTURE = 'groupPicUpload'

/** What the calls of this feature use. */
export interface GroupsServices {
  accounts: Pick<AccountsApi, 'blockedNames'>
  database: Database
  clock: Clock
  roles: Pick<RolesApi, 'change'>
  uploads: UploadsApi
  dayLimit: DayLimit
  people: GroupPeople
  peopleDayLimit: DayLimit
  /** has the webhooks of groups */
  box: SecretBox
}

export const hashCode = (code: string): string => createHash('sha256').update(code).digest('base64')

/** @throws DdpError 400 for a name with a blocked word */
export const checkName = ({ accounts }: GroupsServices, tx: Db, name: string): Promise<void> =>
  accounts.blockedNames.check(tx, { texts: [{ path: 'name', name }] })

/** @throws DdpError 400 for the name of a person who would be taken for somebody else */
export const checkPersonName = ({ accounts }: GroupsServices, tx: Db, path: string, name: string): Promise<void> =>
  accounts.blockedNames.checkImitation(tx, { path, name, userId: null })

/** Shows a processed picture on the group, or removes the current one. @returns null if the group no longer exists */
export async function showGroupPicture(tx: Db, groupId: string, picture: UploadedPicture | null): Promise<NewChange[] | null> {
  await store.lockGroup(tx, groupId)
  const group = await store.groupById(tx, groupId)
  if (group === null) return null
  await store.updateGroup(tx, { ...group, picture })
  const { visibility, ...fields } = recordValues(GROUP_FIELDS, group)
  return [groupChanged.of({ groupId, visibility, card: { ...fields, picture } })]
}

/**
 * Returns the group, locked, and the user as its member; null for a visitor of a public group. A user from whom the group is hidden
 * neither waits for its lock nor makes others wait, and causes as many queries as for a group that does not exist.
 * @throws DdpError 404
 */
export async function lockVisible(
  tx: Db,
  groupId: string,
  userId: string,
): Promise<{ group: store.GroupRow; own: store.MemberRow | null }> {
  const find = async (): Promise<{ group: store.GroupRow; own: store.MemberRow | null }> => {
    const [group, own] = [await store.groupById(tx, groupId), await store.findMember(tx, groupId, userId)]
    if (group === null || (own === null && group.visibility === 'private')) throw noGroup()
    return { group, own }
  }
  await find()
  await store.lockGroup(tx, groupId)
  return find()
}

/**
 * Returns the group, locked, for a member with one of these roles.
 * @throws DdpError 404 for users who may not see it; 403 for other members, and for visitors of a public group
 */
export async function lockManaged(
  tx: Db,
  groupId: string,
  userId: string,
  wanted: readonly GroupRole[],
): Promise<{ group: store.GroupRow; own: store.MemberRow }> {
  const { group, own } = await lockVisible(tx, groupId, userId)
  if (own === null || !own.roles.some(role => wanted.includes(role))) throw groupManagersOnly()
  return { group, own }
}

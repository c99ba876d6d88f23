import type { AccountsApi } from '#accounts/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { DayLimit } from '#platform/live/server/day-limit.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import type { RolesApi } from '#roles/server/api.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { GroupAccess } from './access.ts'
import type { GroupsApi } from './api.ts'
import { groupChanged } from './changes.ts'
import { registerMethods } from './methods.ts'
import { registerPublications } from './publications.ts'
import { GROUP_PICTURE, GroupsService } from './service.ts'
import { groupPicturesShown, listGroups, listMemberships } from './store.ts'

export function startGroups(
  platform: FeatureContext,
  { accounts, roles, reports, uploads }: { accounts: AccountsApi; roles: RolesApi; reports: ReportsApi; uploads: UploadsApi },
): GroupsApi {
  const { config, database, clock, live, log } = platform
  const dayLimit = new DayLimit(config.rateLimits, log, { method: 'groups.add', table: 'groups' })
  const service = new GroupsService({ accounts, database, clock, roles, uploads, dayLimit })
  const access = new GroupAccess(database, live)
  registerPublications(platform, access)
  registerMethods(live, service, uploads)
  roles.guardGroups((tx, change) => service.guard(tx, change))
  uploads.registerOwner(GROUP_PICTURE, {
    async mayUpload(userId, { groupId, new: isNew }) {
      if (typeof groupId !== 'string') return isNew === true ? null : false
      return (await access.isManager(groupId, userId)) ? groupId : false
    },
    setPicture: (tx, groupId, picture) => service.showPicture(tx, groupId, picture),
    listPictures: groupPicturesShown,
    async describeForReport(db, groupId, userId) {
      const group = await access.find(db, groupId, userId)
      return group === null ? null : { label: `Picture of ${group.name}`, path: `/groups/${groupId}` }
    },
  })
  reports.registerSubject(
    'group',
    async (db, groupId, userId) => {
      const group = await access.find(db, groupId, userId)
      return group === null ? null : { label: group.name, path: `/groups/${groupId}` }
    },
    [groupChanged.touches(({ groupId }) => [groupId])],
  )
  accounts.onDelete((tx, { userId }) => service.removeUser(tx, userId))
  accounts.onExport(async userId => {
    const memberships = new Map((await listMemberships(database.db, userId)).map(({ groupId, roles }) => [groupId, roles]))
    const groups = await listGroups(database.db, userId)
    return {
      'groups.json': groups.map(({ id, name, description, visibility }) => ({
        id,
        name,
        description,
        visibility,
        roles: memberships.get(id),
      })),
    }
  })
  return access
}

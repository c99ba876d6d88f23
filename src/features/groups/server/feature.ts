import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import type { ReportsDoor } from '../../reports/server/door.ts'
import type { RolesDoor } from '../../roles/server/door.ts'
import type { UploadsDoor } from '../../uploads/server/door.ts'
import { Access } from './access.ts'
import { DayLimit } from './day-limit.ts'
import type { GroupsDoor } from './door.ts'
import { registerMethods } from './methods.ts'
import { registerPublications } from './publications.ts'
import { GROUP_PICTURE, GroupsService } from './service.ts'
import { groupsOf, membershipsOf, picturesShown } from './store.ts'

export function startGroups(
  platform: Platform,
  { accounts, roles, reports, uploads }: { accounts: AccountsDoor; roles: RolesDoor; reports: ReportsDoor; uploads: UploadsDoor },
): GroupsDoor {
  const { config, database, clock, live, log } = platform
  const dayLimit = new DayLimit(config.rateLimits, log)
  const service = new GroupsService({ database, clock, roles, uploads, dayLimit })
  const access = new Access(database.db, live)
  registerPublications(platform, access)
  registerMethods(live, service, uploads)
  roles.guardGroups((tx, change) => service.guard(tx, change))
  uploads.owner(GROUP_PICTURE, {
    async mayUpload(userId, { groupId, new: unborn }) {
      if (typeof groupId !== 'string') return unborn === true ? null : false
      return (await access.runs(groupId, userId)) ? groupId : false
    },
    show: (tx, groupId, picture) => service.showPicture(tx, groupId, picture),
    shown: picturesShown,
    async describe(db, groupId, userId) {
      const group = await access.find(db, groupId, userId)
      return group === null ? null : { label: `Picture of ${group.name}`, path: `/groups/${groupId}` }
    },
  })
  reports.subject('group', async (db, groupId, userId) => {
    const group = await access.find(db, groupId, userId)
    return group === null ? null : { label: group.name, path: `/groups/${groupId}` }
  })
  accounts.onDelete((tx, { userId }) => service.forget(tx, userId))
  accounts.onExport(async userId => {
    const memberships = new Map((await membershipsOf(database.db, userId)).map(({ groupId, roles: held }) => [groupId, held]))
    const groups = await groupsOf(database.db, userId)
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

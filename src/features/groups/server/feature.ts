import type { AccountsApi } from '#accounts/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { recordValues } from '#platform/live/record.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { DayLimit } from '#platform/live/server/day-limit.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import type { RolesApi } from '#roles/server/api.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { GROUP_FIELDS, PERSON_FIELDS } from '../contract.ts'
import { GroupAccess } from './access.ts'
import type { GroupsApi } from './api.ts'
import { addGroup } from './calls/add.ts'
import { addPeople } from './calls/add-people.ts'
import { editGroup } from './calls/edit.ts'
import { editPerson } from './calls/edit-person.ts'
import { invite } from './calls/invite.ts'
import { join } from './calls/join.ts'
import { leave } from './calls/leave.ts'
import { lookAtGroup } from './calls/look.ts'
import { mergePeople } from './calls/merge-people.ts'
import { removeGroupForAll } from './calls/remove.ts'
import { removeOneMember } from './calls/remove-member.ts'
import { removePerson } from './calls/remove-person.ts'
import { setMemberRoles } from './calls/set-roles.ts'
import { groupChanged } from './changes.ts'
import { GROUP_PICTURE, type GroupsServices, showGroupPicture } from './groups.ts'
import { guardRoles, removeUser } from './members.ts'
import { GroupPeople } from './people/group-people.ts'
import { createPeopleLists } from './people/people-lists.ts'
import { listPeopleOf } from './people/people-store.ts'
import { registerPublications } from './publications.ts'
import { groupPicturesShown, listGroups, listMemberships } from './store.ts'

export function startGroups(
  platform: FeatureContext,
  { accounts, roles, reports, uploads }: { accounts: AccountsApi; roles: RolesApi; reports: ReportsApi; uploads: UploadsApi },
): GroupsApi {
  const { config, database, clock, live, log, secrets } = platform
  const dayLimit = new DayLimit(config.rateLimits, log, { method: 'groups.add', table: 'groups' })
  const peopleDayLimit = new DayLimit(config.rateLimits, log, { method: 'groups.addPeople', table: 'group_people' })
  const people = new GroupPeople(peopleDayLimit)
  const { box } = secrets
  const services: GroupsServices = { accounts, database, clock, roles, uploads, dayLimit, people, peopleDayLimit, box }
  const access = new GroupAccess(database, live, people, createPeopleLists(services), box)
  registerPublications(platform, access)
  registerCalls(live, [addGroup, editGroup, removeGroupForAll, invite, lookAtGroup, join, leave, removeOneMember, setMemberRoles], services)
  registerCalls(live, [addPeople, editPerson, mergePeople, removePerson], services)
  roles.guardGroups(guardRoles)
  uploads.registerOwner(GROUP_PICTURE, {
    async mayUpload(userId, { groupId, new: isNew }) {
      if (typeof groupId !== 'string') return isNew === true ? null : false
      return (await access.isManager(groupId, userId)) ? groupId : false
    },
    setPicture: showGroupPicture,
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
  accounts.onDelete((tx, { userId }) => removeUser(services, tx, userId))
  accounts.onExport(async userId => {
    const memberships = new Map((await listMemberships(database.db, userId)).map(({ groupId, roles }) => [groupId, roles]))
    const groups = await listGroups(database.db, userId)
    return {
      'groups.json': groups.map(({ id, ...group }) => ({
        id,
        ...recordValues(GROUP_FIELDS, group),
        roles: memberships.get(id),
      })),
      // What the groups that the user played in before having an account say of the user; those who run them see it.
      'group-people.json': (await listPeopleOf(database.db, userId)).map(({ groupId, groupName, ...person }) => ({
        groupId,
        group: groupName,
        ...recordValues(PERSON_FIELDS, person),
      })),
    }
  })
  return access
}

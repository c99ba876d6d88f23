import * as v from 'valibot'
import { dropRolesOf } from '#accounts/server/shared/user-roles.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { toFieldProblem } from '#platform/live/contract.ts'
import { uuidV7 } from '#platform/live/schemas.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { lastOwner, memberNeedsRole, noMember } from '#roles/contract.ts'
import { GROUP_ROLES, RolesError } from '#roles/rules.ts'
import type { GroupChange } from '#roles/server/api.ts'
import { flatRoles, type GroupRole } from '../contract.ts'
import { groupChanged, membershipChanged, peopleChanged } from './changes.ts'
import { GROUP_PICTURE, type GroupsServices, lockVisible } from './groups.ts'
import { removeAllPeople, removePeopleOf } from './people/people-store.ts'
import * as store from './store.ts'

type Roles = Pick<GroupsServices, 'roles'>

/** @throws DdpError 409 for a user with a flat list of roles */
export async function addMember({ roles }: Roles, tx: Db, groupId: string, userId: string, role: GroupRole): Promise<NewChange[]> {
  const changes = await roles.change(tx, [userId], [role], groupId, 'add').catch(error => {
    throw error instanceof RolesError ? flatRoles() : error
  })
  await store.insertMember(tx, groupId, userId)
  return [...changes, membershipChanged.of({ groupId, userId, member: true, added: 1 })]
}

export async function removeMember({ roles }: Roles, tx: Db, groupId: string, userId: string): Promise<NewChange[]> {
  const changes = await roles.change(tx, [userId], [], groupId, 'replace')
  await dropRolesOf(tx, groupId, [userId])
  await store.deleteMember(tx, groupId, userId)
  return [membershipChanged.of({ groupId, userId, member: false, added: -1 }), ...changes]
}

/** @throws DdpError 409 */
export async function assertOwnerRemains(tx: Db, groupId: string, without: readonly string[]): Promise<void> {
  const owners = (await store.listMembers(tx, groupId)).filter(({ roles }) => roles.includes('owner'))
  if (owners.length > 0 && owners.every(({ userId }) => without.includes(userId))) throw lastOwner()
}

/** Removes a group, whose row the caller has locked. */
export async function deleteGroup({ roles, uploads }: GroupsServices, tx: Db, groupId: string): Promise<NewChange[]> {
  const userIds = (await store.listMembers(tx, groupId)).map(({ userId }) => userId)
  const changes = await roles.change(tx, userIds, [], groupId, 'replace')
  await dropRolesOf(tx, groupId, userIds)
  await removeAllPeople(tx, groupId)
  await store.removeGroup(tx, groupId)
  await uploads.remove(tx, GROUP_PICTURE, groupId)
  return [
    groupChanged.of({ groupId, visibility: null }),
    ...userIds.map(userId => membershipChanged.of({ groupId, userId, member: false, added: -1 })),
    ...changes,
  ]
}

/**
 * Limits `roles.assign` inside a group: it may change the roles of members only, and never remove the last owner. A name that cannot be
 * the id of a group is not checked.
 */
export async function guardRoles(tx: Db, { group, callerId, userIds, roles, mode }: GroupChange): Promise<void> {
  if (!v.is(uuidV7, group)) return
  await lockVisible(tx, group, callerId)
  for (const userId of userIds) if ((await store.findMember(tx, group, userId)) === null) throw noMember()
  if (roles.some(role => !(GROUP_ROLES as readonly string[]).includes(role)) || (mode === 'replace' && roles.length === 0))
    throw new DdpError(400, 'A member is owner, manager or member.', [
      toFieldProblem('roles', fieldRule('choice', 'must be owner, manager or member')),
    ])
  if (mode === 'remove') {
    for (const userId of userIds) {
      const memberRoles = (await store.findMember(tx, group, userId))!.roles
      if (memberRoles.every(role => roles.includes(role))) throw memberNeedsRole()
    }
  }
  if (mode === 'add' ? false : roles.includes('owner') === (mode === 'remove')) await assertOwnerRemains(tx, group, userIds)
}

/**
 * Part of a user's deletion. If the user was a group's last owner, the longest-standing manager becomes owner, or if there is none, the
 * longest-standing member. A group without other members is removed. What lists of groups say of the user, who was on them before having an
 * account, is removed too.
 */
export async function removeUser(services: GroupsServices, tx: Db, userId: string): Promise<NewChange[]> {
  const changes: NewChange[] = []
  await store.forgetInviter(tx, userId)
  const groupIds = (await store.listMemberships(tx, userId)).map(({ groupId }) => groupId).sort()
  for (const groupId of groupIds) {
    await store.lockGroup(tx, groupId)
    const members = await store.listMembers(tx, groupId)
    const others = members.filter(each => each.userId !== userId)
    const successor = others.find(({ roles }) => roles.includes('manager')) ?? others[0]
    if (successor === undefined) {
      changes.push(...(await deleteGroup(services, tx, groupId)))
      continue
    }
    if (!others.some(({ roles }) => roles.includes('owner'))) {
      changes.push(
        ...(await services.roles.change(tx, [successor.userId], ['owner'], groupId, 'add')),
        membershipChanged.of({ groupId, userId: successor.userId, member: true, added: 0 }),
      )
    }
    await store.deleteMember(tx, groupId, userId)
    changes.push(membershipChanged.of({ groupId, userId, member: false, added: -1 }))
  }
  for (const groupId of await removePeopleOf(tx, userId)) changes.push(peopleChanged.of({ groupId }))
  return changes
}

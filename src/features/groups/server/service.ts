import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type AccountsApi, dropRolesOf } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { toFieldProblem } from '#platform/live/contract.ts'
import { uuidV7 } from '#platform/live/schemas.ts'
import type { DayLimit } from '#platform/live/server/day-limit.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { GROUP_ROLES, RolesError } from '#roles/rules.ts'
import type { GroupChange, RolesApi } from '#roles/server/api.ts'
import type { PictureRef, UploadedPicture } from '#uploads/contract.ts'
import type { ReservedUpload, UploadsApi } from '#uploads/server/api.ts'
import type { GroupInvite, GroupRole, Visibility } from '../contract.ts'
import { flatRoles, groupIdUsed, groupManagersOnly, lastOwner, memberNeedsRole, noGroup, noInvite, noMember } from '../contract.ts'
import { groupChanged, membershipChanged } from './changes.ts'
import * as store from './store.ts'

/** Groups that one user may create in 24 hours, including those removed since. */
export const GROUPS_A_DAY = 10

const WEEK = 7 * 86_400_000

/** The kind of upload for pictures of groups. */
export const GROUP_PICTURE = 'groupPicUpload'

const hashCode = (code: string): string => createHash('sha256').update(code).digest('base64')

interface GroupFields {
  name: string
  description: string
  visibility: Visibility
}

interface GroupsDependencies {
  accounts: Pick<AccountsApi, 'blockedNames'>
  database: Database
  clock: Clock
  roles: RolesApi
  uploads: UploadsApi
  dayLimit: DayLimit
}

/**
 * Creates and changes groups and their members. Methods return change-log entries that are already committed; the caller publishes them.
 */
export class GroupsService {
  readonly #accounts: Pick<AccountsApi, 'blockedNames'>
  readonly #database: Database
  readonly #clock: Clock
  readonly #roles: RolesApi
  readonly #uploads: UploadsApi
  readonly #dayLimit: DayLimit

  constructor({ accounts, database, clock, roles, uploads, dayLimit }: GroupsDependencies) {
    this.#accounts = accounts
    this.#database = database
    this.#clock = clock
    this.#roles = roles
    this.#uploads = uploads
    this.#dayLimit = dayLimit
  }

  /** @throws DdpError 404, 409, too-many-requests */
  async add(
    userId: string,
    id: string,
    { picture, ...fields }: GroupFields & { picture?: PictureRef | undefined },
  ): Promise<ChangeLogEntry[]> {
    const fingerprint = hashCode(JSON.stringify([fields.name, fields.description, fields.visibility, ...(picture ? [picture.key] : [])]))
    return this.#database.transaction(async tx => {
      await store.lockMember(tx, userId)
      const upload = await this.#takeUpload(tx, userId, picture)
      if (!(await store.insertGroup(tx, { id, ...fields, madeBy: userId, fingerprint }))) {
        if (await store.isOwnRepeatedGroup(tx, id, userId, fingerprint)) return []
        throw groupIdUsed()
      }
      await this.#dayLimit.check(tx, userId, GROUPS_A_DAY)
      await this.#checkName(tx, fields.name)
      if (upload !== null) await this.#uploads.attach(tx, upload, id)
      return appendChanges(tx, [
        groupChanged.of({ groupId: id, visibility: fields.visibility }),
        ...(await this.#addMember(tx, id, userId, 'owner')),
      ])
    })
  }

  /** A new picture is shown once it has been processed; until then the old one stays. @throws DdpError 403, 404 */
  async edit(
    userId: string,
    groupId: string,
    { picture, ...fields }: { [K in keyof GroupFields]?: GroupFields[K] | undefined } & { picture?: PictureRef | null | undefined },
  ): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const upload = await this.#takeUpload(tx, userId, picture)
      const { group } = await this.#lockManaged(tx, groupId, userId, ['owner', 'manager'])
      if (upload !== null) await this.#uploads.attach(tx, upload, groupId)
      if (picture === null) await this.#uploads.remove(tx, GROUP_PICTURE, groupId)
      const { name = group.name, description = group.description, visibility = group.visibility } = fields
      const shownPicture = picture === null ? null : group.picture
      if (name === group.name && description === group.description && visibility === group.visibility && shownPicture === group.picture)
        return []
      if (name !== group.name) await this.#checkName(tx, name)
      const card = { name, description, picture: shownPicture }
      await store.updateGroup(tx, { id: groupId, visibility, ...card })
      return appendChanges(tx, [groupChanged.of({ groupId, visibility, card })])
    })
  }

  /** @throws DdpError 400 for a name with a blocked word */
  #checkName(tx: Db, name: string): Promise<void> {
    return this.#accounts.blockedNames.check(tx, { texts: [{ path: 'name', name }] })
  }

  /** Shows a processed picture on the group, or removes the current one. @returns null if the group no longer exists */
  async showPicture(tx: Db, groupId: string, picture: UploadedPicture | null): Promise<NewChange[] | null> {
    await store.lockGroup(tx, groupId)
    const group = await store.groupById(tx, groupId)
    if (group === null) return null
    await store.updateGroup(tx, { ...group, picture })
    const { name, description, visibility } = group
    return [groupChanged.of({ groupId, visibility, card: { name, description, picture } })]
  }

  /** @throws DdpError 403, 404 */
  async remove(userId: string, groupId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#lockManaged(tx, groupId, userId, ['owner'])
      return appendChanges(tx, await this.#removeGroup(tx, groupId))
    })
  }

  /** @throws DdpError 403, 404 */
  async invite(userId: string, groupId: string): Promise<{ code: string; expiresAt: Date }> {
    const code = randomBytes(16).toString('base64url')
    const expiresAt = new Date(this.#clock.now() + WEEK)
    await this.#database.transaction(async tx => {
      await this.#lockManaged(tx, groupId, userId, ['owner', 'manager'])
      await store.deleteOldInvites(tx, new Date(this.#clock.now()))
      await store.insertInvite(tx, hashCode(code), groupId, userId, expiresAt)
    })
    return { code, expiresAt }
  }

  /** Tells which group a code is for and who invites. @throws DdpError 404 */
  async previewInvite(code: string): Promise<GroupInvite> {
    const invite = await store.findInvite(this.#database.db, hashCode(code), new Date(this.#clock.now()))
    if (invite === null) throw noInvite()
    const { groupId, name, memberCount, picture, username, displayName, expiresAt } = invite
    const by = username === null || displayName === null ? null : { username, displayName }
    return { groupId, name, memberCount, by, expiresAt, ...(picture === null ? {} : { picture }) }
  }

  /** Joining a second time changes nothing. @throws DdpError 404; 409 for a user with a flat list of roles */
  async join(
    userId: string,
    { groupId: givenGroupId = '', code }: { groupId?: string | undefined; code?: string | undefined },
  ): Promise<{ groupId: string; changes: ChangeLogEntry[] }> {
    return this.#database.transaction(async tx => {
      const groupId =
        code === undefined ? (await this.#lockVisible(tx, givenGroupId, userId)).group.id : await this.#lockInvitedGroup(tx, code)
      if ((await store.findMember(tx, groupId, userId)) !== null) return { groupId, changes: [] }
      return { groupId, changes: await appendChanges(tx, await this.#addMember(tx, groupId, userId, 'member')) }
    })
  }

  /** Leaving a public group changes nothing for a user who is not in it. @throws DdpError 404, 409 */
  async leave(userId: string, groupId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const { own } = await this.#lockVisible(tx, groupId, userId)
      if (own === null) return []
      await this.#assertOwnerRemains(tx, groupId, [userId])
      return appendChanges(tx, await this.#removeMember(tx, groupId, userId))
    })
  }

  /**
   * All invitation codes of the group become invalid, so that the removed member cannot come back by one. @throws DdpError 403, 404, 409
   */
  async removeMember(userId: string, groupId: string, memberId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const { own } = await this.#lockManaged(tx, groupId, userId, ['owner', 'manager'])
      const other = await store.findMember(tx, groupId, memberId)
      if (other === null) throw noMember()
      const plain = !other.roles.includes('owner') && !other.roles.includes('manager')
      if (!own.roles.includes('owner') && !plain) throw groupManagersOnly()
      await this.#assertOwnerRemains(tx, groupId, [memberId])
      await store.deleteInvites(tx, groupId)
      return appendChanges(tx, await this.#removeMember(tx, groupId, memberId))
    })
  }

  /** @throws DdpError 403, 404, 409 */
  async setRoles(userId: string, groupId: string, memberId: string, roles: readonly GroupRole[]): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#lockManaged(tx, groupId, userId, ['owner'])
      if ((await store.findMember(tx, groupId, memberId)) === null) throw noMember()
      if (!roles.includes('owner')) await this.#assertOwnerRemains(tx, groupId, [memberId])
      const changes = await this.#roles.change(tx, [memberId], roles, groupId, 'replace')
      return changes.length === 0
        ? []
        : appendChanges(tx, [...changes, membershipChanged.of({ groupId, userId: memberId, member: true, added: 0 })])
    })
  }

  /**
   * Limits `roles.assign` inside a group: it may change the roles of members only, and never remove the last owner. A name that cannot be
   * the id of a group is not checked.
   */
  async guard(tx: Db, { group, callerId, userIds, roles, mode }: GroupChange): Promise<void> {
    if (!v.is(uuidV7, group)) return
    await this.#lockVisible(tx, group, callerId)
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
    if (mode === 'add' ? false : roles.includes('owner') === (mode === 'remove')) await this.#assertOwnerRemains(tx, group, userIds)
  }

  /**
   * Part of a user's deletion. If the user was a group's last owner, the longest-standing manager becomes owner, or if there is none, the
   * longest-standing member. A group without other members is removed.
   */
  async removeUser(tx: Db, userId: string): Promise<NewChange[]> {
    const changes: NewChange[] = []
    await store.forgetInviter(tx, userId)
    const groupIds = (await store.listMemberships(tx, userId)).map(({ groupId }) => groupId).sort()
    for (const groupId of groupIds) {
      await store.lockGroup(tx, groupId)
      const members = await store.listMembers(tx, groupId)
      const others = members.filter(each => each.userId !== userId)
      const successor = others.find(({ roles }) => roles.includes('manager')) ?? others[0]
      if (successor === undefined) {
        changes.push(...(await this.#removeGroup(tx, groupId)))
        continue
      }
      if (!others.some(({ roles }) => roles.includes('owner'))) {
        changes.push(
          ...(await this.#roles.change(tx, [successor.userId], ['owner'], groupId, 'add')),
          membershipChanged.of({ groupId, userId: successor.userId, member: true, added: 0 }),
        )
      }
      await store.deleteMember(tx, groupId, userId)
      changes.push(membershipChanged.of({ groupId, userId, member: false, added: -1 }))
    }
    return changes
  }

  /**
   * Returns the group, locked, and the user as its member; null for a visitor of a public group. A user from whom the group is hidden
   * neither waits for its lock nor makes others wait, and causes as many queries as for a group that does not exist.
   * @throws DdpError 404
   */
  async #lockVisible(tx: Db, groupId: string, userId: string): Promise<{ group: store.GroupRow; own: store.MemberRow | null }> {
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
  async #lockManaged(
    tx: Db,
    groupId: string,
    userId: string,
    wanted: readonly GroupRole[],
  ): Promise<{ group: store.GroupRow; own: store.MemberRow }> {
    const { group, own } = await this.#lockVisible(tx, groupId, userId)
    if (own === null || !own.roles.some(role => wanted.includes(role))) throw groupManagersOnly()
    return { group, own }
  }

  /**
   * Returns the id of the group that the code is for, with the group locked. The code is checked again after the wait for the lock, because
   * it may have become invalid meanwhile. @throws DdpError 404
   */
  async #lockInvitedGroup(tx: Db, code: string): Promise<string> {
    const find = (): Promise<string | null> => store.findInvitedGroup(tx, hashCode(code), new Date(this.#clock.now()))
    const groupId = await find()
    if (groupId !== null) await store.lockGroup(tx, groupId)
    if (groupId === null || (await find()) === null) throw noInvite()
    return groupId
  }

  async #assertOwnerRemains(tx: Db, groupId: string, without: readonly string[]): Promise<void> {
    const members = await store.listMembers(tx, groupId)
    if (!members.some(({ userId, roles }) => roles.includes('owner') && !without.includes(userId))) {
      if (members.some(({ userId, roles }) => roles.includes('owner') && without.includes(userId))) throw lastOwner()
    }
  }

  async #addMember(tx: Db, groupId: string, userId: string, role: GroupRole): Promise<NewChange[]> {
    const changes = await this.#roles.change(tx, [userId], [role], groupId, 'add').catch(error => {
      throw error instanceof RolesError ? flatRoles() : error
    })
    await store.insertMember(tx, groupId, userId)
    return [...changes, membershipChanged.of({ groupId, userId, member: true, added: 1 })]
  }

  async #removeMember(tx: Db, groupId: string, userId: string): Promise<NewChange[]> {
    const changes = await this.#roles.change(tx, [userId], [], groupId, 'replace')
    await dropRolesOf(tx, groupId, [userId])
    await store.deleteMember(tx, groupId, userId)
    return [membershipChanged.of({ groupId, userId, member: false, added: -1 }), ...changes]
  }

  async #takeUpload(tx: Db, userId: string, picture: PictureRef | null | undefined): Promise<ReservedUpload | null> {
    return picture ? this.#uploads.reserve(tx, GROUP_PICTURE, picture, userId) : null
  }

  async #removeGroup(tx: Db, groupId: string): Promise<NewChange[]> {
    const userIds = (await store.listMembers(tx, groupId)).map(({ userId }) => userId)
    const changes = await this.#roles.change(tx, userIds, [], groupId, 'replace')
    await dropRolesOf(tx, groupId, userIds)
    await store.removeGroup(tx, groupId)
    await this.#uploads.remove(tx, GROUP_PICTURE, groupId)
    return [
      groupChanged.of({ groupId, visibility: null }),
      ...userIds.map(userId => membershipChanged.of({ groupId, userId, member: false, added: -1 })),
      ...changes,
    ]
  }
}

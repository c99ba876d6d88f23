import { userChanged } from '#accounts/server/changes.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { revokedBy } from '#platform/live/server/access-guards.ts'
import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import { noGroup } from '#roles/contract.ts'
import { groupsForUser, parseRoles } from '#roles/rules.ts'
import { type FoundGroup, type GroupRole, groupManagersOnly } from '../contract.ts'
import type { GroupPeopleApi, GroupsApi, GroupWebhook, KnownGroup, ListedPeopleApi, OnBehalf } from './api.ts'
import { groupChanged, membershipChanged } from './changes.ts'
import { findGroupAccess, findMember, type GroupAccessRow, searchGroups } from './store.ts'
import { countPost, findWebhook, hasWebhook, recordWebhookDelivery } from './webhooks.ts'

const maySee = (group: GroupAccessRow | null, userId: string | null): group is GroupAccessRow =>
  group !== null && (group.visibility === 'public' || (userId !== null && group.memberIds.has(userId)))

/** True if somebody with these roles has one of the wanted ones in the group. */
const hasGroupRole = (roles: unknown, groupId: string, wanted: readonly GroupRole[]): boolean =>
  wanted.some(role => groupsForUser(parseRoles(roles), role).includes(groupId))

/** Decides who may see which groups. */
export class GroupAccess implements GroupsApi {
  readonly people: GroupPeopleApi
  readonly peopleLists: ListedPeopleApi
  readonly hasWebhook = hasWebhook
  readonly countPost = countPost
  readonly recordWebhookDelivery = recordWebhookDelivery
  readonly #database: Database
  readonly #live: LiveServer
  readonly #box: SecretBox

  /** @param box has the webhooks of groups */
  constructor(database: Database, live: LiveServer, people: GroupPeopleApi, peopleLists: ListedPeopleApi, box: SecretBox) {
    this.people = people
    this.peopleLists = peopleLists
    this.#database = database
    this.#live = live
    this.#box = box
  }

  findWebhook(db: Db, groupId: string): Promise<GroupWebhook | null> {
    return findWebhook(db, this.#box, groupId)
  }

  /** Runs the same single query for a hidden group and for one that does not exist, so that they cannot be told apart. */
  async find(db: Db, groupId: string, userId: string | null): Promise<KnownGroup | null> {
    const group = await findGroupAccess(db, groupId, userId === null ? [] : [userId])
    return maySee(group, userId) ? { groupId, name: group.name, visibility: group.visibility } : null
  }

  async assertVisible(groupId: string, userId: string | null): Promise<KnownGroup> {
    const group = await this.find(this.#database.db, groupId, userId)
    if (group === null) throw noGroup()
    return group
  }

  async isManager(groupId: string, userId: string): Promise<boolean> {
    const membership = await findMember(this.#database.db, groupId, userId)
    return membership?.roles.some(role => role !== 'member') ?? false
  }

  search(text: string, userId: string | null, limit: number): Promise<FoundGroup[]> {
    return this.#database.read(db => searchGroups(db, text, userId, limit))
  }

  /** The facts that the permission depends on are kept for as long as the subscription lasts, and follow the changes of the group. */
  async authorizeAndWatch(publishing: PublishContext, groupId: string, onBehalf?: OnBehalf): Promise<KnownGroup> {
    const { userId, refused } = onBehalf ?? { userId: publishing.userId, refused: noGroup }
    let [isPublic, isMember] = [false, false]
    const refusal = (): DdpError | null => (isPublic || isMember ? null : refused())
    const guard = this.#live.guard(publishing, [
      revokedBy(groupChanged, groupId, ({ visibility }) => {
        isPublic = visibility === 'public'
        if (visibility === null) isMember = false
        return refusal()
      }),
      revokedBy(membershipChanged, groupId, change => {
        if (change.userId === userId) isMember = change.member
        return refusal()
      }),
    ])
    const group = await findGroupAccess(this.#database.db, groupId, userId === null ? [] : [userId])
    if (!maySee(group, userId)) throw refused()
    isPublic = group.visibility === 'public'
    isMember = userId !== null && group.memberIds.has(userId)
    guard.since(group.position)
    return { groupId, name: group.name, visibility: group.visibility }
  }

  async requireOwner(groupId: string, userId: string): Promise<void> {
    await this.assertVisible(groupId, userId)
    const membership = await findMember(this.#database.db, groupId, userId)
    if (!membership?.roles.includes('owner')) throw groupManagersOnly()
  }

  authorizeOwner(publishing: PublishContext, groupId: string): Promise<void> {
    return this.#authorizeRole(publishing, groupId, ['owner'])
  }

  /**
   * Lets those who run the group subscribe to what only they may see, and ends the subscription as soon as the subscriber does not run it any
   * more. @throws DdpError 401, 403, 404
   */
  authorizeManager(publishing: PublishContext, groupId: string): Promise<void> {
    return this.#authorizeRole(publishing, groupId, ['owner', 'manager'])
  }

  async #authorizeRole(publishing: PublishContext, groupId: string, wanted: readonly GroupRole[]): Promise<void> {
    const userId = signedIn(publishing)
    let hasRole = true
    const guard = this.#live.guard(publishing, [
      revokedBy(userChanged, userId, change => {
        if ('roles' in change) hasRole = hasGroupRole(change.roles, groupId, wanted)
        return hasRole ? null : groupManagersOnly()
      }),
    ])
    const { applied } = this.#live.changeLog
    await this.authorizeAndWatch(publishing, groupId)
    const membership = await findMember(this.#database.db, groupId, userId)
    if (!membership?.roles.some(role => wanted.includes(role))) throw groupManagersOnly()
    guard.since(applied)
  }
}

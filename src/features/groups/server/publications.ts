import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { PART_ROWS } from '#platform/live/contract.ts'
import { shownFields } from '#platform/live/record.ts'
import { updates } from '#platform/live/server/live-query.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { GROUP_FIELDS, groupsList, groupsMine, groupsOne, groupsPeople, groupsWebhook } from '../contract.ts'
import type { GroupAccess } from './access.ts'
import { groupChanged, membershipChanged, peopleChanged, webhookChanged } from './changes.ts'
import * as store from './store.ts'
import { describeWebhook } from './webhooks.ts'

const CACHE = { name: 'groups', maxIdle: 300 }
/** Key of the lists that any group may enter when it is added or made public. */
const LIST = 'list'

/** Key of the pages with `before` that show a group. */
const pageKey = (groupId: string): string => `page:${groupId}`

const groupKey = (groupId: string): string => `group:${groupId}`
const userKey = (userId: string): string => `user:${userId}`

const groupDocument = ({ id, receipt, picture, memberCount, ...fields }: store.GroupRow): [string, Fields] => [
  id,
  { ...shownFields(GROUP_FIELDS, fields), receipt, memberCount, ...(picture === null ? {} : { picture }) },
]

const memberDocument = ({ avatar, ...member }: store.MemberRow): [string, Fields] => [
  `${member.groupId}/${member.userId}`,
  avatar === null ? member : { ...member, avatar },
]

/** A member's new name or picture is put into the documents at once. After a change of roles the view is loaded again. */
const memberChanged = updates(
  userChanged,
  ({ userId, card, roles }) => (card === undefined && roles === undefined ? [] : [userKey(userId)]),
  (_source, documents, { userId, card, roles }) => {
    for (const id of card === undefined ? [] : documents.ids('members')) {
      const { avatar: _oldAvatar, ...member } = documents.get('members', id)!
      if (member.userId !== userId) continue
      const { username, displayName, avatar } = card!
      documents.put('members', id, { ...member, username, displayName, ...(avatar === null ? {} : { avatar }) })
    }
    return roles !== undefined
  },
)

/**
 * The first page of the list is loaded again with each change. A page with `before` gains no rows, so an edit changes its documents in place,
 * and only the loss of a row, after which new subscribers get a full page, loads it again.
 */
const listRules = [
  updates(
    groupChanged,
    ({ groupId, visibility }) => (visibility === 'public' ? [] : [LIST, groupKey(groupId), pageKey(groupId)]),
    (_source, documents, { groupId }) => {
      documents.remove('groups', groupId)
      return true
    },
    { revokes: true },
  ),
  groupChanged.touches(({ groupId, visibility }) => (visibility === 'public' ? [LIST, groupKey(groupId)] : [])),
  updates(
    groupChanged,
    ({ groupId, visibility }) => (visibility === 'public' ? [pageKey(groupId)] : []),
    (_source, documents, { groupId, card }) => {
      const group = documents.get('groups', groupId)
      if (group === undefined || card === undefined) return true
      const { picture: _oldPicture, rated: _wasRated, ...rest } = group
      // While nodes are updated one by one, an older one does not write `rated`.
      const { picture, rated = false, ...texts } = card
      const shown = shownFields(GROUP_FIELDS, { ...texts, visibility: 'public', rated })
      documents.put('groups', groupId, { ...rest, ...shown, ...(picture === null ? {} : { picture: { ...picture } }) })
      return false
    },
  ),
  membershipChanged.touches(({ groupId }) => [groupKey(groupId)]),
  updates(
    membershipChanged,
    ({ groupId }) => [pageKey(groupId)],
    (_source, documents, { groupId, added }) => {
      const group = documents.get('groups', groupId)
      // While nodes are updated one by one, an older one does not write `added`.
      if (group !== undefined && added === undefined) return true
      if (group !== undefined && added !== 0) documents.put('groups', groupId, { ...group, memberCount: Number(group.memberCount) + added })
      return false
    },
  ),
]

export function registerPublications({ live }: FeatureContext, access: GroupAccess): void {
  live.query(groupsList, {
    cache: CACHE,
    params: ({ limit = PART_ROWS, before = null }) => ({ limit, before }),
    // As the page of all groups asks for it, and as programs do that name no limit.
    standing: ({ limit, before }) => (limit === 30 || limit === 50) && before === null,
    key: ({ limit, before }) => `list ${limit} ${before}`,
    async load(tx, { limit, before }, { watchKeys, shown, unshare }) {
      const shownIds = before === null ? null : shown('groups')
      const groups = shownIds === null ? await store.publicGroups(tx, limit, before) : await store.publicGroupsById(tx, shownIds)
      if (shownIds !== null) unshare()
      watchKeys(...(before === null ? [LIST] : []), ...groups.map(({ id }) => (before === null ? groupKey(id) : pageKey(id))))
      return { groups: groups.map(groupDocument) }
    },
    reloadOn: listRules,
  })

  live.query(groupsOne, {
    cache: CACHE,
    async params({ groupId }, publishing) {
      await access.authorizeAndWatch(publishing, groupId)
      return groupId
    },
    key: groupId => `one ${groupId}`,
    async load(tx, groupId, { watchKeys }) {
      const group = await store.groupById(tx, groupId)
      const members = group === null ? [] : await store.listMembers(tx, groupId)
      watchKeys(groupKey(groupId), ...members.map(({ userId }) => userKey(userId)))
      return { groups: group === null ? [] : [groupDocument(group)], members: members.map(memberDocument) }
    },
    reloadOn: [
      groupChanged.touches(({ groupId }) => [groupKey(groupId)]),
      membershipChanged.touches(({ groupId }) => [groupKey(groupId)]),
      memberChanged,
    ],
  })

  live.query(groupsWebhook, {
    cache: CACHE,
    async params({ groupId }, publishing) {
      await access.authorizeManager(publishing, groupId)
      return groupId
    },
    key: groupId => `webhook ${groupId}`,
    async load(tx, groupId, { watchKeys }) {
      watchKeys(groupKey(groupId))
      const webhook = await describeWebhook(tx, groupId)
      return { groupWebhooks: webhook === null ? [] : [[groupId, { ...webhook }]] }
    },
    reloadOn: [webhookChanged.touches(({ groupId }) => [groupKey(groupId)])],
  })

  live.query(groupsMine, {
    cache: CACHE,
    params: (_input, publishing) => signedIn(publishing),
    key: userId => `mine ${userId}`,
    async load(tx, userId, { watchKeys }) {
      const groups = await store.listGroups(tx, userId)
      watchKeys(userKey(userId), ...groups.map(({ id }) => groupKey(id)))
      return { groups: groups.map(groupDocument), members: (await store.listMemberships(tx, userId)).map(memberDocument) }
    },
    reloadOn: [
      groupChanged.touches(({ groupId }) => [groupKey(groupId)]),
      membershipChanged.touches(({ groupId, userId }) => [groupKey(groupId), userKey(userId)]),
      memberChanged,
    ],
  })

  live.query(groupsPeople, {
    cache: CACHE,
    async params({ groupId }, publishing) {
      await access.authorizeManager(publishing, groupId)
      return groupId
    },
    key: groupId => `people ${groupId}`,
    async load(tx, groupId, { watchKeys }) {
      const { groupPeople, userIds } = await access.people.documents(tx, groupId)
      watchKeys(groupKey(groupId), ...userIds.map(userKey))
      return { groupPeople }
    },
    reloadOn: [
      peopleChanged.touches(({ groupId }) => [groupKey(groupId)]),
      userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userKey(userId)])),
    ],
  })
}

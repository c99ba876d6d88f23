import type { News } from '../../../platform/db/feed/write.ts'

/** Feed kinds: a group's own facts have changed, or it is gone; somebody has come into a group, or left it. */
export const GROUP_FEED = 'group'
export const MEMBERSHIP_FEED = 'membership'

export interface GroupChange {
  groupId: string
}

export interface MembershipChange {
  groupId: string
  userId: string
  member: boolean
}

export const groupNews = (groupId: string): News => ({ kind: GROUP_FEED, body: { groupId } satisfies GroupChange })

export const membershipNews = (groupId: string, userId: string, member: boolean): News => ({
  kind: MEMBERSHIP_FEED,
  body: { groupId, userId, member } satisfies MembershipChange,
})

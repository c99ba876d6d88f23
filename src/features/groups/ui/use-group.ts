import { useUserId } from '#accounts/ui/session/use-account.ts'
import { useDocument, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { type GroupDoc, type GroupPersonDoc, type GroupRole, groupsOne, type MemberDoc } from '../contract.ts'
import { compareMembers, topRole } from './group-roles.ts'

export type GroupPageData = GroupDoc & { _id: string }
export type Member = MemberDoc & { _id: string }
export type GroupPerson = GroupPersonDoc & { _id: string }

/** A group as the user sees it. `role`: the user's own; null: not a member, or not known yet. */
export function useGroup(groupId: string): {
  live: ReturnType<typeof useSubscription>
  group: GroupPageData | undefined
  members: Member[]
  role: GroupRole | null
} {
  const userId = useUserId()
  const live = useSubscription(groupsOne, { groupId })
  const group = useDocument<GroupDoc>('groups', groupId)
  const members = useDocuments<MemberDoc, Member[]>(
    'members',
    documents => documents.filter(each => each.groupId === groupId).sort(compareMembers),
    [groupId],
  )
  const ownMembership = members.find(each => each.userId === userId)
  return { live, group, members, role: ownMembership === undefined ? null : topRole(ownMembership.roles) }
}

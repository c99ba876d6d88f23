import { useUserId } from '#accounts/ui/session/use-account.ts'
import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { type GroupDoc, groupsMine, type MemberDoc } from '../contract.ts'
import { runsGroup, topRole } from './group-roles.ts'

/** Returns the groups that the user runs, sorted by name. All of them are loaded once `live` is ready. */
export function useManagedGroups(): { groups: { groupId: string; name: string }[]; live: SubscriptionState } {
  const userId = useUserId()
  const live = useSubscription(groupsMine, userId === null ? null : {})
  const managedIds = useDocuments<MemberDoc, Set<string>>(
    'members',
    documents => new Set(documents.flatMap(each => (each.userId === userId && runsGroup(topRole(each.roles)) ? each.groupId : []))),
    [userId],
  )
  const groups = useDocuments<GroupDoc, { groupId: string; name: string }[]>(
    'groups',
    documents =>
      documents
        .filter(({ _id }) => managedIds.has(_id))
        .map(({ _id, name }) => ({ groupId: _id, name }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [managedIds],
  )
  return { groups, live }
}

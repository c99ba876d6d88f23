import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { type GroupWebhookDoc, groupsWebhook } from '../contract.ts'

/** The webhook of a group that the user runs; undefined: it has none, or it is not known yet. */
export function useWebhook(groupId: string): GroupWebhookDoc | undefined {
  useSubscription(groupsWebhook, { groupId })
  return useDocument<GroupWebhookDoc>('groupWebhooks', groupId)
}

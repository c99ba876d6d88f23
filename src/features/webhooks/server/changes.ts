import { defineChange } from '#platform/db/change-log/define-change.ts'

/** A hook was added, changed or removed, or something about its deliveries has changed. Both ids of its owner null: it is the site's. */
interface HookChange {
  webhookId: string
  groupId: string | null
  eventId: string | null
  removed?: true
}

export const hookChanged = defineChange<HookChange>('webhook', ({ webhookId }) => webhookId)

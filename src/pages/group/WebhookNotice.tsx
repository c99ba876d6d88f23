import { useWebhook } from '#groups/ui/use-webhook.ts'
import * as m from '#messages'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'

/** Tells those who run a group that its webhook did not take the last message. */
export function WebhookNotice({ groupId }: { groupId: string }) {
  const failedAt = useWebhook(groupId)?.failedAt
  const { dateTime } = useFormats()
  if (failedAt === undefined) return null
  return (
    <Notice kind="warn" title={m.groups_webhook_failed()}>
      {m.groups_webhook_failed_words({ at: dateTime(failedAt) })}
    </Notice>
  )
}

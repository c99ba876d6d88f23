import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import type { GroupWebhookDoc } from '../contract.ts'
import { type DiscordWebhook, parseDiscordWebhook } from '../rules.ts'
import type { GroupWebhook } from './api.ts'
import { webhookChanged } from './changes.ts'

/** How much of an address may be shown. */
const SHOWN_CHARACTERS = 4

/** For whom a webhook is encrypted: that of one group is of no use in the row of another. */
const ownerOf = (groupId: string): string => `group-webhook:${groupId}`

/** Sets a group's webhook. @param address of a webhook at Discord; null: the group has none any more */
export async function setWebhook(tx: Db, box: SecretBox, groupId: string, address: string | null): Promise<NewChange[]> {
  const webhook = address === null ? null : parseDiscordWebhook(address)
  await tx
    .updateTable('groups')
    .set({
      webhook: webhook && box.encrypt(JSON.stringify(webhook), ownerOf(groupId)),
      webhook_ending: webhook === null ? null : webhook.token.slice(-SHOWN_CHARACTERS),
      webhook_failed_at: null,
    })
    .where('id', '=', groupId)
    .execute()
  return [webhookChanged.of({ groupId })]
}

/** Returns a group's webhook as far as those who run the group may see it; null: it has none. */
export async function describeWebhook(db: Db, groupId: string): Promise<GroupWebhookDoc | null> {
  const group = await db
    .selectFrom('groups')
    .select(['webhook_ending as ending', 'webhook_failed_at as failedAt'])
    .where('id', '=', groupId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (group === undefined || group.ending === null) return null
  return { ending: group.ending, ...(group.failedAt === null ? {} : { failedAt: group.failedAt }) }
}

/** @returns null: the group has none, or it cannot be decrypted, as after the keys of the site were lost */
export async function findWebhook(db: Db, box: SecretBox, groupId: string): Promise<GroupWebhook | null> {
  const group = await db.selectFrom('groups').select('webhook').where('id', '=', groupId).where('removed_at', 'is', null).executeTakeFirst()
  const sealed = group?.webhook ?? null
  const opened = sealed && box.tryDecrypt(sealed, ownerOf(groupId))
  return sealed === null || opened === null ? null : { ...(JSON.parse(opened) as DiscordWebhook), sealed }
}

/** Records whether a webhook took the last message, unless the group has another one by now. */
export async function recordDelivery(tx: Db, groupId: string, { sealed }: GroupWebhook, failedAt: Date | null): Promise<NewChange[]> {
  const hasChanged = await returnsRow(
    tx
      .updateTable('groups')
      .set({ webhook_failed_at: failedAt })
      .where('id', '=', groupId)
      .where('webhook', '=', sealed)
      .where('webhook_failed_at', 'is distinct from', failedAt)
      .returning('id'),
  )
  return hasChanged ? [webhookChanged.of({ groupId })] : []
}

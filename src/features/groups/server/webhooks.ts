import { sql } from 'kysely'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import type { GroupWebhookDoc } from '../contract.ts'
import { type DiscordWebhook, parseDiscordWebhook } from '../rules.ts'
import type { GroupWebhook, WebhookFailure } from './api.ts'
import { webhookChanged } from './changes.ts'

/** How much of an address may be shown. */
const SHOWN_CHARACTERS = 4

/** Rounds of one group that are posted within an hour: more than the busiest evening has, and too few to fill somebody else's channel. */
export const ROUNDS_AN_HOUR = 30

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
      webhook_refused: false,
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

/** True if a group has a webhook that has refused nothing since it was set. */
export function hasWebhook(db: Db, groupId: string): Promise<boolean> {
  return returnsRow(selectWebhook(db, groupId).clearSelect().select('id'))
}

/** @returns null: the group has none, it has refused a message, or it cannot be decrypted, as after the keys of the site were lost */
export async function findWebhook(db: Db, box: SecretBox, groupId: string): Promise<GroupWebhook | null> {
  const group = await selectWebhook(db, groupId).executeTakeFirst()
  if (group === undefined) return null
  const { sealed, failedAt } = group
  const opened = box.tryDecrypt(sealed, ownerOf(groupId))
  return opened === null ? null : { ...(JSON.parse(opened) as DiscordWebhook), sealed, failedAt }
}

const selectWebhook = (db: Db, groupId: string) =>
  db
    .selectFrom('groups')
    .select(['webhook as sealed', 'webhook_failed_at as failedAt'])
    .where('id', '=', groupId)
    .where('removed_at', 'is', null)
    .where('webhook', 'is not', null)
    .where('webhook_refused', '=', false)
    .$narrowType<{ sealed: Buffer }>()

/**
 * Counts a round that is about to be posted. The row has the times of the last hour, of which there are few, so the count is the same for all
 * nodes and after a restart.
 * @returns false: the group has had as many as it may in an hour
 */
export async function countPost(db: Db, groupId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE groups SET webhook_posts = ${latestPosts(now)} || ${now}::timestamptz
    WHERE id = ${groupId} AND cardinality(${latestPosts(now)}) < ${ROUNDS_AN_HOUR} RETURNING id
  `.execute(db)
  return rows.length > 0
}

const latestPosts = (now: Date) =>
  sql<Date[]>`ARRAY(SELECT x FROM unnest(webhook_posts) x WHERE x > ${now}::timestamptz - interval '1 hour')`

/** Records whether a webhook took the last message, unless the group has another one by now. */
export async function recordWebhookDelivery(
  tx: Db,
  groupId: string,
  { sealed }: GroupWebhook,
  failure: WebhookFailure | null,
): Promise<NewChange[]> {
  const failedAt = failure?.at ?? null
  const hasChanged = await returnsRow(
    tx
      .updateTable('groups')
      .set({ webhook_failed_at: failedAt, webhook_refused: failure?.isFinal ?? false })
      .where('id', '=', groupId)
      .where('webhook', '=', sealed)
      .where('webhook_failed_at', 'is distinct from', failedAt)
      .returning('id'),
  )
  return hasChanged ? [webhookChanged.of({ groupId })] : []
}

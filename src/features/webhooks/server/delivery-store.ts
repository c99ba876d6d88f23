import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { DeliveryState } from '../contract.ts'

/** A message that is to be written for a hook. */
export interface NewDelivery {
  id: string
  webhookId: string
  source: string
  /** the id of what it is about: those of one lane are sent in their order */
  lane: string
  type: string
  subject: string
  body: string
  userIds: readonly string[]
  showsEvent: string | null
  showsVenue: string | null
}

/** A delivery as the log shows it. */
export interface LoggedDelivery {
  id: string
  webhookId: string
  type: string
  subject: string
  order: number
  createdAt: Date
  state: DeliveryState
  tries: number
  status: number | null
  error: string | null
  endedAt: Date | null
}

/** The next delivery of a hook. @property isShown false: it names something that not everybody may see any more */
export interface NextDelivery {
  id: string
  type: string
  body: string
  tries: number
  triedAt: Date | null
  isShown: boolean
}

/** Writes deliveries in their order. What a hook was told of already is left out. @returns the ids of the hooks that have something to send now */
export async function insertDeliveries(tx: Db, deliveries: readonly NewDelivery[], now: Date): Promise<string[]> {
  if (deliveries.length === 0) return []
  const rows = JSON.stringify(deliveries.map((delivery, position) => ({ ...delivery, position })))
  const { rows: inserted } = await sql<{ webhookId: string }>`
    INSERT INTO webhook_deliveries (id, webhook_id, source, lane, type, subject, body, user_ids, shows_event, shows_venue, created_at)
    SELECT id, "webhookId", source, lane, type, subject, body, ARRAY(SELECT jsonb_array_elements_text("userIds")), "showsEvent", "showsVenue", ${now}::timestamptz
    FROM jsonb_to_recordset(${rows}::jsonb) AS d (id text, "webhookId" text, source text, lane text, type text, subject text, body text, "userIds" jsonb,
      "showsEvent" text, "showsVenue" text, position integer)
    ORDER BY position ON CONFLICT DO NOTHING RETURNING webhook_id AS "webhookId"
  `.execute(tx)
  return [...new Set(inserted.map(({ webhookId }) => webhookId))]
}

/** True unless what a delivery names has become private since. */
const IS_SHOWN = sql<boolean>`
  (d.shows_event IS NULL OR EXISTS (SELECT e.id FROM event_cards e WHERE e.id = d.shows_event AND e.is_public))
  AND (d.shows_venue IS NULL OR EXISTS (SELECT v.id FROM venue_cards v WHERE v.id = d.shows_venue AND v.is_public))`

const LOGGED = sql<LoggedDelivery>`d.id, d.webhook_id AS "webhookId", d.type, d.subject, d.n AS "order", d.created_at AS "createdAt", d.state, d.tries, d.status, d.error, d.ended_at AS "endedAt"`

/** The newest deliveries of a hook. @param before the id of a delivery: only older ones; none if it is not kept any more. null: all */
export async function listDeliveries(db: Db, webhookId: string, before: string | null, limit: number): Promise<LoggedDelivery[]> {
  const { rows } = await sql<LoggedDelivery>`
    SELECT ${LOGGED} FROM webhook_deliveries d
    WHERE d.webhook_id = ${webhookId} AND (${before}::text IS NULL OR d.n < (SELECT b.n FROM webhook_deliveries b WHERE b.id = ${before}))
    ORDER BY d.n DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** What was sent, or is to be, and what the receiver answered. @property isShown false: it names something that not everybody may see any more */
interface SentDelivery extends Pick<LoggedDelivery, 'webhookId' | 'status'> {
  body: string
  answer: string | null
  isShown: boolean
}

export async function findSent(db: Db, id: string): Promise<SentDelivery | null> {
  const { rows } = await sql<SentDelivery>`
    SELECT d.webhook_id AS "webhookId", d.status, d.body, d.answer, ${IS_SHOWN} AS "isShown" FROM webhook_deliveries d WHERE d.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

export async function findDelivery(db: Db, id: string): Promise<LoggedDelivery | null> {
  const { rows } = await sql<LoggedDelivery>`SELECT ${LOGGED} FROM webhook_deliveries d WHERE d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * The first delivery of a hook that may be tried now: where one has failed and is tried again later, those behind it in its lane wait.
 * @returns null: there is none
 */
export async function findNext(db: Db, webhookId: string, now: Date): Promise<NextDelivery | null> {
  const { rows } = await sql<NextDelivery>`
    SELECT d.id, d.type, d.body, d.tries, d.tried_at AS "triedAt", ${IS_SHOWN} AS "isShown"
    FROM webhook_deliveries d WHERE d.webhook_id = ${webhookId} AND d.state = 'waiting' AND NOT EXISTS (
      SELECT 1 FROM webhook_deliveries f WHERE f.webhook_id = d.webhook_id AND f.lane = d.lane AND f.state = 'waiting' AND f.retry_at > ${now})
    ORDER BY d.n LIMIT 1
  `.execute(db)
  return rows[0] ?? null
}

/** When the first delivery of a hook that has failed is tried again; null: none is. */
export async function findRetryAt(db: Db, webhookId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(d.retry_at) AS at FROM webhook_deliveries d WHERE d.webhook_id = ${webhookId} AND d.state = 'waiting' AND d.retry_at IS NOT NULL
  `.execute(db)
  return rows[0]!.at
}

/** True if a delivery waits that was not tried yet. */
export async function hasUntried(db: Db, webhookId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = ${webhookId} AND d.state = 'waiting' AND d.tries = 0) AS found
  `.execute(db)
  return rows[0]!.found
}

/** Which of these hooks have more deliveries that wait than `most`, by their ids. */
export async function listFull(db: Db, webhookIds: readonly string[], most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.webhook_id AS id FROM webhook_deliveries d WHERE d.webhook_id = ANY (${webhookIds}::text[]) AND d.state = 'waiting'
    GROUP BY d.webhook_id HAVING count(*) > ${most} ORDER BY d.webhook_id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const deleteDelivery = (db: Db, id: string) => db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()

/** Makes a delivery that has ended one that waits. */
export async function sendAgain(tx: Db, id: string): Promise<void> {
  await sql<never>`
    UPDATE webhook_deliveries SET state = 'waiting', tries = 0, tried_at = NULL, retry_at = NULL, ended_at = NULL, status = NULL, error = NULL, answer = NULL WHERE id = ${id}
  `.execute(tx)
}

/** What a try has ended with. @property retryAt null: there is no other try */
interface Tried {
  state: DeliveryState
  retryAt: Date | null
  now: Date
  status: number
  error: string | null
  answer: string | null
}

export async function recordTry(tx: Db, id: string, { state, retryAt, now, status, error, answer }: Tried): Promise<void> {
  await sql<never>`
    UPDATE webhook_deliveries SET state = ${state}, tries = tries + 1, tried_at = coalesce(tried_at, ${now}), retry_at = ${retryAt}::timestamptz,
      ended_at = CASE WHEN ${state} = 'waiting' THEN NULL ELSE ${now}::timestamptz END, status = nullif(${status}::integer, 0), error = ${error}, answer = ${answer}
    WHERE id = ${id}
  `.execute(tx)
}

/** Gives up everything that a hook was still to get. */
export async function giveUpWaiting(tx: Db, webhookId: string, now: Date): Promise<void> {
  await sql<never>`UPDATE webhook_deliveries SET state = 'dead', ended_at = ${now} WHERE webhook_id = ${webhookId} AND state = 'waiting'`.execute(
    tx,
  )
}

/** Deletes deliveries that were written before a time and have ended, and what was being written for hooks while they were removed. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await sql<never>`
    DELETE FROM webhook_deliveries d USING webhooks h
    WHERE h.id = d.webhook_id AND (d.created_at < ${before} AND d.state <> 'waiting' OR h.removed_at IS NOT NULL)
  `.execute(db)
}

/** Deletes deliveries that name a user, whose account is deleted. @returns the ids of their hooks */
export async function deleteDeliveriesAbout(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ webhookId: string }>`
    DELETE FROM webhook_deliveries WHERE ${userId} = ANY (user_ids) RETURNING webhook_id AS "webhookId"
  `.execute(tx)
  return [...new Set(rows.map(({ webhookId }) => webhookId))]
}

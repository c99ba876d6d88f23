import { type RawBuilder, sql } from 'kysely'
import { eventChanged } from '#events/server/api.ts'
import type { Db } from '#platform/db/database.ts'
import { scoreChanged, scoresSubmitted } from '#scores/server/api.ts'
import type { NotificationKind } from '../contract.ts'
import type { DeliveryKey } from './store.ts'

/**
 * How many of the best players are examined to find who was first before a score. The former first may meanwhile have been passed by
 * others.
 */
const BEST_PLAYERS = 10

/** ms after which users are no longer notified of the start of an event. */
const MAX_LATENESS = 15 * 60_000

/** Part of the change log: the changes after `from`, up to `to`. */
interface ChangeLogRange {
  from: number
  to: number
}

/**
 * Claims the part of the change log that has not been examined yet, in the transaction that moves the cursor to its end. So each change is
 * examined once, by one node. @returns null: another node is examining the log
 */
export async function claimChangeLogRange(tx: Db): Promise<ChangeLogRange | null> {
  const cursor = await tx.selectFrom('notification_cursor').select('n').forUpdate().skipLocked().executeTakeFirst()
  if (cursor === undefined) return null
  const from = cursor.n
  const { n: to } = await tx.selectFrom('feed_head').select('n').executeTakeFirstOrThrow()
  if (from !== to) await tx.updateTable('notification_cursor').set({ n: to }).execute()
  return { from, to }
}

/** True if a user with a device wants any notifications. */
export async function hasSubscribers(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ userId: string }>`
    SELECT s.user_id AS "userId" FROM notification_settings s WHERE (beaten OR starts OR moderated) AND EXISTS (SELECT 1 FROM push_devices d WHERE d.user_id = s.user_id) LIMIT 1
  `.execute(tx)
  return rows.length > 0
}

/** Call before the first subscription is made: moves the cursor to the head of the change log, so that earlier changes are not notified. */
export async function moveCursorToHead(tx: Db): Promise<void> {
  if (await hasSubscribers(tx)) return
  await tx
    .updateTable('notification_cursor')
    .set(eb => ({ n: eb.selectFrom('feed_head').select('n') }))
    .execute()
}

/** Players whom a director has added to an event, and players who had waited and got a place. */
const findEntered = ({ from, to }: ChangeLogRange): RawBuilder<NoticeRow> => sql<NoticeRow>`
  SELECT n.user_id, f.body->'change'->>'notice' AS kind, n.event_id AS subject, f.n::text AS mark
  FROM feed f JOIN event_players n ON n.entrant_id = f.body->'change'->>'entrantId'
  JOIN notification_settings w ON w.user_id = n.user_id AND w.starts
  WHERE ${within({ from, to }, eventChanged)} AND f.body->'change'->>'notice' IN ('added', 'admitted')`

const within = ({ from, to }: ChangeLogRange, { kind }: { kind: string }): RawBuilder<boolean> =>
  sql<boolean>`f.n > ${from} AND f.n <= ${to} AND f.kind = ${kind}`

/** What a query for notices finds. */
interface NoticeRow {
  user_id: string
  kind: NotificationKind
  subject: string
  mark: string
}

/** Players who were first on a machine's all-time leaderboard until another player's score. */
const findBeaten = (range: ChangeLogRange): RawBuilder<NoticeRow> => sql<NoticeRow>`
  SELECT holder.user_id, 'beaten' AS kind, s.id AS subject, '' AS mark
  FROM feed f CROSS JOIN LATERAL jsonb_array_elements(f.body->'scores') submitted JOIN score_cards s ON s.id = submitted->>'id' CROSS JOIN LATERAL (
    SELECT old.user_id, old.value
    FROM (SELECT user_id FROM best_scores WHERE machine_id = s.machine_id ORDER BY value DESC, achieved_at, user_id LIMIT ${BEST_PLAYERS}) best
    CROSS JOIN LATERAL (
      SELECT o.user_id, o.value, o.achieved_at FROM score_cards o
      WHERE o.machine_id = s.machine_id AND o.user_id = best.user_id AND o.status <> 'rejected' AND o.receipt < s.receipt
      ORDER BY o.value DESC, o.achieved_at, o.id LIMIT 1
    ) old
    ORDER BY old.value DESC, old.achieved_at, old.user_id LIMIT 1
  ) holder JOIN notification_settings w ON w.user_id = holder.user_id AND w.beaten
  WHERE ${within(range, scoresSubmitted)} AND s.status <> 'rejected' AND holder.user_id <> s.user_id AND s.value > holder.value`

/** Players whose score another user has verified or rejected. */
const findModerated = (range: ChangeLogRange): RawBuilder<NoticeRow> => sql<NoticeRow>`
  SELECT s.user_id, 'moderated' AS kind, s.id AS subject, f.body->'score'->>'version' AS mark
  FROM feed f JOIN score_cards s ON s.id = f.body->'score'->>'id' JOIN notification_settings w ON w.user_id = s.user_id AND w.moderated
  WHERE ${within(range, scoreChanged)} AND f.body->>'op' = 'moderated' AND f.body->>'by' <> s.user_id AND f.body->'score'->>'status' IN ('verified', 'rejected')`

/** Players whose score another user has voided in its event. */
const findVoided = (range: ChangeLogRange): RawBuilder<NoticeRow> => sql<NoticeRow>`
  SELECT v.user_id, 'voided' AS kind, v.score_id AS subject, v.void_id AS mark
  FROM feed f JOIN event_score_voids v ON v.void_id = coalesce(f.body->'change'->>'voidId', f.body->'change'->'window'->>'id')
  JOIN notification_settings w ON w.user_id = v.user_id AND w.moderated
  WHERE ${within(range, eventChanged)} AND v.action = 'voided' AND v.user_id <> coalesce(v.by_user, '')`

/** Players who had entered an event before it began. */
const findStarting = (now: Date): RawBuilder<NoticeRow> => sql<NoticeRow>`
  SELECT n.user_id, 'starts' AS kind, e.id AS subject, '' AS mark
  FROM event_cards e JOIN event_players n ON n.event_id = e.id AND n.entered_at < e.starts_at
  JOIN notification_settings w ON w.user_id = n.user_id AND w.starts
  WHERE e.starts_at <= ${now} AND e.starts_at > ${new Date(now.getTime() - MAX_LATENESS)} AND e.cancelled_at IS NULL
    AND (e.finishes_at IS NULL OR e.finishes_at > ${now})`

/** Stores the notices that were found, each only once. @returns a delivery to each device that the user has now */
async function insertNotices(tx: Db, notices: RawBuilder<NoticeRow>, now: Date): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    WITH made AS (
      INSERT INTO push_notices (id, user_id, kind, subject, mark, at)
      SELECT gen_random_uuid()::text, x.user_id, x.kind, x.subject, x.mark, ${now} FROM (${notices}) x
      ON CONFLICT (user_id, kind, subject, mark) DO NOTHING RETURNING id, user_id
    )
    SELECT made.id AS "noticeId", d.id AS "deviceId" FROM made JOIN push_devices d ON d.user_id = made.user_id
  `.execute(tx)
  return rows
}

export const enqueueChangeLogNotices = async (tx: Db, range: ChangeLogRange, now: Date): Promise<DeliveryKey[]> => [
  ...(await insertNotices(tx, findBeaten(range), now)),
  ...(await insertNotices(tx, findModerated(range), now)),
  ...(await insertNotices(tx, findVoided(range), now)),
  ...(await insertNotices(tx, findEntered(range), now)),
]

export const enqueueEventNotices = (tx: Db, now: Date): Promise<DeliveryKey[]> => insertNotices(tx, findStarting(now), now)

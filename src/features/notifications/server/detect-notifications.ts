import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { NotificationKind } from './kinds/define-notification.ts'
import { notificationKinds } from './kinds/registry.ts'

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

/** True if a user wants any notifications, and has a device for them or gets them by e-mail. */
export async function hasSubscribers(tx: Db): Promise<boolean> {
  const mailed = notificationKinds.filter(({ mail }) => mail !== undefined).map(kind => kind.switch)
  const { rows } = await sql<{ userId: string }>`
    SELECT s.user_id AS "userId" FROM notification_settings s
    WHERE s.switches <> '{}' AND (s.switches && ${mailed} OR EXISTS (SELECT 1 FROM push_devices d WHERE d.user_id = s.user_id)) LIMIT 1
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

/** A notice that was stored, and the devices that its user has now. `dueAt`: when it is to be sent */
interface NewNotice {
  noticeId: string
  userId: string
  dueAt: Date
  deviceIds: string[]
}

/**
 * Finds what a kind has to notify of, and stores each notice once. Where the kind makes a pause, a notice that still waits for its end also
 * tells what is found now, because texts are written when they are sent.
 */
export async function insertNotices(tx: Db, kind: NotificationKind, { from, to }: ChangeLogRange, now: Date): Promise<NewNotice[]> {
  if (kind.change !== null && from === to) return []
  const pause = kind.pause ?? 0
  const changes = sql<never>`(SELECT n, body FROM feed WHERE n > ${from} AND n <= ${to} AND kind = ${kind.change?.kind ?? null})`
  const { rows } = await sql<NewNotice>`
    WITH made AS (
      INSERT INTO push_notices (id, user_id, kind, subject, mark, at, due_at)
      SELECT gen_random_uuid()::text, x.user_id, ${kind.kind}, x.subject, x.mark, ${now},
        greatest(${now}::timestamptz, (
          SELECT max(p.due_at) FROM push_notices p WHERE p.user_id = x.user_id AND p.kind = ${kind.kind} AND p.subject = x.subject AND ${pause} > 0
        ) + ${pause}::double precision * interval '1 millisecond')
      FROM (${kind.find({ changes, now })}) x JOIN notification_settings w ON w.user_id = x.user_id AND ${kind.switch} = ANY (w.switches)
      WHERE NOT EXISTS (
        SELECT 1 FROM push_notices p WHERE p.user_id = x.user_id AND p.kind = ${kind.kind} AND p.subject = x.subject AND p.due_at > p.at AND p.due_at > ${now})
      ON CONFLICT (user_id, kind, subject, mark) DO NOTHING RETURNING id, user_id, due_at
    )
    SELECT made.id AS "noticeId", made.user_id AS "userId", made.due_at AS "dueAt", ARRAY(SELECT d.id FROM push_devices d WHERE d.user_id = made.user_id) AS "deviceIds"
    FROM made
  `.execute(tx)
  return rows
}

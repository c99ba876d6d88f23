import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { NotificationKind, PushDeviceDoc, Switches } from '../contract.ts'
import { MOST_DEVICES } from '../rules.ts'

export interface Device {
  id: string
  userId: string
  endpoint: string
  p256dh: string
  auth: string
  device: string
}

export async function lockSubscriber(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE`.execute(tx)
  return rows.length > 0
}

export async function findPreferences(db: Db, userId: string): Promise<Switches> {
  const { rows } = await sql<Switches>`
    SELECT beaten, starts, moderated FROM notification_settings WHERE user_id = ${userId}
  `.execute(db)
  return rows[0] ?? { beaten: false, starts: false, moderated: false }
}

export async function saveSwitches(tx: Db, userId: string, { beaten, starts, moderated }: Switches): Promise<void> {
  await sql`
    INSERT INTO notification_settings (user_id, beaten, starts, moderated) VALUES (${userId}, ${beaten}, ${starts}, ${moderated})
    ON CONFLICT (user_id) DO UPDATE SET beaten = excluded.beaten, starts = excluded.starts, moderated = excluded.moderated
  `.execute(tx)
}

/** The newest first. */
export async function listDevices(db: Db, userId: string): Promise<(PushDeviceDoc & { id: string })[]> {
  const { rows } = await sql<PushDeviceDoc & { id: string }>`
    SELECT id, endpoint, device AS browser, created_at AS "createdAt", last_success AS "lastSuccess" FROM push_devices WHERE user_id = ${userId}
    ORDER BY created_at DESC, id DESC
  `.execute(db)
  return rows
}

/**
 * A browser receives messages for one user at a time. Removes the device of another user, with the deliveries that wait for it.
 * @returns that user; null: no other user had it
 */
export async function takeFromOthers(tx: Db, endpoint: string, userId: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    DELETE FROM push_devices WHERE endpoint = ${endpoint} AND user_id <> ${userId} RETURNING user_id AS "userId"
  `.execute(tx)
  return rows[0]?.userId ?? null
}

/** Beyond the maximum of a user's devices, the oldest is deleted. */
export async function saveDevice(tx: Db, { id, userId, endpoint, p256dh, auth, device }: Device, now: Date): Promise<void> {
  await sql`
    INSERT INTO push_devices (id, user_id, endpoint, p256dh, auth, device, created_at)
    VALUES (${id}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${device}, ${now})
    ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device
  `.execute(tx)
  await sql`
    DELETE FROM push_devices WHERE id IN (
      SELECT id FROM push_devices WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC OFFSET ${MOST_DEVICES})
  `.execute(tx)
}

/** @returns false if there was none */
export async function deleteDevice(tx: Db, userId: string, endpoint: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM push_devices WHERE user_id = ${userId} AND endpoint = ${endpoint} RETURNING 1`.execute(tx)
  return rows.length > 0
}

export async function forget(tx: Db, userId: string): Promise<void> {
  await sql`DELETE FROM push_devices WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM push_notices WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM notification_settings WHERE user_id = ${userId}`.execute(tx)
}

/** Deletes notices that are so old that the same subjects cannot be detected again. */
export async function dropNoticesBefore(db: Db, at: Date): Promise<void> {
  await sql`DELETE FROM push_notices WHERE at < ${at}`.execute(db)
}

/** A message that is due, and its destination. `at` in ms. */
export interface Delivery {
  noticeId: string
  deviceId: string
  userId: string
  kind: NotificationKind
  subject: string
  at: number
  tries: number
  endpoint: string
  p256dh: string
  auth: string
}

/** How many deliveries are due, counted up to `most`. */
export async function countDue(db: Db, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    SELECT count(*) AS due FROM (SELECT 1 FROM push_deliveries WHERE due_at <= ${now} LIMIT ${most}) d
  `.execute(db)
  return rows[0]!.due
}

/** Reserves a delivery that is due until `until`, so that no other node sends it meanwhile. */
export async function takeDelivery(db: Db, now: Date, until: Date): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    UPDATE push_deliveries w SET tries = w.tries + 1, due_at = ${until} FROM push_notices n, push_devices d
    WHERE n.id = w.notice_id AND d.id = w.device_id AND (w.notice_id, w.device_id) = (
      SELECT notice_id, device_id FROM push_deliveries WHERE due_at <= ${now} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING w.notice_id AS "noticeId", w.device_id AS "deviceId", n.user_id AS "userId", n.kind, n.subject,
      (extract(epoch FROM n.at) * 1000)::bigint AS at, w.tries, d.endpoint, d.p256dh, d.auth
  `.execute(db)
  return rows[0] ?? null
}

type DeliveryKey = Pick<Delivery, 'noticeId' | 'deviceId'>

/** @param taken when the device's push service accepted it; null: it was not sent */
export async function endDelivery(db: Db, { noticeId, deviceId }: DeliveryKey, taken: Date | null): Promise<void> {
  await sql`DELETE FROM push_deliveries WHERE notice_id = ${noticeId} AND device_id = ${deviceId}`.execute(db)
  if (taken !== null) await sql`UPDATE push_devices SET last_success = ${taken} WHERE id = ${deviceId}`.execute(db)
}

export async function putOff(db: Db, { noticeId, deviceId }: DeliveryKey, until: Date): Promise<void> {
  await sql`UPDATE push_deliveries SET due_at = ${until} WHERE notice_id = ${noticeId} AND device_id = ${deviceId}`.execute(db)
}

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

/** A notice and one of the devices that it is to be sent to. */
export interface DeliveryKey {
  noticeId: string
  deviceId: string
}

/** A message that is due, and its destination. `at` in ms. */
export interface Delivery extends DeliveryKey {
  userId: string
  kind: NotificationKind
  subject: string
  at: number
  endpoint: string
  p256dh: string
  auth: string
}

/** @returns null if the notice or the device has been deleted */
export async function findDelivery(db: Db, { noticeId, deviceId }: DeliveryKey): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    SELECT n.id AS "noticeId", d.id AS "deviceId", n.user_id AS "userId", n.kind, n.subject,
      (extract(epoch FROM n.at) * 1000)::bigint AS at, d.endpoint, d.p256dh, d.auth
    FROM push_notices n JOIN push_devices d ON d.user_id = n.user_id WHERE n.id = ${noticeId} AND d.id = ${deviceId}
  `.execute(db)
  return rows[0] ?? null
}

/** @param taken when the device's push service accepted the message */
export async function saveSuccess(db: Db, deviceId: string, taken: Date): Promise<void> {
  await sql`UPDATE push_devices SET last_success = ${taken} WHERE id = ${deviceId}`.execute(db)
}

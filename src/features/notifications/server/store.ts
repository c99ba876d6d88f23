import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { NotificationKind, NotificationPreferences, PushDeviceDoc } from '../contract.ts'
import { MAX_DEVICES } from '../rules.ts'

export interface Device {
  id: string
  userId: string
  endpoint: string
  /** null, like `auth`: a phone with the app */
  p256dh: string | null
  auth: string | null
  device: string
}

export async function lockSubscriber(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM user_cards WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE
  `.execute(tx)
  return rows.length > 0
}

export async function findPreferences(db: Db, userId: string): Promise<NotificationPreferences> {
  const switches = await db
    .selectFrom('notification_settings')
    .select(['beaten', 'starts', 'moderated'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return switches ?? { beaten: false, starts: false, moderated: false }
}

export async function savePreferences(tx: Db, userId: string, { beaten, starts, moderated }: NotificationPreferences): Promise<void> {
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, beaten, starts, moderated })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ beaten, starts, moderated }))
    .execute()
}

/** The newest first. */
export function listDevices(db: Db, userId: string): Promise<(PushDeviceDoc & { id: string })[]> {
  return db
    .selectFrom('push_devices')
    .select(['id', 'endpoint', 'device as browser', 'created_at as createdAt', 'last_success as lastSuccess'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * A browser receives messages for one user at a time. Removes the device of another user, with the deliveries that wait for it.
 * @returns that user; null: no other user had it
 */
export async function removeFromOtherUsers(tx: Db, endpoint: string, userId: string): Promise<string | null> {
  const device = await tx
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('user_id', '<>', userId)
    .returning('user_id')
    .executeTakeFirst()
  return device?.user_id ?? null
}

/** Beyond the maximum of a user's devices, the oldest is deleted. */
export async function saveDevice(tx: Db, { id, userId, endpoint, p256dh, auth, device }: Device, now: Date): Promise<void> {
  await tx
    .insertInto('push_devices')
    .values({ id, user_id: userId, endpoint, p256dh, auth, device, created_at: now })
    .onConflict(conflict => conflict.column('endpoint').doUpdateSet({ p256dh, auth, device }))
    .execute()
  const excess = tx
    .selectFrom('push_devices')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_DEVICES)
  await tx.deleteFrom('push_devices').where('id', 'in', excess).execute()
}

/** @returns false if there was none */
export async function deleteDevice(tx: Db, userId: string, endpoint: string): Promise<boolean> {
  return returnsRow(
    tx
      .deleteFrom('push_devices')
      .where(row => row.and({ user_id: userId, endpoint }))
      .returning('id'),
  )
}

export async function deleteNotificationData(tx: Db, userId: string): Promise<void> {
  for (const table of ['push_devices', 'push_notices', 'notification_settings'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Deletes notices that are so old that the same subjects cannot be detected again. */
export async function deleteNoticesBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('push_notices').where('at', '<', at).execute()
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
  /** null, like `auth`: a phone with the app */
  p256dh: string | null
  auth: string | null
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

/** @param acceptedAt when the device's push service accepted the message */
export async function saveSuccess(db: Db, deviceId: string, acceptedAt: Date): Promise<void> {
  await db.updateTable('push_devices').set({ last_success: acceptedAt }).where('id', '=', deviceId).execute()
}

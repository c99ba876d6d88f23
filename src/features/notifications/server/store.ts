import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { NOTIFICATION_SWITCHES, type NotificationPreferences, type NotificationSwitch, type PushDeviceDoc } from '../contract.ts'
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
  const row = await db.selectFrom('notification_settings').select('switches').where('user_id', '=', userId).executeTakeFirst()
  return Object.fromEntries(NOTIFICATION_SWITCHES.map(each => [each, row?.switches.includes(each) ?? false])) as NotificationPreferences
}

/** @param switches those that are on */
export async function saveSwitches(tx: Db, userId: string, switches: NotificationSwitch[]): Promise<void> {
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, switches })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ switches }))
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

/** What a user is to be notified of. `at`: when that was found, in ms since the epoch; `switches`: those that the user has on now. */
export interface StoredNotice {
  userId: string
  kind: string
  subject: string
  at: number
  switches: string[]
}

/** @returns null if the notice has been deleted */
export async function findNotice(db: Db, noticeId: string): Promise<StoredNotice | null> {
  const { rows } = await sql<StoredNotice>`
    SELECT n.user_id AS "userId", n.kind, n.subject, (extract(epoch FROM n.at) * 1000)::bigint AS at, w.switches
    FROM push_notices n JOIN notification_settings w ON w.user_id = n.user_id WHERE n.id = ${noticeId}
  `.execute(db)
  return rows[0] ?? null
}

export type Destination = Pick<Device, 'endpoint' | 'p256dh' | 'auth'>

/** @returns null if the user has no such device any more */
export async function findDestination(db: Db, userId: string, deviceId: string): Promise<Destination | null> {
  const device = await db
    .selectFrom('push_devices')
    .select(['endpoint', 'p256dh', 'auth'])
    .where(row => row.and({ id: deviceId, user_id: userId }))
    .executeTakeFirst()
  return device ?? null
}

/** @param acceptedAt when the device's push service accepted the message */
export async function saveSuccess(db: Db, deviceId: string, acceptedAt: Date): Promise<void> {
  await db.updateTable('push_devices').set({ last_success: acceptedAt }).where('id', '=', deviceId).execute()
}

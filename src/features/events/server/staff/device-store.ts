import { sql } from 'kysely'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { createEventChange } from '../changes.ts'

/** A device link of an event; times are in ms. */
export interface EventDeviceRow {
  id: string
  eventId: string
  /** the user with whose permission the device acts; its name, empty if the account was deleted */
  createdBy: string
  createdByName: string
  createdAt: number
  openedAt: number | null
  /** for example "Firefox on Android"; null: not opened yet */
  browser: string | null
  ended: boolean
  /** hash of the code by which the kiosk is left; null: it is no kiosk */
  codeHash: string | null
}

const DEVICE = sql<EventDeviceRow>`
  d.id, d.event_id AS "eventId", d.created_by AS "createdBy", coalesce(u.username, '') AS "createdByName",
  ${epochMs('d.created_at')} AS "createdAt", ${epochMs('d.opened_at')} AS "openedAt", d.browser, d.ended_at IS NOT NULL AS ended,
  d.code_hash AS "codeHash"`

/** Lists the device links of an event that have not ended, oldest first. */
export async function listEventDevices(db: Db, eventId: string): Promise<EventDeviceRow[]> {
  const { rows } = await sql<EventDeviceRow>`
    SELECT ${DEVICE} FROM event_devices d JOIN user_cards u ON u.id = d.created_by
    WHERE d.event_id = ${eventId} AND d.ended_at IS NULL ORDER BY d.created_at, d.id
  `.execute(db)
  return rows
}

/**
 * Finds a device link by the hash of its token; or by the hash of the key of the device that has opened it, which may have opened several:
 * then the latest; in an event, only if it has not ended.
 */
export async function findDevice(
  db: Db,
  by: { tokenHash: string } | { keyHash: string; eventId?: string },
): Promise<EventDeviceRow | null> {
  const matches =
    'tokenHash' in by
      ? sql<boolean>`d.token_hash = ${by.tokenHash}`
      : by.eventId === undefined
        ? sql<boolean>`d.key_hash = ${by.keyHash}`
        : sql<boolean>`d.key_hash = ${by.keyHash} AND d.event_id = ${by.eventId} AND d.ended_at IS NULL`
  const { rows } = await sql<EventDeviceRow>`
    SELECT ${DEVICE} FROM event_devices d JOIN user_cards u ON u.id = d.created_by WHERE ${matches} ORDER BY d.opened_at DESC LIMIT 1
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Stores a new device link, or a new token for one that nobody has opened.
 * @returns false: the id was used for another link, or the link was opened or ended
 */
export async function saveToken(
  tx: Db,
  {
    id,
    eventId,
    createdBy,
    tokenHash,
    codeHash,
  }: { id: string; eventId: string; createdBy: string; tokenHash: string; codeHash: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO event_devices AS d (id, event_id, created_by, token_hash, code_hash)
    VALUES (${id}, ${eventId}, ${createdBy}, ${tokenHash}, ${codeHash})
    ON CONFLICT (id) DO UPDATE SET token_hash = excluded.token_hash, code_hash = excluded.code_hash
      WHERE d.event_id = excluded.event_id AND d.created_by = excluded.created_by AND d.key_hash IS NULL AND d.ended_at IS NULL
    RETURNING d.id
  `.execute(tx)
  return rows.length > 0
}

/** Binds a device link to a device. @returns false: another device has opened it */
export async function bindDevice(
  tx: Db,
  { id, keyHash, browser, at }: { id: string; keyHash: string; browser: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE event_devices SET key_hash = ${keyHash}, browser = coalesce(browser, ${browser}), opened_at = coalesce(opened_at, ${at})
    WHERE id = ${id} AND (key_hash IS NULL OR key_hash = ${keyHash}) RETURNING id
  `.execute(tx)
  return rows.length > 0
}

/** Ends one device link of an event; null: all of them. @returns the change to write to the change log; none if no link ended by this */
export async function endDevices(tx: Db, eventId: string, id: string | null, at: Date): Promise<NewChange[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE event_devices SET ended_at = ${at} WHERE event_id = ${eventId} AND ended_at IS NULL AND (${id}::text IS NULL OR id = ${id}) RETURNING id
  `.execute(tx)
  return rows.length === 0 ? [] : [createEventChange(eventId, { kind: 'devices', endedId: id })]
}

import { sql } from 'kysely'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { kiosksChanged } from '../changes.ts'

/** A kiosk of a machine's board; times are in ms. */
export interface KioskRow {
  id: string
  machineId: string
  /** the user with whose permission it enters scores; its name, empty if the account was deleted */
  createdBy: string
  createdByName: string
  createdAt: number
  openedAt: number | null
  browser: string | null
  ended: boolean
  /** hash of the code by which it is left */
  codeHash: string
}

const KIOSK = sql<KioskRow>`
  k.id, k.machine_id AS "machineId", k.created_by AS "createdBy", coalesce(u.username, '') AS "createdByName",
  ${epochMs('k.created_at')} AS "createdAt", ${epochMs('k.opened_at')} AS "openedAt", k.browser, k.ended_at IS NOT NULL AS ended,
  k.code_hash AS "codeHash"`
const FROM = sql<never>`board_kiosks k JOIN user_cards u ON u.id = k.created_by`

/** Lists the kiosks of a machine's board that have not ended, oldest first. */
export async function listKiosks(db: Db, machineId: string): Promise<KioskRow[]> {
  const { rows } = await sql<KioskRow>`
    SELECT ${KIOSK} FROM ${FROM} WHERE k.machine_id = ${machineId} AND k.ended_at IS NULL ORDER BY k.created_at, k.id
  `.execute(db)
  return rows
}

/** Finds a kiosk by the hash of its link's token, or by that of the key of its device: then the one that was opened last. */
export async function findKiosk(db: Db, by: { tokenHash: string } | { keyHash: string }): Promise<KioskRow | null> {
  const matches = 'tokenHash' in by ? sql<boolean>`k.token_hash = ${by.tokenHash}` : sql<boolean>`k.key_hash = ${by.keyHash}`
  const { rows } = await sql<KioskRow>`
    SELECT ${KIOSK} FROM ${FROM} WHERE ${matches} ORDER BY k.opened_at DESC LIMIT 1
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Stores a new kiosk, or a new token and code for one that nobody has opened.
 * @returns false: the id was used for another one, or it was opened or ended
 */
export async function saveKiosk(
  tx: Db,
  kiosk: { id: string; machineId: string; createdBy: string; tokenHash: string; codeHash: string },
): Promise<boolean> {
  const { id, machineId, createdBy, tokenHash, codeHash } = kiosk
  const { rows } = await sql<{ id: string }>`
    INSERT INTO board_kiosks AS k (id, machine_id, created_by, token_hash, code_hash)
    VALUES (${id}, ${machineId}, ${createdBy}, ${tokenHash}, ${codeHash})
    ON CONFLICT (id) DO UPDATE SET token_hash = excluded.token_hash, code_hash = excluded.code_hash
      WHERE k.machine_id = excluded.machine_id AND k.created_by = excluded.created_by AND k.key_hash IS NULL AND k.ended_at IS NULL
    RETURNING k.id
  `.execute(tx)
  return rows.length > 0
}

/** Binds a kiosk to a device. @returns false: another device has opened it */
export async function bindKiosk(
  tx: Db,
  { id, keyHash, browser, at }: { id: string; keyHash: string; browser: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE board_kiosks SET key_hash = ${keyHash}, browser = coalesce(browser, ${browser}), opened_at = coalesce(opened_at, ${at})
    WHERE id = ${id} AND (key_hash IS NULL OR key_hash = ${keyHash}) RETURNING id
  `.execute(tx)
  return rows.length > 0
}

/** Ends a kiosk. @returns the change to write to the change log, none if it had ended; null: there is no such kiosk */
export async function endKiosk(tx: Db, id: string, at: Date): Promise<NewChange[] | null> {
  const { rows } = await sql<{ machineId: string; now: boolean }>`
    WITH ended AS (UPDATE board_kiosks SET ended_at = ${at} WHERE id = ${id} AND ended_at IS NULL RETURNING id)
    SELECT machine_id AS "machineId", EXISTS (SELECT FROM ended) AS now FROM board_kiosks WHERE id = ${id}
  `.execute(tx)
  const [kiosk] = rows
  if (kiosk === undefined) return null
  return kiosk.now ? [kiosksChanged.of({ machineId: kiosk.machineId })] : []
}

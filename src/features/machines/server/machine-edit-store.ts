import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import { opdbIdTaken } from '../contract/machines.ts'
import { machineSearchText } from './machine-search-text.ts'
import type { MachineRow } from './store.ts'

/** The fields of a machine that its editors set directly. */
export type MachineColumns = Omit<MachineRow, 'id' | 'backglass' | 'scores' | 'players'>

const rethrowOpdbConflict = (error: unknown): never => {
  if ((error as { constraint?: string }).constraint === 'machines_opdb_id_key') throw opdbIdTaken()
  throw error
}

/**
 * True if another machine has the same name and manufacturer (ignoring case) and the same year.
 * @param exceptId id of the machine to leave out
 */
export async function isInCatalogue(db: Db, { name, manufacturer, year }: MachineColumns, exceptId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM machines WHERE lower(name) = lower(${name}) AND lower(manufacturer) = lower(${manufacturer})
      AND year IS NOT DISTINCT FROM ${year} AND id <> ${exceptId} LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Inserts a machine added by an editor, whose fields later imports do not overwrite.
 * @returns false if the id is already used.
 * @throws DdpError 409
 */
export async function insertMachine(
  tx: Db,
  { id, madeBy, fingerprint, ...machine }: MachineColumns & { id: string; madeBy: string; fingerprint: string },
): Promise<boolean> {
  const { name, manufacturer, year, type, display, playerCount, opdbId, ipdbId } = machine
  const inserted = await tx
    .insertInto('machines')
    .values({
      ...{ id, name, manufacturer, year, type, display, fingerprint },
      player_count: playerCount,
      opdb_id: opdbId,
      ipdb_id: ipdbId,
      search: machineSearchText(machine),
      edited: ['name', 'manufacturer', 'year', 'type', 'display', 'player_count', 'ipdb_id'],
      made_by: madeBy,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
    .catch(rethrowOpdbConflict)
  return inserted !== undefined
}

export async function isOwnRepeatedMachine(db: Db, id: string, madeBy: string, fingerprint: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('machines')
      .select('id')
      .where(row => row.and({ id, made_by: madeBy, fingerprint })),
  )
}

export type StoredMachine = MachineColumns & { backglass: UploadedPicture | null; aliases: string[]; search: string }

/** Returns a machine and locks its row until the transaction ends. */
export async function lockMachine(tx: Db, id: string): Promise<StoredMachine | null> {
  const machine = await tx
    .selectFrom('machines')
    .select(['name', 'manufacturer', 'year', 'type', 'display', 'player_count as playerCount', 'opdb_id as opdbId', 'ipdb_id as ipdbId'])
    .select(['retired', 'backglass', 'aliases', 'search'])
    .$narrowType<{ backglass: UploadedPicture | null }>()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return machine ?? null
}

/** @param edited columns that later imports must not overwrite. @throws DdpError 409 */
export async function updateMachine(tx: Db, id: string, machine: StoredMachine, edited: readonly string[]): Promise<void> {
  const { name, manufacturer, year, type, display, playerCount, opdbId, ipdbId, retired, backglass, search } = machine
  await tx
    .updateTable('machines')
    .set({ name, manufacturer, year, type, display, player_count: playerCount, opdb_id: opdbId, ipdb_id: ipdbId, retired })
    .set({
      backglass: backglass === null ? null : JSON.stringify(backglass),
      search,
      edited: sql<string[]>`ARRAY(SELECT DISTINCT unnest(edited || ${edited}::text[]))`,
    })
    .where('id', '=', id)
    .execute()
    .catch(rethrowOpdbConflict)
}

export async function machinePicturesShown(db: Db): Promise<{ subjectId: string; url: string }[]> {
  const { rows } = await sql<{ subjectId: string; url: string }>`
    SELECT id AS "subjectId", backglass ->> 'url' AS url FROM machines WHERE backglass IS NOT NULL
  `.execute(db)
  return rows
}

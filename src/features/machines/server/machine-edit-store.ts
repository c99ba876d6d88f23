import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { columnOf } from '#platform/db/record-columns.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import { MACHINE_FIELDS } from '../contract/machine-fields.ts'
import { opdbIdTaken } from '../contract/machines.ts'
import { machineSearchText } from './machine-search-text.ts'
import { MACHINE_COLUMNS, type MachineRow } from './store.ts'

/** The fields of a machine that its editors set directly. */
export type MachineColumns = Omit<MachineRow, 'id' | 'backglass' | 'scores' | 'players'>

/** The columns that an editor's value keeps from later imports: an import finds the machine by its OPDB id. */
export const EDITABLE: readonly string[] = Object.keys(MACHINE_FIELDS)
  .filter(field => field !== 'opdbId')
  .map(columnOf)

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
  const inserted = await tx
    .insertInto('machines')
    .values({
      id,
      fingerprint,
      ...MACHINE_COLUMNS.values(machine),
      search: machineSearchText(machine),
      edited: EDITABLE,
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
  const { rows } = await sql<StoredMachine>`
    SELECT ${MACHINE_COLUMNS.select}, m.retired, m.backglass, m.aliases, m.search FROM machines m WHERE m.id = ${id} FOR NO KEY UPDATE
  `.execute(tx)
  return rows[0] ?? null
}

/** @param edited columns that later imports must not overwrite. @throws DdpError 409 */
export async function updateMachine(tx: Db, id: string, machine: StoredMachine, edited: readonly string[]): Promise<void> {
  const { retired, backglass, search } = machine
  await tx
    .updateTable('machines')
    .set({
      ...MACHINE_COLUMNS.values(machine),
      retired,
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

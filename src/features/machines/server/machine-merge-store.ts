import { sql } from 'kysely'
import type { MachineMerge } from '#machines/server/shared/machine-merge-types.ts'
import type { Db } from '#platform/db/database.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import { machineSearchText } from './machine-search-text.ts'

/** The columns of a machine that a merge needs. */
export interface MergeRow {
  id: string
  name: string
  manufacturer: string
  year: number | null
  opdbId: string | null
  ipdbId: number | null
  backglass: UploadedPicture | null
  aliases: string[]
  madeBy: string | null
  fingerprint: string | null
}

/**
 * Reads those of the two machines that exist.
 * @param forUpdate locks their rows until the transaction ends, also against writes of rows that refer to them
 */
export async function readMergeRows(db: Db, { from, into }: MachineMerge, forUpdate: boolean): Promise<Map<string, MergeRow>> {
  const { rows } = await sql<MergeRow>`
    SELECT id, name, manufacturer, year, opdb_id AS "opdbId", ipdb_id AS "ipdbId", backglass, aliases, made_by AS "madeBy", fingerprint
    FROM machines WHERE id IN (${from}, ${into}) ORDER BY id ${forUpdate ? sql<never>`FOR UPDATE` : sql<never>``}
  `.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

export async function findMergeTarget(db: Db, id: string): Promise<string | null> {
  const merged = await db.selectFrom('merged_machines').select('into_id').where('id', '=', id).executeTakeFirst()
  return merged?.into_id ?? null
}

/** Like `isOwnRepeatedMachine`, for a machine that has been merged into another since. null if no such machine was merged. */
export async function isOwnMergedRepeat(db: Db, id: string, madeBy: string, fingerprint: string): Promise<boolean | null> {
  const { rows } = await sql<{ same: boolean }>`
    SELECT (made_by = ${madeBy} AND fingerprint = ${fingerprint}) IS TRUE AS same FROM merged_machines WHERE id = ${id}
  `.execute(db)
  return rows[0]?.same ?? null
}

/**
 * Deletes `from` from the catalogue. Its id, OPDB id and names lead to `into`
 * from now on. Other features must have moved their data before.
 */
export async function replaceMachine(tx: Db, from: MergeRow, into: MergeRow, backglass: UploadedPicture | null): Promise<void> {
  await tx.updateTable('merged_machines').set({ into_id: into.id }).where('into_id', '=', from.id).execute()
  await tx
    .insertInto('merged_machines')
    .values({ id: from.id, into_id: into.id, opdb_id: from.opdbId, made_by: from.madeBy, fingerprint: from.fingerprint })
    .execute()
  await tx.deleteFrom('machines').where('id', '=', from.id).execute()
  const { name, manufacturer, year } = into
  const aliases = [...new Set([...into.aliases, from.name, ...from.aliases])].filter(alias => alias !== name)
  await tx
    .updateTable('machines')
    .set({
      opdb_id: sql<string | null>`coalesce(opdb_id, ${from.opdbId})`,
      ipdb_id: sql<number | null>`coalesce(ipdb_id, ${from.ipdbId})`,
      aliases,
      backglass: backglass === null ? null : JSON.stringify(backglass),
      search: machineSearchText({ name, manufacturer, year, aliases }),
    })
    .where('id', '=', into.id)
    .execute()
}

/** The OPDB ids of machines that were merged into a machine with a different OPDB id. An import must not add them again. */
export async function mergedOpdbIds(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT g.opdb_id AS id FROM merged_machines g WHERE g.opdb_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM machines m WHERE m.opdb_id = g.opdb_id)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

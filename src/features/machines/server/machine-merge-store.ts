import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { UploadedPicture } from '../../uploads/contract.ts'
import type { Merging } from './api.ts'
import { searchText } from './normalize-text.ts'

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
 * @param held locks their rows until the transaction ends, also against writes of rows that refer to them
 */
export async function mergeRows(db: Db, { from, into }: Merging, held: boolean): Promise<Map<string, MergeRow>> {
  const { rows } = await sql<MergeRow>`
    SELECT id, name, manufacturer, year, opdb_id AS "opdbId", ipdb_id AS "ipdbId", backglass, aliases, made_by AS "madeBy", fingerprint
    FROM machines WHERE id IN (${from}, ${into}) ORDER BY id ${held ? sql`FOR UPDATE` : sql``}
  `.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

export async function mergedInto(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ into: string }>`SELECT into_id AS into FROM merged_machines WHERE id = ${id}`.execute(db)
  return rows[0]?.into ?? null
}

/** Like `machineWasMade`, for a machine that has been merged into another since. null if no such machine was merged. */
export async function wasMadeAndMerged(db: Db, id: string, madeBy: string, fingerprint: string): Promise<boolean | null> {
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
  await sql`UPDATE merged_machines SET into_id = ${into.id} WHERE into_id = ${from.id}`.execute(tx)
  await sql`
    INSERT INTO merged_machines (id, into_id, opdb_id, made_by, fingerprint)
    VALUES (${from.id}, ${into.id}, ${from.opdbId}, ${from.madeBy}, ${from.fingerprint})
  `.execute(tx)
  await sql`DELETE FROM machines WHERE id = ${from.id}`.execute(tx)
  const { name, manufacturer, year } = into
  const aliases = [...new Set([...into.aliases, from.name, ...from.aliases])].filter(alias => alias !== name)
  await sql`
    UPDATE machines SET opdb_id = coalesce(opdb_id, ${from.opdbId}), ipdb_id = coalesce(ipdb_id, ${from.ipdbId}), aliases = ${aliases}::text[],
      backglass = ${backglass === null ? null : JSON.stringify(backglass)}::jsonb, search = ${searchText([name, manufacturer, year, ...aliases])}
    WHERE id = ${into.id}
  `.execute(tx)
}

/** The OPDB ids of machines that were merged into a machine with a different OPDB id. An import must not add them again. */
export async function mergedOpdbIds(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT g.opdb_id AS id FROM merged_machines g WHERE g.opdb_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM machines m WHERE m.opdb_id = g.opdb_id)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

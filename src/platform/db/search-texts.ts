import { sql } from 'kysely'
import { FOLD_VERSION } from '#platform/text/fold.ts'
import type { Database, Db } from './database.ts'

/** A row of a table with a search text. @property folded what the text has to be */
export interface SearchTextRow {
  id: string
  search: string
  folded: string
}

/** A table whose column `search` has a `searchText`, which the application writes with the names. */
export interface SearchedTable {
  name: string
  /** Reads and locks rows in the order of their ids. @param after the id after which they begin */
  read(tx: Db, after: string, limit: number): Promise<SearchTextRow[]>
}

/** The fold follows the tables of Unicode that Node has. */
const VERSION = `${FOLD_VERSION}/${process.versions.unicode}`
/** Rows that are folded in one transaction. */
const BATCH = 1000

/**
 * Folds the names in these tables again if another version of the fold, or a version of Skillshot without it, wrote them. Each batch is a
 * transaction of its own, and one that was interrupted is continued. Does nothing else than ask for the versions if all have this one.
 */
export async function updateSearchTexts(database: Database, tables: readonly SearchedTable[]): Promise<void> {
  const stored = await database.db.selectFrom('search_texts').select(['table_name', 'version', 'done_to']).execute()
  const isCurrent = ({ name }: SearchedTable): boolean =>
    stored.some(row => row.table_name === name && row.version === VERSION && row.done_to === null)
  for (const table of tables) {
    if (isCurrent(table)) continue
    while (await database.longTransaction(tx => updateBatch(tx, table)));
  }
}

/** @returns true if there are more rows */
async function updateBatch(tx: Db, { name, read }: SearchedTable): Promise<boolean> {
  // The row is locked until the commit, so that nodes which start together take turns.
  const { rows: begun } = await sql<{ doneTo: string | null }>`
    INSERT INTO search_texts AS s (table_name, version, done_to) VALUES (${name}, ${VERSION}, '')
    ON CONFLICT (table_name) DO UPDATE SET version = excluded.version, done_to = CASE WHEN s.version = excluded.version THEN s.done_to ELSE '' END
    RETURNING done_to AS "doneTo"
  `.execute(tx)
  const after = begun[0]!.doneTo
  if (after === null) return false
  const rows = await read(tx, after, BATCH)
  const outdated = rows.filter(({ search, folded }) => search !== folded).map(({ id, folded }) => ({ id, folded }))
  if (outdated.length > 0)
    await sql<never>`
      UPDATE ${sql.table(name)} t SET search = r.folded FROM jsonb_to_recordset(${JSON.stringify(outdated)}::jsonb) AS r (id text, folded text)
      WHERE t.id = r.id
    `.execute(tx)
  const isLast = rows.length < BATCH
  await tx
    .updateTable('search_texts')
    .set({ done_to: isLast ? null : rows.at(-1)!.id })
    .where('table_name', '=', name)
    .execute()
  return !isLast
}

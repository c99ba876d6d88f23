import pg from 'pg'

export interface Table {
  name: string
  /** without generated columns, because Postgres computes their values */
  columns: string[]
}

/** Returns the tables of the current schema. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname`)
  return rows
}

const quoted = pg.escapeIdentifier

export const copyText = ({ name, columns }: Table, direction: 'TO STDOUT' | 'FROM STDIN'): string =>
  `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) ${direction}`

/** Returns the last value of each sequence that has been used. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `SELECT sequencename::text AS name, last_value AS last FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export async function setSequences(client: pg.ClientBase, sequences: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) await client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, last])
}

/**
 * Drops keys, foreign keys and indexes: creating them again after the import costs far less than updating them for each row. Turns triggers
 * off as well, because the rows that they would write are in the backup.
 * @returns the statements that create them again, in the order in which they were created: Postgres checks the keys of a row, and then its
 *   foreign keys, in this order
 */
export async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ gone: string; back: string }>(`
    SELECT gone, back FROM (
      SELECT contype = 'f' AS is_foreign, CASE contype WHEN 'f' THEN oid ELSE conindid END AS created,
        format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS gone,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS back
      FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype IN ('p', 'u', 'f')
      UNION ALL
      SELECT false, c.oid, format('DROP INDEX %s', c.oid::regclass), pg_get_indexdef(c.oid)
      FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i'
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid AND contype IN ('p', 'u'))
      UNION ALL
      SELECT true, oid, format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
        format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
      FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
    ) steps ORDER BY is_foreign, created`)
  for (const { gone } of [...rows].reverse()) await client.query(gone)
  return rows.map(({ back }) => back)
}

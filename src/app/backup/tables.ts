import pg from 'pg'

export interface Table {
  name: string
  /** those that hold what nothing else tells: none that Postgres works out */
  columns: string[]
}

/** The tables of the schema, each after those that it refers to. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname`)
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    SELECT DISTINCT f.relname::text AS "from", t.relname::text AS "to"
    FROM pg_constraint r JOIN pg_class f ON f.oid = r.conrelid JOIN pg_class t ON t.oid = r.confrelid
    WHERE r.contype = 'f' AND r.connamespace = current_schema()::regnamespace`)
  return referredFirst(tables, references)
}

/** @param references `from` refers to `to` @throws Error where there is no such order */
export function referredFirst<T extends { name: string }>(tables: readonly T[], references: readonly { from: string; to: string }[]): T[] {
  const ordered: T[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const free = waiting.filter(({ name }) => !references.some(({ from, to }) => from === name && to !== name && names.has(to)))
    if (free.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...names].join(', ')}`)
    ordered.push(...free)
    waiting = waiting.filter(table => !free.includes(table))
  }
  return ordered
}

const quoted = pg.escapeIdentifier

export const copyText = ({ name, columns }: Table, direction: 'TO STDOUT' | 'FROM STDIN'): string =>
  `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) ${direction}`

/** The last numbers given out, where any were. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename::text AS name, last_value AS last FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

export async function setSequences(client: pg.ClientBase, sequences: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) await client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, last])
}

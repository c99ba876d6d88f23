import type pg from 'pg'

interface Column {
  table: string
  name: string
  /** as `format_type` writes it */
  type: string
  required: boolean
  hasDefault: boolean
  /** Postgres computes the value: an identity or a generated column. */
  computed: boolean
  /** the definition of the check of this column alone that lists words; null: there is none */
  words: string | null
}

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required, a.atthasdef AS "hasDefault",
    (a.attidentity = 'a' OR a.attgenerated <> '') AS computed,
    (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%= ANY (ARRAY[%' LIMIT 1) AS words
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname COLLATE "C", a.attname COLLATE "C"`

/** What the parsers of `pool.ts` make of each type of column. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  'text[]': 'Texts',
  'integer[]': 'Integers',
  'timestamp with time zone[]': 'Dates',
  jsonb: 'Json',
}

const HEADER = `// Generated from the migrated schema by \`npm run db:types\`; tests/integration/database/database-types.test.ts checks that it is current.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Written as JSON text, read as the value. What it holds is known to the feature that owns the table. */
type Json = ColumnType<unknown, string, string>
type Texts = ColumnType<string[], readonly string[], readonly string[]>
type Integers = ColumnType<number[], readonly number[], readonly number[]>
type Dates = ColumnType<Date[], readonly Date[], readonly Date[]>
/** A column with a default. */
type Generated<T> =
  T extends ColumnType<infer Read, infer Inserted, infer Updated>
    ? ColumnType<Read, Inserted | undefined, Updated>
    : ColumnType<T, T | undefined, T>
`

function toTypeName({ table, name, type, required, hasDefault, computed, words }: Column): string {
  const known = TYPES[type]
  if (known === undefined) throw new Error(`tests/database/describe-schema.ts knows no type for ${table}.${name}, which is ${type}`)
  const listed = [...(words ?? '').matchAll(/'([^']*)'::text/g)].map(([, word]) => `'${word}'`)
  const value = `${listed.length > 0 ? listed.join(' | ') : known}${required ? '' : ' | null'}`
  if (computed) return `GeneratedAlways<${value}>`
  return hasDefault && required ? `Generated<${value}>` : value
}

const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the text of `src/platform/db/schema.ts`: a type for the rows of each table that the database has. */
export async function describeSchema(client: pg.ClientBase | pg.Pool): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS)
  const tables = new Map<string, Column[]>()
  for (const column of rows) tables.set(column.table, [...(tables.get(column.table) ?? []), column])
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `\nexport interface ${pascal(table)}Table {\n${columns.map(column => `  ${column.name}: ${toTypeName(column)}\n`).join('')}}\n`,
  )
  const all = [...tables.keys()].map(table => `  ${table}: ${pascal(table)}Table\n`)
  return `${HEADER}${interfaces.join('')}\n/** Every table, by name. */\nexport interface Tables {\n${all.join('')}}\n`
}

import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import { type Database, type Db, retried } from './database.ts'
import { dbOnClient } from './single-connection.ts'

/** One step of the schema, run once. `name` is `feature/NNN-what` and never changes. */
export interface Migration {
  name: string
  up(tx: Db): Promise<void>
}

const LOCK = 7_402_911
/** insufficient_privilege */
const FORBIDDEN = '42501'

/**
 * Brings the schema up to date, guarded against a second process doing the same. A large table takes its time, and so does the other process.
 * @throws StartError when the database knows a migration that this version does not: it was written by a newer one; and when its user may not do this
 */
export async function migrate({ pool }: Database, migrations: readonly Migration[]): Promise<string[]> {
  const client = await pool.connect()
  try {
    const db = dbOnClient(client)
    return await retried(() => db.transaction().execute(tx => migrateIn(tx, migrations)))
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== FORBIDDEN) throw error
    throw new StartError(`The user of DATABASE_URL may not make tables (${(error as Error).message}): make it the owner of the database.`, {
      cause: error,
    })
  } finally {
    client.release()
  }
}

/** The same as a part of a transaction. */
export async function migrateIn(tx: Db, migrations: readonly Migration[]): Promise<string[]> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
  await sql`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`.execute(tx)
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(tx)
  const known = new Set(migrations.map(each => each.name))
  const newer = rows.find(row => !known.has(row.name))
  if (newer !== undefined)
    throw new StartError(
      `This data was written by a newer version of Skillshot (it has "${newer.name}"). Start that version, or restore a backup.`,
    )
  const done = new Set(rows.map(row => row.name))
  const due = migrations.filter(each => !done.has(each.name))
  for (const migration of due) {
    await migration.up(tx)
    await sql`INSERT INTO migrations (name) VALUES (${migration.name})`.execute(tx)
  }
  return due.map(each => each.name)
}

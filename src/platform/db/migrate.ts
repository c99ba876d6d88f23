import { sql } from 'kysely'
import { StartError } from '#platform/start-error.ts'
import { type Database, type Db, withRetry } from './database.ts'
import { lockUntilCommit } from './lock-until-commit.ts'
import { dbOnClient } from './single-connection.ts'

/** One step of the schema, which runs once. `name` has the form `feature/NNN-what` and never changes. */
export interface Migration {
  name: string
  up(tx: Db): Promise<void>
}

/** SQLSTATE insufficient_privilege */
const FORBIDDEN = '42501'

/**
 * Brings the schema up to date, under a lock that keeps a second process from doing the same. There is no timeout, since changing a large
 * table and waiting for the other process may take long.
 * @throws StartError when the database has a migration that this version does not know, because a newer version wrote it; and when the
 *   database's user lacks a privilege for the changes
 */
export async function migrate({ pool }: Database, migrations: readonly Migration[]): Promise<string[]> {
  const client = await pool.connect()
  try {
    const db = dbOnClient(client)
    return await withRetry(() => db.transaction().execute(tx => migrateIn(tx, migrations)))
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== FORBIDDEN) throw error
    throw new StartError(`The user of DATABASE_URL may not make tables (${(error as Error).message}): make it the owner of the database.`, {
      cause: error,
    })
  } finally {
    client.release()
  }
}

/** As `migrate`, within the caller's transaction. */
export async function migrateIn(tx: Db, migrations: readonly Migration[]): Promise<string[]> {
  await sql<never>`SET LOCAL statement_timeout = 0`.execute(tx)
  await lockUntilCommit(tx, 'migration')
  await sql<never>`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`.execute(tx)
  const rows = await tx.selectFrom('migrations').select('name').execute()
  const knownNames = new Set(migrations.map(each => each.name))
  const unknown = rows.find(row => !knownNames.has(row.name))
  if (unknown !== undefined)
    throw new StartError(
      `This data was written by a newer version of Skillshot (it has "${unknown.name}"). Start that version, or restore a backup.`,
    )
  const applied = new Set(rows.map(row => row.name))
  const pending = migrations.filter(each => !applied.has(each.name))
  for (const migration of pending) {
    await migration.up(tx)
    await tx.insertInto('migrations').values({ name: migration.name }).execute()
  }
  return pending.map(each => each.name)
}

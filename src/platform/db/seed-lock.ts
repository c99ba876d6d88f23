import { sql } from 'kysely'
import type { Database, Db } from './database.ts'

const LOCK = 7_402_913

/**
 * Runs what fills an empty database once. Nodes that start together run it one after another, under an advisory lock, so that each sees
 * what the one before has committed.
 */
export function seedOnce<T>(database: Database, run: (tx: Db) => Promise<T>): Promise<T> {
  return database.patient(async tx => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    return run(tx)
  })
}

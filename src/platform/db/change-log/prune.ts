import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** ms a change stays to be read by others; who is further behind starts anew. */
const KEPT = 3_600_000

/** Drops what everybody has heard of. @param now ms */
export async function pruneChangeLog(database: Database, now: number): Promise<void> {
  await database.patient(tx => sql`DELETE FROM feed WHERE at < ${new Date(now - KEPT)}`.execute(tx))
}

import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Takes an advisory lock that is held until the transaction ends. @param lock a number that nothing else uses */
export async function lockUntilCommit(tx: Db, lock: number): Promise<void> {
  await tx.selectNoFrom(sql<string>`pg_advisory_xact_lock(${sql.lit(lock)})`.as('locked')).execute()
}

import { sql } from 'kysely'
import { ADVISORY_LOCKS, type AdvisoryLock } from './advisory-locks.ts'
import type { Db } from './database.ts'

/** Takes an advisory lock that is held until the transaction ends. */
export async function lockUntilCommit(tx: Db, lock: AdvisoryLock): Promise<void> {
  await tx.selectNoFrom(sql<string>`pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS[lock])})`.as('locked')).execute()
}

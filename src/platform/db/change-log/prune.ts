import type { Database } from '../database.ts'

/** ms that a change is kept for other processes to read; one that is further behind has to be restarted */
const RETENTION_MS = 3_600_000

/** Deletes the changes that are older than that. @param now ms */
export async function pruneChangeLog(database: Database, now: number): Promise<void> {
  await database.longTransaction(tx =>
    tx
      .deleteFrom('feed')
      .where('at', '<', new Date(now - RETENTION_MS))
      .execute(),
  )
}

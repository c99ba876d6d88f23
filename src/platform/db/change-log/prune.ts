import type { Database } from '../database.ts'

/** ms that a change is kept for other processes to read; one that is further behind has to be restarted */
const RETENTION_MS = 3_600_000

/** changes that are deleted at once */
const BATCH = 10_000

/** Deletes the changes that are older than that, in the order of their numbers, which is about that of their times. @param now ms */
export async function pruneChangeLog(database: Database, now: number): Promise<void> {
  const before = new Date(now - RETENTION_MS)
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { numDeletedRows } = await database.longTransaction(tx =>
      tx
        .deleteFrom('feed')
        .where('at', '<', before)
        .where('n', 'in', eb => eb.selectFrom('feed').select('n').orderBy('n').limit(BATCH))
        .executeTakeFirstOrThrow(),
    )
    deleted = Number(numDeletedRows)
  }
}

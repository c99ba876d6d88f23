import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How long a change is kept for other processes to read. A node that is further behind creates its application again (decision 039). */
const RETENTION = sql<string>`interval '1 hour'`

/** changes that are deleted at once */
const BATCH = 10_000

/**
 * Deletes the changes that are older than `RETENTION`, in the order of their numbers, which is about that of their times. Their age is
 * measured by the database's clock: a node whose own clock is fast would delete changes that other nodes have not read.
 */
export async function pruneChangeLog(database: Database): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { numDeletedRows } = await database.longTransaction(tx =>
      tx
        .deleteFrom('feed')
        .where('at', '<', sql<Date>`now() - ${RETENTION}`)
        .where('n', 'in', eb => eb.selectFrom('feed').select('n').orderBy('n').limit(BATCH))
        .executeTakeFirstOrThrow(),
    )
    deleted = Number(numDeletedRows)
  }
}

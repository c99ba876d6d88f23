import { sql } from 'kysely'
import type { Database, Db } from '../database.ts'

/** How long a change is kept for other processes to read. A node that is further behind creates its application again (decision 039). */
const RETENTION = sql<string>`interval '1 hour'`

/** How long at most a change is kept that a reader with a position of its own in the database has still to read. */
const UNREAD_RETENTION = sql<string>`interval '3 days'`

/** changes that are deleted at once */
const BATCH = 10_000

/**
 * Deletes the changes that are older than `RETENTION`, in the order of their numbers, which is about that of their times. Their age is
 * measured by the database's clock: a node whose own clock is fast would delete changes that other nodes have not read.
 * @param firstUnread returns the first change that is still to be read by a reader that keeps its position in the database; null: none is
 */
export async function pruneChangeLog(
  database: Database,
  firstUnread: (db: Db) => Promise<number | null> = async () => null,
): Promise<void> {
  const unread = await firstUnread(database.db)
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { numDeletedRows } = await database.longTransaction(tx =>
      tx
        .deleteFrom('feed')
        .where('at', '<', sql<Date>`now() - ${RETENTION}`)
        .where(sql<boolean>`(n < ${unread ?? Number.MAX_SAFE_INTEGER}::bigint OR at < now() - ${UNREAD_RETENTION})`)
        .where('n', 'in', eb => eb.selectFrom('feed').select('n').orderBy('n').limit(BATCH))
        .executeTakeFirstOrThrow(),
    )
    deleted = Number(numDeletedRows)
  }
}

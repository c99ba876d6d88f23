import { sql } from 'kysely'
import type { ChangeLogRow } from '#platform/db/change-log/write.ts'
import { type Db, readHead } from '#platform/db/database.ts'

/** Up to which number of the change log, and which time, deliveries have been written. */
export interface Cursor {
  n: number
  lookedAt: Date
}

/** Locks the cursor until the transaction ends, so that one node at a time writes deliveries. @returns null: another node has it */
export async function lockCursor(tx: Db): Promise<Cursor | null> {
  const { rows } = await sql<Cursor>`SELECT n, looked_at AS "lookedAt" FROM webhook_cursor FOR NO KEY UPDATE SKIP LOCKED`.execute(tx)
  return rows[0] ?? null
}

export const moveCursor = (tx: Db, cursor: Partial<Cursor>) =>
  tx
    .updateTable('webhook_cursor')
    .set({ ...(cursor.n === undefined ? {} : { n: cursor.n }), ...(cursor.lookedAt === undefined ? {} : { looked_at: cursor.lookedAt }) })
    .execute()

/**
 * Reads the rows of the change log that have these kinds, in their order.
 * @returns up to which number they have been read; `isComplete`: that is the head of the log
 */
export async function readChanges(
  tx: Db,
  from: number,
  kinds: readonly string[],
  limit: number,
): Promise<{ rows: ChangeLogRow[]; upTo: number; isComplete: boolean }> {
  const head = await readHead(tx)
  // The head is lower where the log was begun anew.
  if (head <= from) return { rows: [], upTo: head, isComplete: true }
  const { rows } = await sql<ChangeLogRow>`
    SELECT n, kind, body, changes, extract(epoch FROM at)::text AS at FROM feed WHERE n > ${from} AND n <= ${head} AND kind = ANY (${kinds}::text[])
    ORDER BY n LIMIT ${limit}
  `.execute(tx)
  const isComplete = rows.length < limit
  return { rows, upTo: isComplete ? head : rows.at(-1)!.n, isComplete }
}

/** The number of the first change in the log that no delivery was written for; null: nothing is waited for. */
export async function firstUnread(db: Db): Promise<number | null> {
  const { rows } = await sql<{ n: number | null }>`
    SELECT greatest((SELECT n FROM webhook_cursor), (SELECT min(since_n) FROM webhooks WHERE removed_at IS NULL AND off IS NULL)) + 1 AS n
    WHERE EXISTS (SELECT id FROM webhooks WHERE removed_at IS NULL AND off IS NULL)
  `.execute(db)
  return rows[0]?.n ?? null
}

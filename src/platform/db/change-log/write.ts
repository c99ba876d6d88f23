import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { JsonValue } from '../json.ts'

/** One change in the log, as every node gets it. */
export interface ChangeLogEntry {
  /** number of the change: gapless, in the order of the commits */
  n: number
  kind: string
  body: unknown
  /**
   * When it was written, by `WRITTEN_AT`: tells it from another change with the same number, in a database that has lost this one. Missing
   * in tests.
   */
  at?: string
  /** the row that holds it, if that holds several changes */
  row?: ChangeLogRow<unknown>
}

/** A row of the table `feed`: one change, or several of one kind, of which it has the number of the last. */
export interface ChangeLogRow<Body = JsonValue> {
  n: number
  kind: string
  body: Body
  at: string
  changes: number
}

/** A change that has no number yet. */
export type NewChange = Pick<ChangeLogEntry, 'kind' | 'body'>

/** The column `at` of `feed` in seconds, as a text of microseconds' precision. */
export const WRITTEN_AT = sql<string>`extract(epoch FROM at)::text`

/**
 * Appends changes to the log, as the last step of a transaction: takes the next numbers and locks the log's head until the commit. The
 * transaction may not write anything after it.
 * @returns the entries with their numbers, which the caller gives to the reader once the transaction has committed
 */
export async function appendChanges(tx: Db, changes: readonly NewChange[]): Promise<ChangeLogEntry[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ n: number }>`UPDATE feed_head SET n = n + ${changes.length} RETURNING n`.execute(tx)
  const first = rows[0]!.n - changes.length + 1
  const entries = changes.map(({ kind, body }, i) => ({ n: first + i, kind, body }))
  const { rows: written } = await sql<{ at: string }>`
    INSERT INTO feed (n, kind, body)
    SELECT * FROM unnest(${entries.map(each => each.n)}::bigint[], ${entries.map(each => each.kind)}::text[], ${entries.map(each => JSON.stringify(each.body))}::jsonb[])
    RETURNING ${WRITTEN_AT} AS at
  `.execute(tx)
  // All have the time of the transaction.
  const { at } = written[0]!
  return entries.map(entry => ({ ...entry, at }))
}

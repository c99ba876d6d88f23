import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import { type ChangeLogEntry, WRITTEN_AT } from './write.ts'

/** Changes that this node has applied and that the database no longer has. */
export interface LostHistory {
  /** number of the last change in the database's log */
  head: number
  /** number of the last change that this node had applied */
  applied: number
  /** the lost changes among the last that the node applied */
  changes: readonly ChangeLogEntry[]
}

/** Number of changes that are remembered, so that they can be reported if the database loses them. */
const MAX_REMEMBERED = 1000

/**
 * The last changes that this node applied. A database that takes the place of another one, such as a standby that was promoted before it had
 * everything, may lack some of them, and gives their numbers to other changes.
 */
export class AppliedHistory {
  readonly #entries: ChangeLogEntry[] = []

  add({ row: _, ...entry }: ChangeLogEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length > 2 * MAX_REMEMBERED) this.#entries.splice(0, MAX_REMEMBERED)
  }

  /**
   * Reads the head of the log, and compares the last change that was applied with what the database has under its number.
   * @returns the head; whether the database has the changes that were applied. An old change may have been deleted, which is no difference.
   */
  async check(db: Db, applied: number): Promise<{ head: number; isSame: boolean }> {
    const last = this.#entries.at(-1)
    const { rows } = await sql<{ head: number; at: string | null }>`
      SELECT h.n AS head, f.at FROM feed_head h LEFT JOIN LATERAL (${rowOf(sql<number>`${last?.n ?? applied}::bigint`)}) f ON true`.execute(
      db,
    )
    const { head, at } = rows[0]!
    return { head, isSame: head >= applied && (at === null || last?.at === undefined || last.at === at) }
  }

  /** Finds out which of the remembered changes a database lacks whose log ends at `head`. */
  async findLost(db: Db, head: number): Promise<ChangeLogEntry[]> {
    const entries = this.#entries.filter(({ at }) => at !== undefined)
    // A change that is not in the log any more has been deleted as an old one, unless the log ends before it.
    const { rows } = await sql<{ n: number }>`
      SELECT e.n FROM unnest(${entries.map(({ n }) => n)}::bigint[], ${entries.map(({ at }) => at)}::text[]) AS e(n, at)
      LEFT JOIN LATERAL (${rowOf(sql.ref<number>('e.n'))}) f ON true WHERE e.n > ${head} OR f.at <> e.at`.execute(db)
    const lost = new Set(rows.map(({ n }) => n))
    return entries.filter(({ n }) => lost.has(n))
  }
}

/** SQL: when the row of a change was written. That row may hold several changes, and has the number of the last. */
const rowOf = (n: RawBuilder<number>): RawBuilder<{ at: string }> =>
  sql<{ at: string }>`
    SELECT next.at FROM (SELECT n - changes AS before, ${WRITTEN_AT} AS at FROM feed WHERE n >= ${n} ORDER BY n LIMIT 1) next
    WHERE next.before < ${n}`

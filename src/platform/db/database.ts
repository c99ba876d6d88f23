import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { SET_LONG_TIMEOUT } from './long-running.ts'
import type { Tables } from './schema.ts'
import { type StatementHook, withErrorMapping } from './unavailable.ts'

/** Runs SQL: on the pool, or in one transaction. */
export type Db = Kysely<Tables>

export interface Database {
  /** for reads and single statements, outside of a transaction */
  readonly db: Db
  readonly pool: pg.Pool
  /**
   * Runs in one transaction, which an error rolls back. Retried on a deadlock or serialization failure, so the callback must have no side
   * effects outside the database.
   */
  transaction<T>(run: (tx: Db) => Promise<T>): Promise<T>
  /** As `transaction`, for work that takes long: each statement may take a minute. */
  longTransaction<T>(run: (tx: Db) => Promise<T>): Promise<T>
  /**
   * Runs `read` in one read-only snapshot of the database, which includes every change of the change log up to `position`.
   * @param longTransaction true: each statement may take a minute
   */
  snapshot<T>(read: (tx: Db, position: number) => Promise<T>, longTransaction?: boolean): Promise<T>
  close(): Promise<void>
}

/** SQLSTATE of a transaction that Postgres rolled back because of another one: deadlock_detected, serialization_failure. */
const RETRYABLE_CODES = ['40P01', '40001']
const MAX_ATTEMPTS = 3

/** Runs it again when Postgres rolled it back because of another transaction; three attempts in all. */
export async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.includes(String((error as { code?: unknown } | null)?.code))) throw error
    }
  }
}

/** @param onStatement called for every statement except those that are sent through `pool` directly */
export function openDatabase(pool: pg.Pool, onStatement: StatementHook = () => () => {}): Database {
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withErrorMapping(pool, onStatement) }) })
  return {
    db,
    pool,
    transaction: run => withRetry(() => db.transaction().execute(run)),
    longTransaction: run =>
      withRetry(() =>
        db.transaction().execute(async tx => {
          await SET_LONG_TIMEOUT.execute(tx)
          return run(tx)
        }),
      ),
    snapshot: (read, longTransaction = false) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async tx => {
          if (longTransaction) await SET_LONG_TIMEOUT.execute(tx)
          const { rows } = await sql<{ n: number }>`SELECT n FROM feed_head`.execute(tx)
          return read(tx, rows[0]!.n)
        }),
    close: () => db.destroy(),
  }
}

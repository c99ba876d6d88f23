import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { SET_LONG_TIMEOUT } from './long-running.ts'
import { type StatementWatch, withErrorMapping } from './unavailable.ts'

/** Where SQL is sent: the pool, or one transaction. */
export type Db = Kysely<unknown>

export interface Database {
  /** reads and single statements */
  readonly db: Db
  readonly pool: pg.Pool
  /** Runs in one transaction, which an error rolls back. Retried on a deadlock or serialization failure, so the callback must have no side effects outside the database. */
  transaction<T>(run: (tx: Db) => Promise<T>): Promise<T>
  /** The same for work that takes long by its nature: each statement may take a minute. */
  patient<T>(run: (tx: Db) => Promise<T>): Promise<T>
  /** Reads that all see the same moment, and the feed's number at it: everything up to `position` is in what they see. @param patient as `patient` is */
  snapshot<T>(read: (tx: Db, position: number) => Promise<T>, patient?: boolean): Promise<T>
  close(): Promise<void>
}

/** What Postgres calls a transaction that it gave up for the sake of another: deadlock_detected, serialization_failure. */
const GIVEN_UP = ['40P01', '40001']
const TRIES = 3

/** Does it again when Postgres gave it up for another's sake. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries === TRIES || !GIVEN_UP.includes(String((error as { code?: unknown } | null)?.code))) throw error
    }
  }
}

/** @param watch hears of every statement but the pool's own */
export function openDatabase(pool: pg.Pool, watch: StatementWatch = () => () => {}): Database {
  const db: Db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: withErrorMapping(pool, watch) }) })
  return {
    db,
    pool,
    transaction: run => retried(() => db.transaction().execute(run)),
    patient: run =>
      retried(() =>
        db.transaction().execute(async tx => {
          await SET_LONG_TIMEOUT.execute(tx)
          return run(tx)
        }),
      ),
    snapshot: (read, patient = false) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async tx => {
          if (patient) await SET_LONG_TIMEOUT.execute(tx)
          const { rows } = await sql<{ n: number }>`SELECT n FROM feed_head`.execute(tx)
          return read(tx, rows[0]!.n)
        }),
    close: () => db.destroy(),
  }
}

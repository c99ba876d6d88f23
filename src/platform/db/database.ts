import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { DatabaseTurns } from './database-turns.ts'
import { SET_LONG_TIMEOUT } from './long-running.ts'
import { endPool } from './pool.ts'
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
  /** Runs reads outside of a transaction, which may see only what this node has applied: on the read replica, if there is one. */
  read<T>(run: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs `read` in one read-only snapshot of the database, which includes every change of the change log up to `position`, and every change
   * that this node has applied. The read replica answers, if there is one; what it cannot answer is read again from the primary, so `read`
   * must have no side effects.
   * @param longTransaction true: each statement may take a minute
   */
  readSnapshot<T>(read: (tx: Db, position: number) => Promise<T>, longTransaction?: boolean): Promise<T>
  close(): Promise<void>
}

/** Answers reads in place of the primary. Each call gives null where the primary has to answer. */
export interface ReplicaReader {
  read<T>(run: (db: Db) => Promise<T>): Promise<{ value: T } | null>
  readSnapshot<T>(run: (tx: Db, position: number) => Promise<T>, longTransaction: boolean): Promise<{ value: T } | null>
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

/** The number of the last change in the log. */
export async function readHead(db: Db): Promise<number> {
  return (await db.selectFrom('feed_head').select('n').executeTakeFirstOrThrow()).n
}

/** As `Database.readSnapshot`, on one Postgres. */
export function runSnapshot<T>(db: Db, longTransaction: boolean, run: (tx: Db, position: number) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      if (longTransaction) await SET_LONG_TIMEOUT.execute(tx)
      return run(tx, await readHead(tx))
    })
}

/** Connects for a statement outside of a transaction: its turn begins with the connection and ends with it. */
function inTurn(turns: Pick<DatabaseTurns, 'read'>, pool: PostgresPool): Promise<PostgresPoolClient> {
  return new Promise((resolve, reject) => {
    const holdTurn = async (): Promise<void> => {
      const client = await pool.connect()
      const failures: unknown[] = []
      await new Promise<void>(released => {
        const query = (text: string, values: readonly unknown[]): Promise<unknown> =>
          client.query(text, values).catch(error => {
            failures.push(error)
            throw error
          })
        resolve({
          query: query as PostgresPoolClient['query'],
          release() {
            client.release()
            released()
          },
        })
      })
      // The statement has told its caller; here it tells those who wait for a turn.
      if (failures.length > 0) throw failures[0]
    }
    turns.read(holdTurn).catch(reject)
  })
}

/**
 * @param turns lets requests take turns; left out: they do not
 * @param onStatement called for every statement except those that are sent through `pool` directly
 * @param getReplica returns the read replica; null: there is none
 */
export function openDatabase(
  pool: pg.Pool,
  onStatement: StatementHook = () => () => {},
  getReplica: () => ReplicaReader | null = () => null,
  turns: Pick<DatabaseTurns, 'read' | 'write'> = { read: run => run(), write: run => run() },
): Database {
  const mapped = withErrorMapping(pool, onStatement)
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...mapped, connect: () => inTurn(turns, mapped) } }) })
  return {
    db,
    pool,
    transaction: run => turns.write(() => withRetry(() => db.transaction().execute(run))),
    longTransaction: run =>
      turns.write(() =>
        withRetry(() =>
          db.transaction().execute(async tx => {
            await SET_LONG_TIMEOUT.execute(tx)
            return run(tx)
          }),
        ),
      ),
    read: run =>
      turns.read(async () => {
        const answer = await getReplica()?.read(run)
        return answer ? answer.value : run(db)
      }),
    readSnapshot: (read, longTransaction = false) =>
      turns.read(async () => {
        const answer = await getReplica()?.readSnapshot(read, longTransaction)
        return answer ? answer.value : runSnapshot(db, longTransaction, read)
      }),
    async close() {
      await db.destroy()
      // Kysely ends a pool only once it has taken a connection from it.
      if (!pool.ending) await endPool(pool)
    },
  }
}

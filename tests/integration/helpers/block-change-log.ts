import pg from 'pg'
import type { TestApp } from './test-app.ts'

export interface BlockedChangeLog {
  /** Resolves when this many statements wait for a lock, or when one has waited so long that it is about to fail. */
  waitForBlocked(count: number): Promise<void>
  release(): Promise<void>
}

/** Locks the head of the change log: every transaction that appends to the log waits just before its commit, until `release`. */
export async function blockChangeLog({ connection }: TestApp): Promise<BlockedChangeLog> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT n FROM feed_head FOR UPDATE')
  return {
    async waitForBlocked(count) {
      // A statement fails after 2.5 s. On a busy machine another one may take as long to come, and is then not waited for.
      const waits = `SELECT count(*) >= $1 OR coalesce(bool_or(clock_timestamp() - query_start > interval '1.5 s'), false) AS enough
        FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      while (!(await client.query<{ enough: boolean }>(waits, [count])).rows[0]!.enough);
    },
    async release() {
      await client.query('COMMIT')
      await client.end()
    },
  }
}

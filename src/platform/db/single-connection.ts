import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'
import type { Tables } from './schema.ts'

/** ms: the longest delay of a timer */
const MAX_TIMEOUT = 2_147_483_647

/** Runs SQL on one connection. The driver waits for each statement as long as it takes. */
export function dbOnClient(client: pg.ClientBase): Db {
  const query = (text: string, values: unknown[]): Promise<unknown> => {
    const config = { text, values, query_timeout: MAX_TIMEOUT }
    return client.query(config)
  }
  const only = { query: query as PostgresPoolClient['query'], release: () => {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect: async () => only, end: async () => {} } }) })
}

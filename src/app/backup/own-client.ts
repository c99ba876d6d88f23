import pg from 'pg'
import type { Connection } from '../../platform/db/pool.ts'

/** A connection of one's own for work that takes as long as it takes; what is written out does not depend on the server's settings. */
export async function ownClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // whatever waits for an answer hears of it too
  client.on('error', () => {})
  await client.connect()
  await client.query(`SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET extra_float_digits = 1`)
  return client
}

import pg from 'pg'
import { type DatabaseAddress, types } from '../../platform/db/pool.ts'

const SETTINGS = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** A connection of one's own for work that takes as long as it takes; what is written out does not depend on the server's settings. */
export async function ownClient(connection: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    types,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // whatever waits for an answer hears of it too
  client.on('error', () => {})
  await client.connect()
  for (const [name, value] of Object.entries(SETTINGS)) await client.query(`SET ${name} = '${value}'`)
  return client
}

import pg from 'pg'
import { type DatabaseAddress, types } from '#platform/db/pool.ts'

const SETTINGS = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/**
 * Opens a separate connection for long work, without timeouts. Its session
 * settings are fixed, so that the output does not depend on the server's.
 */
export async function connectDedicatedClient(connection: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    types,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // The pending query rejects with the same error.
  client.on('error', () => {})
  await client.connect()
  for (const [name, value] of Object.entries(SETTINGS)) await client.query(`SET ${name} = '${value}'`)
  return client
}

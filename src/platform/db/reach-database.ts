import pg from 'pg'
import { StartError } from '../start-error.ts'
import { explainConnect, isAboutTls, isForbidden } from './connect-error.ts'
import type { DatabaseAddress } from './pool.ts'
import { planSsl } from './ssl-mode.ts'

/** ms that connecting, and then the first query, may take */
const TIMEOUT_MS = 5000
const OLDEST_VERSION = 150_000

/**
 * Finds out how the operator's Postgres accepts connections: encrypted or not (`sslmode` may leave that open), or not at all. The result is
 * used for every connection of this process.
 * @throws StartError with what to do
 */
export async function reachDatabase(databaseUrl: string): Promise<DatabaseAddress> {
  const { url, attempts } = planSsl(databaseUrl)
  let failure: unknown
  for (const ssl of attempts) {
    const connection: DatabaseAddress = { connectionString: url, ssl }
    try {
      await probe(connection)
      return connection
    } catch (error) {
      failure = error
      // Any other failure, such as a wrong password, would be the same with and without encryption.
      if (!isAboutTls(error) && !isForbidden(error)) break
    }
  }
  throw explainConnect(failure, databaseUrl)
}

/** As `reachDatabase`, for the standby of DATABASE_REPLICA_URL. */
export async function reachReplica(url: string): Promise<DatabaseAddress> {
  try {
    return await reachDatabase(url)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(error.message.replaceAll('DATABASE_URL', 'DATABASE_REPLICA_URL'), { cause: error.cause })
  }
}

async function probe(connection: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; number: number }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
    )
    if (rows[0]!.number < OLDEST_VERSION)
      throw new StartError(
        `The Postgres of DATABASE_URL is version ${rows[0]!.version}, and Skillshot needs 15 or newer: name another one.`,
      )
  } finally {
    await client.end().catch(() => {})
  }
}

import pg from 'pg'
import { StartError } from '#platform/start-error.ts'
import { explainConnect, isAboutTls, isForbidden, poolerError } from './connect-error.ts'
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
      await expectOwnSessions(connection, databaseUrl)
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

/** Runs with a connection of its own, which is closed then. */
async function withClient<T>(connection: DatabaseAddress, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    return await run(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function probe(connection: DatabaseAddress): Promise<void> {
  return withClient(connection, async client => {
    const { rows } = await client.query<{ version: string; number: number }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
    )
    if (rows[0]!.number < OLDEST_VERSION)
      throw new StartError(
        `The Postgres of DATABASE_URL is version ${rows[0]!.version}, and Skillshot needs 15 or newer: name another one.`,
      )
  })
}

/** How often it is looked whether connections have sessions of their own. */
const SESSION_CHECKS = 5

const readBackend = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid

/**
 * Makes sure that a connection keeps its session of Postgres. Locks of a session, its settings and its prepared statements are used by the
 * whole program, and a pooler that gives each transaction another session would mix those of all connections.
 * @throws StartError that says what to use
 */
function expectOwnSessions(connection: DatabaseAddress, databaseUrl: string): Promise<void> {
  return withClient(connection, async first => {
    const backend = await readBackend(first)
    // Postgres tells a client the process that serves it when it connects. A pooler makes up a number of its own.
    if ((first as pg.Client & { processID: number | null }).processID === backend) return
    const isShared = await withClient(connection, async second => {
      for (let check = 0; check < SESSION_CHECKS; check++) {
        if ((await readBackend(first)) !== backend) return true
        await second.query('BEGIN')
        const isSame = (await readBackend(second)) === backend
        const hasMoved = (await readBackend(first)) !== backend
        await second.query('ROLLBACK')
        if (isSame || hasMoved) return true
      }
      return false
    }).catch((error: unknown) => {
      // PgBouncer's statement mode takes no transactions.
      if (error instanceof Error && /statement pooling/.test(error.message)) return true
      throw error
    })
    if (isShared) throw poolerError(databaseUrl)
  })
}

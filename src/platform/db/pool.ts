import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { LONG_QUERY_TIMEOUT, LONG_TIMEOUT_MS } from './long-running.ts'
import type { Ssl } from './ssl-mode.ts'

const INT8 = 20
const NUMERIC = 1700

/**
 * How Postgres is reached. `connectionString`: an address without the parameters for TLS, which are in `ssl`; where `ssl` is false or
 * missing, the connection is not encrypted.
 */
export type DatabaseAddress = { connectionString: string; ssl?: Ssl } | { host: string; port: number; user: string; database: string }

/** How long `endPool` waits for a server that does not close its connections, in ms. */
const MAX_CLOSE_WAIT_MS = 2000

/** The connections of each pool that are open. */
const openConnections = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/** Parses int8 and numeric as numbers: every value we store is at most 2^53 − 1. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if ((oid === INT8 || oid === NUMERIC) && format !== 'binary') return (text: string) => Number(text)
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  }) as typeof pg.types.getTypeParser,
}

/**
 * Settings of a session, as parameters of this statement. They are not sent when the connection is opened, as the driver would send them,
 * because poolers such as PgBouncer refuse a connection whose start names a setting that they do not know.
 */
const SET_SESSION = `
  SELECT set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false),
    set_config('pg_trgm.word_similarity_threshold', $3, false)`

/** How similar a search text must be to a machine's name for `<%` to match: one or two wrong letters in a word of eight are allowed. */
const WORD_SIMILARITY = '0.45'

/**
 * Creates a pool. With pg's own defaults a statement waits for ever for a peer that does not answer; with these it fails within three
 * seconds, and the next call works again. Work that takes longer uses `Database.longTransaction`.
 * @param longRunning true: every statement may take a minute, for a program that does only such work
 */
export function createPool(
  connection: DatabaseAddress,
  onError: (error: Error) => void,
  { size = 10, longRunning = false }: { size?: number; longRunning?: boolean } = {},
): pg.Pool {
  // A transaction may be idle for less time than a statement may wait for its locks: a node that stalls in a transaction must not make the
  // statements of others fail.
  const [statementTimeout, idleTimeout] = longRunning ? [LONG_TIMEOUT_MS, LONG_TIMEOUT_MS] : [2500, 2000]
  const pool = new pg.Pool({
    ...connection,
    types,
    max: size,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 300_000,
    ...(longRunning ? LONG_QUERY_TIMEOUT : { query_timeout: 3000 }),
    keepAlive: true,
    async onConnect(client) {
      await client.query(SET_SESSION, [String(statementTimeout), String(idleTimeout), WORD_SIMILARITY])
    },
  })
  const open = new Set<pg.PoolClient>()
  openConnections.set(pool, open)
  pool.on('error', onError)
  pool.on('connect', client => {
    open.add(client)
    client.on('error', onError)
    client.once('end', () => open.delete(client))
  })
  return pool
}

/**
 * Ends the pool and waits until its connections are closed. `pool.end()` alone resolves when they were told to close: a Postgres that is
 * stopped at that moment ends them itself, which looks as if a connection had been lost.
 */
export async function endPool(pool: pg.Pool): Promise<void> {
  await pool.end()
  const closed = [...(openConnections.get(pool) ?? [])].map(client => new Promise<void>(resolve => client.once('end', resolve)))
  const timeout = new AbortController()
  await Promise.race([Promise.all(closed), setTimeout(MAX_CLOSE_WAIT_MS, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
}

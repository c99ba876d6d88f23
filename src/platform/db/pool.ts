import pg from 'pg'
import { LONG_QUERY_TIMEOUT, LONG_TIMEOUT_MS } from './long-running.ts'
import type { Ssl } from './ssl-mode.ts'

const INT8 = 20
const NUMERIC = 1700

/** How Postgres is reached. `connectionString`: an address without parameters for TLS, which are `ssl`; false or left out: not encrypted */
export type DatabaseAddress = { connectionString: string; ssl?: Ssl } | { host: string; port: number; user: string; database: string }

/** int8 as a number: every value we store is at most 2^53 − 1. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if ((oid === INT8 || oid === NUMERIC) && format !== 'binary') return (text: string) => Number(text)
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  }) as typeof pg.types.getTypeParser,
}

const PATIENT_POOL = { ...LONG_QUERY_TIMEOUT, statement_timeout: LONG_TIMEOUT_MS, idle_in_transaction_session_timeout: LONG_TIMEOUT_MS }

/** pg's own defaults hang for ever on a silent peer: these fail in three seconds and recover with the next call. What takes longer: `Database.patient`. @param patient for a program that does nothing else */
export function createPool(
  connection: DatabaseAddress,
  onError: (error: Error) => void,
  { size = 10, patient = false }: { size?: number; patient?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: size,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 300_000,
    // A pause in a transaction is shorter than others may wait for what it holds: a node that stands still in one must not make them fail.
    ...(patient ? PATIENT_POOL : { query_timeout: 3000, statement_timeout: 2500, idle_in_transaction_session_timeout: 2000 }),
    keepAlive: true,
    // How like a machine's words what was typed must be for `<%`: a letter or two wrong in a word of eight.
    options: '-c pg_trgm.word_similarity_threshold=0.45',
  })
  pool.on('error', onError)
  pool.on('connect', client => client.on('error', onError))
  return pool
}

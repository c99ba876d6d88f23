import pg from 'pg'
import { errorCodeOf } from './error.ts'
import { PORT, USER } from './settings.ts'

/** The app's database in the cluster. */
export const DATABASE = 'skillshot'

const CONNECT_MS = 5_000

/** The application_name of our sessions in pg_stat_activity, which tells who holds a lock. */
export type Role = 'skillshot server' | 'skillshot tool'

/** Session-level advisory locks of the database `postgres`: they last at most as long as the process that took them (launcher rule 5). */
export const LOCKS = {
  /** held by the one server of the folder, and for a moment by a tool that is about to stop Postgres */
  server: 1,
  /** shared by the tools that are running, and held alone by the last of them when it is about to stop Postgres */
  tools: 2,
}
const LOCK_CLASS = 0x736b696c

/** A connection that can hold these locks. */
export interface LockSession {
  client: pg.Client
  /** resolves when the connection has ended, on whichever side */
  ended: Promise<unknown>
}

/**
 * Connects to a postmaster.
 * @returns undefined while no connection is accepted there: Postgres is starting, stopping or gone, or has no connection left
 */
export async function openSession(run: string, role: Role): Promise<LockSession | undefined> {
  const client = newClient(run, role)
  const ended = new Promise(resolve => client.once('end', resolve))
  try {
    await client.connect()
    return { client, ended }
  } catch (error) {
    if (!isTransientError(error)) throw error
    return undefined
  }
}

/** True if an error only means that a postmaster is starting, stopping, recovering, gone or has no connection left. */
export function isTransientError(error: unknown): boolean {
  const transientCodes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']
  if (transientCodes.includes(errorCodeOf(error))) return true
  return error instanceof Error && /Connection terminated|timeout expired|not queryable|Client was closed/.test(error.message)
}

/**
 * Probes a socket. 'yes': Postgres accepts connections; 'busy': Postgres is starting, stopping or has no connection left; 'no': no process
 * listens.
 */
export async function probeSocket(run: string): Promise<'yes' | 'busy' | 'no'> {
  const client = newClient(run, 'skillshot tool')
  try {
    await client.connect()
    await client.end()
    return 'yes'
  } catch (error) {
    return ['ENOENT', 'ECONNREFUSED'].includes(errorCodeOf(error)) ? 'no' : 'busy'
  }
}

function newClient(run: string, role: Role): pg.Client {
  const client = new pg.Client({
    host: run,
    port: PORT,
    user: USER,
    database: 'postgres',
    application_name: role,
    ssl: false,
    connectionTimeoutMillis: CONNECT_MS,
  })
  // A lost connection is noticed by `ended`; this listener only keeps the error from being thrown.
  client.on('error', () => {})
  return client
}

export async function tryLock(client: pg.Client, lock: number, mode: 'alone' | 'shared'): Promise<boolean> {
  const call = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ got: boolean }>(`SELECT ${call}($1, $2) AS got`, [LOCK_CLASS, lock])
  return rows[0]?.got === true
}

export async function unlock(client: pg.Client, lock: number, mode: 'alone' | 'shared'): Promise<void> {
  const call = mode === 'alone' ? 'pg_advisory_unlock' : 'pg_advisory_unlock_shared'
  await client.query(`SELECT ${call}($1, $2)`, [LOCK_CLASS, lock])
}

/** Returns the roles of the sessions that hold a lock at this moment. */
export async function listLockHolders(client: pg.Client, lock: number): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT a.application_name AS role FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2`,
    [LOCK_CLASS, lock],
  )
  return rows.map(row => row.role)
}

/** Creates the app's database if it is missing. Two processes may do so at the same time: both succeed. */
export async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
  if (rowCount) return
  await client.query(`CREATE DATABASE ${DATABASE}`).catch(error => {
    if (!['42P04', '23505'].includes(errorCodeOf(error))) throw error
  })
}

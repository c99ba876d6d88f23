import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DdpError } from '../../ddp/wire/error.ts'
import { isSetLongTimeout, LONG_QUERY_TIMEOUT } from './long-running.ts'
import { statementName } from './prepared-statement.ts'

/** What a caller gets while the database is unreachable. Clients try again later after this code. */
const TRY_AGAIN = new DdpError(500, 'The site cannot reach its database just now. Please try again in a moment.')

/** What a caller gets while the disk is full, which lasts longer. */
const NO_ROOM = new DdpError(500, 'The site has no room left for anything new. Please try again later.')
/** SQLSTATE disk_full */
export const DISK_FULL = '53100'

/**
 * Codes that mean: Postgres is stopping or starting, has no connection left, closed the connection or took too long; or no server answers
 * at the address.
 */
const CODES =
  '57P01 57P02 57P03 57014 53300 25P03 ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(
    ' ',
  )
/** Messages of the driver's own errors for the same, which have no code. */
const NO_ANSWER = 'Query read timeout'
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/

const saysAway = (error: unknown): boolean => error === TRY_AGAIN || error === NO_ROOM

/**
 * True if the error, or the error that clients get for it, means that the database is unreachable or out of disk, so that trying again at
 * once is pointless.
 */
export const isUnavailable = (error: unknown): boolean =>
  saysAway(error) || (error instanceof Error && 'sanitizedError' in error && saysAway(error.sanitizedError))

function explain(error: unknown): never {
  if (!(error instanceof Error)) throw error
  const code = String((error as { code?: unknown }).code)
  if (code === DISK_FULL) Object.assign(error, { sanitizedError: NO_ROOM })
  else if (CODES.includes(code) || WORDS.test(error.message)) Object.assign(error, { sanitizedError: TRY_AGAIN })
  throw error
}

/**
 * Called when a statement begins, with its text without values. The returned function is called when it ends; `error`: null when there was
 * none
 */
export type StatementWatch = (text: string) => (error: unknown) => void

/**
 * Wraps a pool for Kysely. Errors that mean that the database is unavailable get the error for clients as `sanitizedError` (rule M9). A
 * connection on which a statement got no answer is not used again.
 */
export const withErrorMapping = (pool: pg.Pool, watch: StatementWatch): PostgresPool => ({
  async connect() {
    const client = await pool.connect().catch(error => {
      watch('connect')(error)
      return explain(error)
    })
    let patient = false
    let silent: Error | null = null
    const query = async (text: string, values: unknown[]): Promise<unknown> => {
      if (silent !== null) throw silent
      if (isSetLongTimeout(text)) patient = true
      const ended = watch(text)
      try {
        const result = await client.query({ name: statementName(text), text, values, ...(patient && LONG_QUERY_TIMEOUT) })
        ended(null)
        return result
      } catch (error) {
        ended(error)
        if (error instanceof Error && error.message === NO_ANSWER) silent = error
        return explain(error)
      }
    }
    const release = (): void => {
      if (silent !== null) hangUp(client)
      client.release(silent ?? undefined)
    }
    return { query: query as PostgresPoolClient['query'], release }
  },
  end: () => pool.end(),
})

/** Closes the socket at once instead of ending the connection in order. */
const hangUp = (client: pg.PoolClient): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { DdpError } from '#ddp/wire/error.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { isSetLongTimeout, LONG_QUERY_TIMEOUT } from './long-running.ts'
import { endPool } from './pool.ts'
import { statementName } from './prepared-statement.ts'

/** What a caller gets while the database is unreachable. Clients try again later after this code. */
const UNREACHABLE_ERROR = defineError(
  500,
  'database-unreachable',
  'The site cannot reach its database just now. Please try again in a moment.',
)()

/** What a caller gets while the disk is full, which lasts longer. */
const DISK_FULL_ERROR = defineError(500, 'read-only', 'The site has no room left for anything new. Please try again later.')()
/** What a caller gets while the database answers but takes no writes. */
const READ_ONLY_ERROR = defineError(500, 'read-only', 'The site can be read but takes nothing new just now. Please try again later.')()
/** SQLSTATE read_only_sql_transaction: the database is a standby, or its administrator allows no writes */
const READ_ONLY = '25006'
/** SQLSTATE disk_full */
export const DISK_FULL = '53100'

/**
 * Codes that mean: Postgres is stopping or starting, has no connection left, closed the connection, or took too long; or no server answers
 * at the address.
 */
const UNAVAILABLE_CODES =
  '57P01 57P02 57P03 57014 53300 25P03 ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(
    ' ',
  )
/** Messages of the driver's own errors for the same, which have no code. */
const READ_TIMEOUT_MESSAGE = 'Query read timeout'
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/

const isUnavailableError = (error: unknown): boolean => [UNREACHABLE_ERROR, DISK_FULL_ERROR, READ_ONLY_ERROR].includes(error as DdpError)

/**
 * True if the error, or the error that clients get for it, means that the database is unreachable, out of disk or read-only, so that trying again at
 * once is pointless.
 */
export const isUnavailable = (error: unknown): boolean =>
  isUnavailableError(error) || (error instanceof Error && 'sanitizedError' in error && isUnavailableError(error.sanitizedError))

/** SQLSTATEs of a single statement, or a single transaction, that took too long */
const TOO_SLOW_CODES = ['57014', '25P03']

/** True if the error means that the database does not answer at all, so that other statements would fail too. */
export const isUnreachable = (error: unknown): boolean =>
  isUnavailable(error) &&
  (error as { sanitizedError?: unknown }).sanitizedError === UNREACHABLE_ERROR &&
  !TOO_SLOW_CODES.includes(String((error as { code?: unknown }).code))

function throwMapped(error: unknown): never {
  if (!(error instanceof Error)) throw error
  const code = String((error as { code?: unknown }).code)
  if (code === DISK_FULL) Object.assign(error, { sanitizedError: DISK_FULL_ERROR })
  else if (code === READ_ONLY) Object.assign(error, { sanitizedError: READ_ONLY_ERROR })
  else if (UNAVAILABLE_CODES.includes(code) || UNAVAILABLE_MESSAGE.test(error.message))
    Object.assign(error, { sanitizedError: UNREACHABLE_ERROR })
  throw error
}

/**
 * Called when a statement begins, with its text without values. The returned function is called when it ends; `error`: null when there was
 * none
 */
export type StatementHook = (text: string) => (error: unknown) => void

/**
 * Wraps a pool for Kysely. Errors that mean that the database is unavailable get the error for clients as `sanitizedError` (rule M9). A
 * connection on which a statement got no answer is not used again.
 */
export const withErrorMapping = (pool: pg.Pool, onStatement: StatementHook): PostgresPool => ({
  async connect() {
    const client = await pool.connect().catch(error => {
      onStatement('connect')(error)
      return throwMapped(error)
    })
    let isLongRunning = false
    let unanswered: Error | null = null
    const query = async (text: string, values: unknown[]): Promise<unknown> => {
      if (unanswered !== null) throw unanswered
      if (isSetLongTimeout(text)) isLongRunning = true
      const onEnd = onStatement(text)
      try {
        const result = await client.query({ name: statementName(text), text, values, ...(isLongRunning && LONG_QUERY_TIMEOUT) })
        onEnd(null)
        return result
      } catch (error) {
        onEnd(error)
        if (error instanceof Error && error.message === READ_TIMEOUT_MESSAGE) unanswered = error
        return throwMapped(error)
      }
    }
    const release = (): void => {
      if (unanswered !== null) destroySocket(client)
      client.release(unanswered ?? undefined)
    }
    return { query: query as PostgresPoolClient['query'], release }
  },
  end: () => endPool(pool),
})

/** Closes the socket at once instead of ending the connection in order. */
const destroySocket = (client: pg.PoolClient): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

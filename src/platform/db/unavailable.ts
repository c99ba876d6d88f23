import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DdpError } from '../../ddp/wire/error.ts'
import { isSetLongTimeout, LONG_QUERY_TIMEOUT } from './long-running.ts'
import { statementName } from './prepared-statement.ts'

/** What is told to whoever asked meanwhile, by a code that clients wait out. */
const TRY_AGAIN = new DdpError(500, 'The site cannot reach its database just now. Please try again in a moment.')

/** The same where the disk is full, which takes longer. */
const NO_ROOM = new DdpError(500, 'The site has no room left for anything new. Please try again later.')
/** disk_full */
export const DISK_FULL = '53100'

/** Postgres is stopping, starting or full, let go of the connection, or took too long; or nobody is there. */
const CODES =
  '57P01 57P02 57P03 57014 53300 25P03 ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(
    ' ',
  )
/** The driver's own words for it, which have no code. */
const NO_ANSWER = 'Query read timeout'
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/

const saysAway = (error: unknown): boolean => error === TRY_AGAIN || error === NO_ROOM

/** True if the error, or the error that clients get for it, means that the database is unreachable or out of disk, so that trying again at once is pointless. */
export const isUnavailable = (error: unknown): boolean =>
  saysAway(error) || (error instanceof Error && 'sanitizedError' in error && saysAway(error.sanitizedError))

function explain(error: unknown): never {
  if (!(error instanceof Error)) throw error
  const code = String((error as { code?: unknown }).code)
  if (code === DISK_FULL) Object.assign(error, { sanitizedError: NO_ROOM })
  else if (CODES.includes(code) || WORDS.test(error.message)) Object.assign(error, { sanitizedError: TRY_AGAIN })
  throw error
}

/** Hears of a statement that begins (its text, without values); what it returns hears of its end. `error`: null when there was none */
export type StatementWatch = (text: string) => (error: unknown) => void

/** A pool whose errors say, where it is so, that the database is away (`sanitizedError`: M9). A connection that did not answer is used no more. */
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

/** Does not wait for a goodbye. */
const hangUp = (client: pg.PoolClient): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

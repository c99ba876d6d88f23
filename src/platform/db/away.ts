import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DdpError } from '../../ddp/wire/error.ts'

/** What is told to whoever asked meanwhile, by a code that clients wait out. */
const TRY_AGAIN = new DdpError(500, 'The site cannot reach its database just now. Please try again in a moment.')

/** Postgres is stopping, starting or full, or let go of the connection; or nobody is there. */
const CODES =
  '57P01 57P02 57P03 53300 25P03 ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' ')
/** The driver's own words for it, which have no code. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/

function explain(error: unknown): never {
  if (error instanceof Error && (CODES.includes(String((error as { code?: unknown }).code)) || WORDS.test(error.message)))
    Object.assign(error, { sanitizedError: TRY_AGAIN })
  throw error
}

/** Hears of a statement that begins (its text, without values); what it returns hears of its end. `error`: null when there was none */
export type StatementWatch = (text: string) => (error: unknown) => void

/** A pool whose errors say, where it is so, that the database is away (`sanitizedError`: M9). */
export const explaining = (pool: pg.Pool, watch: StatementWatch): PostgresPool => ({
  async connect() {
    const client = await pool.connect().catch(error => {
      watch('connect')(error)
      return explain(error)
    })
    const query = (text: string, values: unknown[]): Promise<unknown> => {
      const ended = watch(text)
      return client.query(text, values).then(
        result => {
          ended(null)
          return result
        },
        error => {
          ended(error)
          return explain(error)
        },
      )
    }
    return { query: query as PostgresPoolClient['query'], release: () => client.release() }
  },
  end: () => pool.end(),
})

import { sql } from 'kysely'

/** ms that a statement of long work, or the pause between two of its statements, may take */
export const LONG_TIMEOUT_MS = 60_000

/** Run first in a long transaction: raises statement_timeout and idle_in_transaction_session_timeout to a minute. */
export const SET_LONG_TIMEOUT = sql<{ set_config: string }>`/* long */
  SELECT set_config(name, ${String(LONG_TIMEOUT_MS)}, true) FROM unnest('{statement_timeout,idle_in_transaction_session_timeout}'::text[]) AS name
`

export const isSetLongTimeout = (text: string): boolean => text.startsWith('/* long */')

/** The driver's timeout for such a statement: a little longer than Postgres lets it run. */
export const LONG_QUERY_TIMEOUT = { query_timeout: LONG_TIMEOUT_MS + 1000 }

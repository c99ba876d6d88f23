import { sql } from 'kysely'

/** ms that a statement may take, or a pause between two, where work takes long by its nature */
export const LONG = 60_000

/** The first statement of a transaction of such work, which may also work something out between its statements. */
export const PATIENCE = sql`/* patience */
  SELECT set_config(name, ${String(LONG)}, true) FROM unnest('{statement_timeout,idle_in_transaction_session_timeout}'::text[]) AS name
`

export const isPatience = (text: string): boolean => text.startsWith('/* patience */')

/** How the driver waits in it: a little longer than Postgres lets it run. */
export const PATIENT = { query_timeout: LONG + 1000 }

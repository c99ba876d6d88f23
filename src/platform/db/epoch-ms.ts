import { type RawBuilder, sql } from 'kysely'

/** SQL for a timestamp column as ms since 1970. */
export const epochMs = (column: string): RawBuilder<number> => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`

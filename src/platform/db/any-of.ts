import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: any of these texts, to be compared with `=`. Unlike with `in`, the list may be empty, and the statement's text is the same for lists
 * of any length.
 */
export const anyOf = <T extends string>(values: readonly T[]): RawBuilder<T> => sql<T>`ANY (${values}::text[])`

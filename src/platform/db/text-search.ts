import { type RawBuilder, sql } from 'kysely'
import { foldWords, searchPattern } from '#platform/text/fold.ts'
import type { Migration } from './migrate.ts'
import { PREPARED } from './prepared-statement.ts'

/** The SQL function `search_words` made the search texts of users, groups and events until the application did; their migrations name it. */
export const textSearchMigrations: readonly Migration[] = [
  {
    name: 'platform/002-words',
    async up(tx) {
      await sql<never>`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(tx)
      await sql<never>`
        CREATE FUNCTION search_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN ' ' || btrim(regexp_replace(
          lower(regexp_replace(normalize(words, NFKD), ${sql.lit(`[\u0300-\u036f'’]`)}, '', 'g') COLLATE "und-x-icu"),
          '[^[:alnum:]]+', ' ', 'g'))`.execute(tx)
    },
  },
  {
    // Which version of the fold the search texts of a table have (search-texts.ts). done_to: the id up to which they have it; NULL: all have.
    name: 'platform/003-search-texts',
    async up(tx) {
      await sql<never>`CREATE TABLE search_texts (table_name text PRIMARY KEY, version text NOT NULL, done_to text)`.execute(tx)
    },
  },
]

/** Words have letters, digits and marks only, none of which LIKE gives a meaning. */
const contains = (column: RawBuilder<string>, part: string): RawBuilder<boolean> => sql<boolean>`${column} LIKE ${`%${part}%`}`

/**
 * SQL that is true if each word of the text is the beginning of a word of the column, in any order. The column has a `searchText`. False
 * for a text without letters and digits.
 */
export function matchesWords(column: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const pattern = searchPattern(text)
  if (pattern === null) return sql<boolean>`false`
  const { joined, words } = pattern
  if (words.length === 1) return contains(column, joined)
  const each = words.map(parts => {
    const conditions = parts.map(part => contains(column, part))
    return sql<boolean>`(${sql.join<boolean>(conditions, sql<never>` OR `)})`
  })
  return sql<boolean>`(${contains(column, joined)} OR (${sql.join<boolean>(each, sql<never>` AND `)}))`
}

/** Texts of so many words are what most people type. */
const PREPARED_WORDS = 2

/** Put at the start of a statement with `matchesWords`. Its text depends on the number of words, so only short ones are planned once. */
export const preparedSearch = (text: string): RawBuilder<never> => (foldWords(text).length <= PREPARED_WORDS ? PREPARED : sql<never>``)

/** SQL that is true if the text is a part of one of the column's names (`isContained`). */
export const containsText = (column: RawBuilder<string>, text: string): RawBuilder<boolean> => contains(column, foldWords(text).join(''))

/** SQL, to sort by in descending order: 2 if the text is one of the column's names, 1 if the first of them begins with it, else 0. */
export function likeness(column: RawBuilder<string>, text: string): RawBuilder<number> {
  const joined = foldWords(text).join('')
  // A number alone would be the number of a column to sort by.
  if (joined === '') return sql<number>`(SELECT 0)`
  return sql<number>`CASE WHEN ${contains(column, ` ${joined}/`)} THEN 2 WHEN ${column} LIKE ${` ${joined}%`} THEN 1 ELSE 0 END`
}

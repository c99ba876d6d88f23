import { type RawBuilder, sql } from 'kysely'
import type { Migration } from './migrate.ts'

/**
 * Creates the SQL function `search_words(text)`. It returns the words of a text as search compares them: without case, accents and
 * apostrophes, letters and digits only, each with one space before it. A table keeps them in a generated column with a trigram index.
 */
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
]

const splitWords = (text: string): string[] => text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))

/**
 * SQL that is true if each word of the text is the beginning of a word of the column, in any order. False for a text without letters and
 * digits.
 */
export function matchesPrefixes(column: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const words = splitWords(text)
  if (words.length === 0) return sql<boolean>`false`
  return sql.join<boolean>(
    words.map(word => sql<boolean>`${column} LIKE replace(search_words(${word}), ' ', '% ') || '%'`),
    sql<never>` AND `,
  )
}

/** SQL that is true if the column begins with the words of the text, the last of which may be incomplete. */
export const startsWithText = (column: RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} LIKE search_words(${text}) || '%'`

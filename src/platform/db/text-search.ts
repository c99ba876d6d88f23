import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Migration } from './migrate.ts'

/**
 * Creates the SQL function `search_words(text)`. It returns the words of a text as search compares them: without case, accents and
 * apostrophes, letters and digits only, each with one space before it. A table keeps them in a generated column with a trigram index.
 */
export const wordsMigrations: readonly Migration[] = [
  {
    name: 'platform/002-words',
    async up(tx) {
      await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(tx)
      await sql`
        CREATE FUNCTION search_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN ' ' || btrim(regexp_replace(
          lower(regexp_replace(normalize(words, NFKD), ${sql.lit(`[\u0300-\u036f'’]`)}, '', 'g') COLLATE "und-x-icu"),
          '[^[:alnum:]]+', ' ', 'g'))`.execute(tx)
    },
  },
]

const typedWords = (text: string): string[] => text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))

/**
 * SQL that is true if each word of the text is the beginning of a word of the column, in any order. False for a text without letters and
 * digits.
 */
export function matchesPrefixes(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const words = typedWords(text)
  if (words.length === 0) return sql`false`
  return sql.join(
    words.map(word => sql`${column} LIKE replace(search_words(${word}), ' ', '% ') || '%'`),
    sql` AND `,
  ) as RawBuilder<SqlBool>
}

/** SQL that is true if the column begins with the words of the text, the last of which may be incomplete. */
export const startsWithText = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`${column} LIKE search_words(${text}) || '%'`

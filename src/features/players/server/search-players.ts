import { sql } from 'kysely'
import { usernameKey } from '#accounts/rules.ts'
import type { Db } from '#platform/db/database.ts'
import { PREPARED } from '#platform/db/prepared-statement.ts'
import { likeness, matchesWords, preparedSearch } from '#platform/db/text-search.ts'
import { searchPattern } from '#platform/text/fold.ts'
import type { PictureSize } from '#uploads/contract.ts'
import type { FoundPlayer } from '../contract/players.ts'

/**
 * How many words that begin with a text are read at first. If they belong to enough players, no more are read and only these players are
 * sorted, so that a search for a single letter costs the same on a site of any size.
 */
const FIRST_READ = 100
/** Words are indexed up to this length. */
const INDEXED_LENGTH = 100
/** The last code point. No word contains it, so that all words that begin with a text come before the text followed by it. */
const AFTER_ALL = '\u{10ffff}'
/** Of a text of many words, the longest are looked up, since one rare word is enough to find its players. */
const MOST_LOOKED_UP = 3

/** Words of players that begin so. */
interface Beginning {
  text: string
  /** true: only user names */
  isUsername?: boolean
}

/**
 * Sorted: first the player with exactly this user name, then those of this name, then those whose user names begin with it, each by display
 * name. Where many names begin with the text, those are chosen that come first in the order of their letters.
 */
export async function searchPlayers(db: Db, text: string, limit: number): Promise<FoundPlayer[]> {
  const pattern = searchPattern(text)
  if (pattern === null) return []
  const joined = pattern.joined.slice(1)
  const named: Beginning[] = [{ text: `${joined}/` }, { text: joined, isUsername: true }]
  const words = pattern.words.length === 1 ? [] : longest(pattern.words)
  const beginnings: Beginning[] = [...named, { text: joined }, ...words.flat().map(each => ({ text: each }))]
  for (let most = FIRST_READ; ; most *= 4) {
    const lists = await readUserIds(db, beginnings, most)
    const better = lists.slice(0, named.length)
    // Who has one of these names comes before all others.
    const isEnough = most === FIRST_READ && new Set(better.flat()).size >= limit
    const read = isEnough ? better : [...better, lists[named.length]!, ...rarest(words, lists.slice(named.length + 1))]
    const found = await readPlayers(db, text, [...new Set(read.flat())], limit)
    if (found.length === limit || (!isEnough && read.every(({ length }) => length < most))) return found
  }
}

/** The longest of some words, each of which begins with one of its beginnings. */
const longest = (words: readonly string[][]): string[][] =>
  words
    .map(beginnings => beginnings.map(each => each.slice(1)))
    .sort(([a = ''], [b = '']) => b.length - a.length)
    .slice(0, MOST_LOOKED_UP)

/** The lists of that word which the fewest players have. @param lists for each beginning of each word */
function rarest(words: readonly string[][], lists: readonly string[][]): string[][] {
  const rest = [...lists]
  const [first = []] = words.map(({ length }) => rest.splice(0, length)).sort((a, b) => a.flat().length - b.flat().length)
  return first
}

const toIndexed = (text: string): string => [...text].slice(0, INDEXED_LENGTH).join('')

/** The ids of the users with such words, in the order of the words: at most `most` for each beginning. */
async function readUserIds(db: Db, beginnings: readonly Beginning[], most: number): Promise<string[][]> {
  const lists = beginnings.map(
    ({ text, isUsername }, n) => sql<{ n: number; ids: string[] }>`SELECT ${sql.lit(n)} AS n, ARRAY(
      SELECT user_id FROM user_search_words WHERE word >= ${toIndexed(text)} AND word < ${toIndexed(text) + AFTER_ALL}
      ${isUsername ? sql<boolean>`AND is_username` : sql<never>``} ORDER BY word, user_id LIMIT ${most}) AS ids`,
  )
  const { rows } = await sql<{ n: number; ids: string[] }>`${PREPARED}
    SELECT w.n, w.ids FROM (${sql.join<{ n: number; ids: string[] }>(lists, sql<never>` UNION ALL `)}) w
  `.execute(db)
  return rows.sort((a, b) => a.n - b.n).map(({ ids }) => ids)
}

/** Those of these players who are found by the text. */
async function readPlayers(db: Db, text: string, ids: readonly string[], limit: number): Promise<FoundPlayer[]> {
  if (ids.length === 0) return []
  // The trigram index has another collation, so that Postgres looks up the players and not everybody who has such a name.
  const search = sql<string>`u.search COLLATE "C"`
  const { rows } = await sql<{ userId: string; username: string; displayName: string; avatar: PictureSize | null }>`${preparedSearch(text)}
    SELECT u.id AS "userId", u.username, u.display_name AS "displayName", u.avatar FROM player_cards u
    WHERE u.id = ANY (${ids}::text[]) AND u.deleted_at IS NULL AND NOT u.unlisted AND ${matchesWords(search, text)}
    ORDER BY (u.username_key = ${usernameKey(text)}) DESC, ${likeness(search, text)} DESC, u.display_name COLLATE "und-x-icu", u.id
    LIMIT ${limit}
  `.execute(db)
  return rows.map(({ avatar, ...player }) => ({ ...player, ...(avatar === null ? {} : { avatar }) }))
}

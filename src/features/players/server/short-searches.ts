import type { Database } from '#platform/db/database.ts'
import { ReadCache } from '#platform/read-cache.ts'
import { foldWords } from '#platform/text/fold.ts'
import type { FoundPlayer } from '../contract/players.ts'
import { searchPlayers } from './search-players.ts'

const MAX_LETTERS = 2
const MAX_SEARCHES = 1000
/** of the answer to one search, estimated */
const ANSWER_BYTES = 2000

type PlayerSearch = ReadCache<FoundPlayer[]> & { search(text: string, limit: number): Promise<FoundPlayer[]> }

const toKey = (text: string, limit: number): string => `${limit} ${text}`

/**
 * Searches players. What the first two letters find is kept, because everybody who types begins with them, and they find the most players to
 * choose from. An answer is the same for everybody who asks. To be cleared when any user changes.
 */
export function createPlayerSearch(database: Database): PlayerSearch {
  const search = (text: string, limit: number): Promise<FoundPlayer[]> => database.read(db => searchPlayers(db, text, limit))
  const kept = new ReadCache<FoundPlayer[]>({
    max: MAX_SEARCHES,
    bytes: ANSWER_BYTES,
    read(key) {
      const space = key.indexOf(' ')
      return search(key.slice(space + 1), Number(key.slice(0, space)))
    },
  })
  return Object.assign(kept, {
    search: async (text: string, limit: number) =>
      foldWords(text).join('').length <= MAX_LETTERS ? ((await kept.get(toKey(text, limit))) ?? []) : search(text, limit),
  })
}

import type { Database } from '#platform/db/database.ts'
import { ReadCache } from '#platform/read-cache.ts'
import type { FoundPlayer } from '../contract/players.ts'
import { searchPlayers } from './search-players.ts'

const MAX_LETTERS = 2
const MAX_SEARCHES = 1000
/** of the answer to one search, estimated */
const ANSWER_BYTES = 4000

type PlayerSearch = ReadCache<FoundPlayer[]> & { search(text: string, limit: number): Promise<FoundPlayer[]> }

/**
 * Searches players. What one or two letters find is kept, because everybody who types begins with them, and they find the most players to
 * choose from. An answer is the same for everybody who asks. The cache is to be cleared when any user changes.
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
    async search(text: string, limit: number) {
      const letters = text.trim().toLowerCase()
      return letters.length > MAX_LETTERS ? search(text, limit) : ((await kept.get(`${limit} ${letters}`)) ?? [])
    },
  })
}

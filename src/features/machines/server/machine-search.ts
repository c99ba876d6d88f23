import type { Database } from '#platform/db/database.ts'
import { ReadCache } from '#platform/read-cache.ts'
import { createTextFilter, foldWords } from '#platform/text/fold.ts'
import { type MachineRow, type MachineSearchText, readSearchTexts, searchMachines } from './store.ts'

/** The largest catalogue whose search texts are kept. */
const MAX_MACHINES = 10_000
const ALL = 'all'

/** `texts`: of all machines that are found; null: the catalogue is larger. */
interface KeptTexts {
  texts: MachineSearchText[] | null
}

type MachineSearch = ReadCache<KeptTexts> & { search(text: string, limit: number): Promise<MachineRow[]> }

/**
 * Searches the catalogue. Its search texts are kept in memory, because comparing them there takes a fraction of what it takes Postgres, which
 * is asked only for the machines that are found: it knows their scores, which decide their order. To be cleared when the catalogue changes.
 */
export function createMachineSearch(database: Database): MachineSearch {
  const kept = new ReadCache<KeptTexts>({
    max: 1,
    bytes: MAX_MACHINES * 200,
    async read() {
      const texts = await database.read(db => readSearchTexts(db, MAX_MACHINES + 1))
      return { texts: texts.length > MAX_MACHINES ? null : texts }
    },
  })
  const search = async (text: string, limit: number): Promise<MachineRow[]> => {
    const { texts } = (await kept.get(ALL))!
    const candidates = texts === null ? null : findCandidates(texts, text, limit)
    return database.read(db => searchMachines(db, text, limit, candidates))
  }
  return Object.assign(kept, { search })
}

/**
 * The ids of machines that are found by a text: all that can be among the first `limit`. Those of this name come before those whose names
 * begin with it, and these before the others, as in the SQL of `likeness`. Null for a text without letters and digits.
 */
export function findCandidates(texts: readonly MachineSearchText[], text: string, limit: number): string[] | null {
  const joined = foldWords(text).join('')
  if (joined === '') return null
  const isFound = createTextFilter(text)
  const [named, beginning, others]: [string[], string[], string[]] = [[], [], []]
  for (const { id, search } of texts) {
    if (!isFound(search)) continue
    const list = search.includes(` ${joined}/`) ? named : search.startsWith(` ${joined}`) ? beginning : others
    list.push(id)
  }
  if (named.length >= limit) return named
  const better = [...named, ...beginning]
  return better.length >= limit ? better : [...better, ...others]
}

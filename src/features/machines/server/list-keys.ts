import { foldWords } from '#platform/text/fold.ts'
import type { MachineFilter } from './store.ts'

/** What decides in which lists of the catalogue a machine stands. */
export interface ListedMachine {
  type: string
  manufacturer: string
  year: number | null
  /** see `machineSearchText` */
  search: string
}

/** Characters of a word by which lists watch for it. */
const PREFIX_LENGTH = 12
/** The key of lists of similar machines whose text has letters beyond a–z: which trigrams these have depends on the database's locale. */
const ANY_TEXT = 'list any text'

const filterKey = (type: string | null, manufacturer: string | null, decade: number | null): string =>
  `list ${JSON.stringify([type, manufacturer, decade])}`
const prefixKey = (prefix: string): string => `list prefix ${prefix}`
const trigramKey = (trigram: string): string => `list trigram ${trigram}`

/** The trigrams of words, as the extension pg_trgm makes them: two spaces before each word, one after it. */
const trigrams = (words: readonly string[]): string[] =>
  words.flatMap(word => Array.from({ length: word.length + 1 }, (_, i) => `  ${word} `.slice(i, i + 3)))

/**
 * The keys by which a list watches for machines that may enter or leave it. A machine that enters or leaves has one of these keys among its
 * `machineListKeys`, but not every machine that has one does.
 * @param isSimilar true: no machine has the words of the text, so the list has those with a similar spelling, if there are any
 */
export function listKeys(
  { text, type, manufacturer, decade }: Pick<MachineFilter, 'text' | 'type' | 'manufacturer' | 'decade'>,
  isSimilar: boolean,
): string[] {
  const words = foldWords(text)
  if (words.length === 0) return [filterKey(type, manufacturer, decade)]
  // Each word must begin a word of the machine, alone or joined to the one before it, so the longest one, which the fewest machines have, is
  // enough; or a word of the machine begins with all words joined (see `searchPattern`).
  const i = words.reduce((best, word, at) => (word.length > words[best]!.length ? at : best), 0)
  const joined = [words.join(''), ...(i === 0 ? [] : [words[i - 1]! + words[i]!])]
  const exact = [...new Set([words[i]!, ...joined].map(word => prefixKey(word.slice(0, PREFIX_LENGTH))))]
  if (!isSimilar) return exact
  // Texts are similar if they share some of their trigrams.
  const similar = words.every(word => /^[a-z0-9]+$/.test(word)) ? trigrams(words).map(trigramKey) : [ANY_TEXT]
  return [...exact, ...similar]
}

/** The keys of all lists that a machine may be in. */
export function machineListKeys({ type, manufacturer, year, search }: ListedMachine): string[] {
  const decades = year === null ? [null] : [Math.floor(year / 10) * 10, null]
  const filters = [type, null].flatMap(t => [manufacturer, null].flatMap(m => decades.map(decade => filterKey(t, m, decade))))
  const words = search.split(/[ /]+/).filter(Boolean)
  const prefixes = words.flatMap(word => Array.from({ length: Math.min(word.length, PREFIX_LENGTH) }, (_, i) => word.slice(0, i + 1)))
  return [...filters, ...prefixes.map(prefixKey), ...trigrams(words).map(trigramKey), ANY_TEXT]
}

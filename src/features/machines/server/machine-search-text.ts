import { foldWords, searchText } from '#platform/text/fold.ts'

/** What a machine is found by. */
export interface SearchedMachine {
  name: string
  manufacturer: string
  year: number | null
  /** other names */
  aliases?: readonly string[]
}

/** The search text of a machine, which is also found by the initials of its name. */
export function machineSearchText({ name, manufacturer, year, aliases = [] }: SearchedMachine): string {
  // Code points, because half of a surrogate pair cannot be stored.
  const initials = foldWords(name).map(word => [...word][0])
  return searchText([name, ...aliases], [manufacturer, String(year ?? ''), initials.length > 1 ? initials.join('') : ''])
}

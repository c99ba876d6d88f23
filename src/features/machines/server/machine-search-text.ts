/** The words of a text in the form that searches compare: lower case, without accents and apostrophes, letters and digits only. */
export function toSearchText(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** What a machine is found by. */
export interface SearchedMachine {
  name: string
  manufacturer: string
  year: number | null
  /** other names */
  aliases?: readonly string[]
}

/** The search text of a machine: each of its distinct words with a space before it, then the initials of its name. */
export function searchText({ name, manufacturer, year, aliases = [] }: SearchedMachine): string {
  const words = [name, manufacturer, String(year ?? ''), ...aliases].flatMap(toSearchText)
  // Code points, because half of a surrogate pair cannot be stored.
  const initials = toSearchText(name).map(word => [...word][0])
  return [...new Set(['', ...words, ...(initials.length > 1 ? [initials.join('')] : [])])].join(' ')
}

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

/**
 * The search text of a machine: each of its distinct words with a space before it, then the initials of its name.
 * @param parts the name first
 */
export function searchText(parts: readonly (string | number | null)[]): string {
  const words = parts.flatMap(part => (part === null ? [] : toSearchText(String(part))))
  // Code points, because half of a surrogate pair cannot be stored.
  const initials = toSearchText(String(parts[0] ?? '')).map(word => [...word][0])
  return [...new Set(['', ...words, ...(initials.length > 1 ? [initials.join('')] : [])])].join(' ')
}

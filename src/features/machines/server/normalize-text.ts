/** Words of a text as searching compares them: no case, no accents, letters and digits only, one space before each. */
export function toSearchText(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** What a machine is found by: each of its words once, with a space before it, its initials last. */
export function searchText(parts: readonly (string | number | null)[]): string {
  const words = parts.flatMap(part => (part === null ? [] : toSearchText(String(part))))
  const initials = toSearchText(String(parts[0] ?? ''))
    .map(word => word[0])
    .join('')
  return [...new Set(['', ...words, ...(initials.length > 1 ? [initials] : [])])].join(' ')
}

/** Number of characters that a searched text must have, so that random ids and keys do not contain it by chance. */
const LONG_ENOUGH = 8

/** Returns the needles that occur in a text. @throws Error for a needle that is so short that a random id may contain it by chance */
export function findNeedles(text: string, needles: Iterable<string>): string[] {
  const all = [...needles]
  const short = all.filter(needle => needle.length < LONG_ENOUGH)
  if (short.length > 0) throw new Error(`Too short to look for in a text with random ids: ${short.join(', ')}`)
  return all.filter(needle => text.includes(needle))
}

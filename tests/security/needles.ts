/** Characters that a text needs, so that ids and keys made of random letters do not contain it by chance. */
const LONG_ENOUGH = 8

/** Those of the needles that stand in a text. @throws Error for a needle that a random id may contain by chance */
export function needlesIn(text: string, needles: Iterable<string>): string[] {
  const all = [...needles]
  const short = all.filter(needle => needle.length < LONG_ENOUGH)
  if (short.length > 0) throw new Error(`Too short to look for in a text with random ids: ${short.join(', ')}`)
  return all.filter(needle => text.includes(needle))
}

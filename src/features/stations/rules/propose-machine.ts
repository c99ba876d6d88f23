import { foldWords } from '#platform/text/fold.ts'

/** A machine that a machine board may be in. */
export interface ProposableMachine {
  machineId: string
  name: string
}

/** Words that stand in names of machines and of machine boards, and tell none from another. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'pro', 'premium', 'le', 'limited', 'edition', 'pinball'])

/** Returns the words of a name that tell it from others; all of them if none does. */
function tellingWords(name: string): string[] {
  // What stands in brackets is the edition or the year.
  const words = foldWords(name.replace(/\(.*?\)|\[.*?\]/g, ' '))
  const telling = words.filter(word => !EMPTY_WORDS.has(word))
  return telling.length === 0 ? words : telling
}

/**
 * Proposes the machine in which a machine board is, by what the board says that it is. Its name and that of the machine are the same but for
 * case, accents, spaces, editions and articles; or one of the two has all words of the other.
 * @param boardName such as `Attack from Mars`; empty: the board says nothing
 * @param machines those of the venue
 * @returns its id; null: none fits, or several do
 */
export function proposeMachine(boardName: string, machines: readonly ProposableMachine[]): string | null {
  const wanted = tellingWords(boardName)
  if (wanted.length === 0) return null
  const known = machines.map(({ machineId, name }) => ({ machineId, words: tellingWords(name) }))
  const hasAll = (all: readonly string[], some: readonly string[]): boolean => some.length > 0 && some.every(word => all.includes(word))
  const rules: ((words: readonly string[]) => boolean)[] = [
    words => words.join('') === wanted.join(''),
    words => hasAll(words, wanted) || hasAll(wanted, words),
  ]
  for (const fits of rules) {
    const found = known.filter(({ words }) => fits(words))
    if (found.length === 1) return found[0]!.machineId
    if (found.length > 1) return null
  }
  return null
}

import type { MatchGroup } from '../rounds.ts'
import type { BracketRules } from './bracket-rules.ts'
import type { BracketField } from './resolve-bracket.ts'

/**
 * Returns who chooses the machine of a game: the higher seed, or who came last in the game before it.
 * @param games those of the group so far @param game 1 for the first
 * @returns null: nobody of the group does
 */
export function choosingPlayer(
  { chooses }: Pick<BracketRules, 'chooses'>,
  field: BracketField,
  { entrantIds, games }: { entrantIds: readonly string[]; games: readonly Pick<MatchGroup, 'order'>[] },
  game: number,
): string | null {
  if (chooses === undefined) return null
  const loser = chooses === 'loser' && game > 1 ? games[game - 2]?.order?.at(-1) : undefined
  if (loser !== undefined) return loser
  const seedOf = (id: string): number => field.indexOf(id)
  return entrantIds.toSorted((a, b) => seedOf(a) - seedOf(b))[0] ?? null
}

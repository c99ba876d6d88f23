import type { MatchGroup } from '#events/rules/rounds.ts'
import type { FollowGroup } from '../group-progress.ts'
import type { BracketPlan } from '../plan.ts'
import { type BracketField, type ResolvedBracket, resolveBracket } from '../resolve-bracket.ts'

export type Results = Map<string, MatchGroup[]>

/** Returns a field of so many players, called `p1` for seed 1. */
export const fieldOf = (players: number): string[] => Array.from({ length: players }, (_, i) => `p${i + 1}`)

/** The seed of a player of `fieldOf`. */
export const seedOf = (player: string): number => Number(player.slice(1))

export interface BracketOfTest {
  plan: BracketPlan
  field: BracketField
  follow: FollowGroup
}

export const resolved = ({ plan, field, follow }: BracketOfTest, results: Results): ResolvedBracket =>
  resolveBracket(plan, field, results, follow)

/** Plays what can be played until there is nothing left. @param decide returns the order in which the players finish */
export function playAll(bracket: BracketOfTest, results: Results, decide: (players: readonly string[], id: string) => string[]): Results {
  for (;;) {
    const open = resolved(bracket, results).games.filter(({ state }) => state === 'playing')
    if (open.length === 0) return results
    for (const { id, players } of open) {
      const own = (results.get(id) ?? []).filter(({ entrantIds }) => players.every(player => entrantIds.includes(player)))
      const game = {
        machineId: '',
        entrantIds: [...players],
        order: decide(players, id),
        ...(own.length === 0 ? {} : { game: own.length + 1 }),
      }
      results.set(id, [...own, game])
    }
  }
}

/** Returns those whose way ended, the best first, with their ranks. */
export function ranks({ ended }: Pick<ResolvedBracket, 'ended'>): [rank: number, player: string][] {
  const all = [...ended].sort(([, a], [, b]) => b.level - a.level || a.place - b.place)
  const isBetter = (a: { level: number; place: number }, b: { level: number; place: number }): boolean =>
    a.level > b.level || (a.level === b.level && a.place < b.place)
  return all.map(([player, end]) => [all.filter(([, other]) => isBetter(other, end)).length + 1, player])
}

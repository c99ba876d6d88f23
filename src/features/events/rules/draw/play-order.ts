import type { PlayOrder } from '../draw-options.ts'
import type { Round } from '../rounds.ts'
import { minCostAssignment } from './min-cost-assignment.ts'
import { shuffled } from './seeded-random.ts'

/** In larger groups lots decide: a race of hundreds has no turns that could be equal. */
const LARGEST_BALANCED = 8

/** Counts how often each player had each turn in a group, and how often that was due: a quarter in each group of four. */
class TurnHistory {
  readonly #surplus = new Map<string, number[]>()

  constructor(rounds: readonly Round[]) {
    for (const { groups } of rounds) for (const { entrantIds, game } of groups) if (game === undefined) this.#add(entrantIds)
  }

  #add(group: readonly string[]): void {
    for (const [at, player] of group.entries()) {
      const surplus = this.#surplus.get(player) ?? []
      for (let turn = 0; turn < group.length; turn++) surplus[turn] = (surplus[turn] ?? 0) + (turn === at ? 1 : 0) - 1 / group.length
      this.#surplus.set(player, surplus)
    }
  }

  /** Returns how much oftener than due a player had a turn; negative: more rarely. */
  surplus(player: string, turn: number): number {
    return this.#surplus.get(player)?.[turn] ?? 0
  }
}

/** What an order of play depends on. */
export interface PlayOrderInput {
  /** the groups, in any order of play */
  groups: readonly (readonly string[])[]
  /** the rounds drawn before */
  rounds: readonly Round[]
  /** everybody in the round, best first in the standings */
  standing: readonly string[]
  /** everybody in the round, the best seed first; without seeds in any order that is the same in each round */
  bySeed: readonly string[]
  /** 0 ≤ n < 1, the same numbers for the same seed */
  random: () => number
}

/** Returns the players of a group in the order of a list that names all of them. */
const inOrderOf = (group: readonly string[], list: ReadonlyMap<string, number>): string[] =>
  [...group].sort((a, b) => list.get(a)! - list.get(b)!)

const positions = (list: readonly string[]): ReadonlyMap<string, number> => new Map(list.map((player, i) => [player, i]))

/** Returns a list that begins with its element at `by`, and goes on from the start after its end. */
const rotated = <T>(list: readonly T[], by: number): T[] => list.map((_, i) => list[(i + by) % list.length]!)

/** Returns the order in which each group's players begin, so that over the rounds each has each turn about equally often. */
function balance({ groups, rounds, random }: PlayOrderInput): string[][] {
  const history = new TurnHistory(rounds)
  // A high power prevents the greatest inequality before it evens out many small ones.
  const harm = (surplus: number): number => surplus ** 6
  return groups.map(group => {
    const players = shuffled(group, random)
    if (players.length > LARGEST_BALANCED) return players
    const share = 1 / players.length
    const costs = players.map(player =>
      players.map((_, turn) => {
        const due = history.surplus(player, turn) - share
        return harm(due + 1) - harm(due)
      }),
    )
    const ordered: string[] = []
    for (const [i, turn] of minCostAssignment(costs).entries()) ordered[turn] = players[i]!
    return ordered
  })
}

/** Returns the groups with their players in the order in which they play. */
export function orderOfPlay(how: PlayOrder, input: PlayOrderInput): string[][] {
  const { groups, rounds, random } = input
  const [bySeed, byStanding] = [positions(input.bySeed), positions(input.standing)]
  switch (how) {
    case 'balanced':
      return balance(input)
    case 'rotating':
      return groups.map(group => rotated(inOrderOf(group, bySeed), rounds.length))
    case 'seed':
      return groups.map(group => inOrderOf(group, bySeed))
    case 'seed-reverse':
      return groups.map(group => inOrderOf(group, bySeed).reverse())
    case 'position':
      return groups.map(group => inOrderOf(group, byStanding))
    // Where the order says nothing, it is drawn nevertheless, so that it does not show the standings.
    case 'random':
    case 'none':
      return groups.map(group => shuffled(group, random))
  }
}

import { extendToMaximumMatching } from './maximum-matching.ts'

const NONE = -1

/**
 * Pairs players 0 … n − 1 (n even), given in order of preference (for swiss, the standings). The number of rematches is the exact minimum.
 * Under that condition, from the first player on, each gets the opponent met least often, then the nearest one.
 * @param timesMet how often two players have met; symmetric
 * @returns the pairs and how many of them are rematches
 */
export function pairPlayers(n: number, timesMet: (a: number, b: number) => number): { pairs: [number, number][]; repeats: number } {
  const all = Array.from({ length: n }, (_, i) => i)
  const unmet = all.map(a => all.filter(b => b !== a && timesMet(a, b) === 0))
  const paired = new Array<boolean>(n).fill(false)
  let mates = new Array<number>(n).fill(NONE)
  const repeats = extendToMaximumMatching(unmet, paired, mates) / 2
  let budget = repeats
  const pairs: [number, number][] = []
  for (const player of all) {
    if (paired[player]) continue
    paired[player] = true
    const others = all.filter(other => !paired[other]).sort((a, b) => timesMet(player, a) - timesMet(player, b) || a - b)
    for (const other of others) {
      const rest = withoutPair(mates, player, other)
      paired[other] = true
      const remainingRepeats = extendToMaximumMatching(unmet, paired, rest) / 2
      if (remainingRepeats + (timesMet(player, other) > 0 ? 1 : 0) <= budget) {
        pairs.push([player, other])
        mates = rest
        budget = remainingRepeats
        break
      }
      paired[other] = false
    }
  }
  return { pairs, repeats }
}

function withoutPair(mates: readonly number[], a: number, b: number): number[] {
  const rest = [...mates]
  for (const vertex of [a, b]) {
    const mate = rest[vertex]!
    if (mate !== NONE) rest[mate] = NONE
    rest[vertex] = NONE
  }
  return rest
}

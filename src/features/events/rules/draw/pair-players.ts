import { maxWeightMatching } from './max-weight-matching.ts'

const NONE = -1

/**
 * Pairs players 0 … n − 1 (n even), given in order of preference (for swiss, the standings). The number of rematches is the exact minimum.
 * Under that condition, from the first player on, each gets the opponent met least often, then the nearest one.
 * @param met how often two players have met; symmetric
 * @returns the pairs and how many of them are rematches
 */
export function pairPlayers(n: number, met: (a: number, b: number) => number): { pairs: [number, number][]; repeats: number } {
  const all = Array.from({ length: n }, (_, i) => i)
  const fresh = all.map(a => all.filter(b => b !== a && met(a, b) === 0))
  const gone = new Array<boolean>(n).fill(false)
  let mates = new Array<number>(n).fill(NONE)
  const repeats = maxWeightMatching(fresh, gone, mates) / 2
  let budget = repeats
  const pairs: [number, number][] = []
  for (const top of all) {
    if (gone[top]) continue
    gone[top] = true
    const others = all.filter(other => !gone[other]).sort((a, b) => met(top, a) - met(top, b) || a - b)
    for (const other of others) {
      const rest = without(mates, top, other)
      gone[other] = true
      const left = maxWeightMatching(fresh, gone, rest) / 2
      if (left + (met(top, other) > 0 ? 1 : 0) <= budget) {
        pairs.push([top, other])
        mates = rest
        budget = left
        break
      }
      gone[other] = false
    }
  }
  return { pairs, repeats }
}

function without(mates: readonly number[], a: number, b: number): number[] {
  const rest = [...mates]
  for (const vertex of [a, b]) {
    const mate = rest[vertex]!
    if (mate !== NONE) rest[mate] = NONE
    rest[vertex] = NONE
  }
  return rest
}

import { maxWeightMatching } from './max-weight-matching.ts'

const NONE = -1

/**
 * Players 0 … n − 1 in the order of preference (in swiss: of the standings), n even, in pairs: with as few repeats as there can be, exactly, and so that, from
 * the first player on, each meets the nearest one that keeps it so.
 * @param met how often two have met; symmetric
 * @returns the pairs and how many of them are repeats
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

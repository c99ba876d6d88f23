import { groupSizes } from '../group-sizes.ts'
import { shuffled } from '../seeded-random.ts'

/** Who has met whom how often, players 0 … n − 1. */
export class MeetingMatrix {
  readonly #met: number[][]

  constructor(n: number) {
    this.#met = Array.from({ length: n }, () => new Array<number>(n).fill(0))
  }

  readonly met = (a: number, b: number): number => this.#met[a]![b]!

  meet(groups: readonly (readonly number[])[]): this {
    for (const group of groups) for (const a of group) for (const b of group) if (a !== b) this.#met[a]![b]!++
    return this
  }

  repeats(groups: readonly (readonly number[])[]): number {
    return groups.reduce((sum, group) => sum + pairsOf(group).filter(([a, b]) => this.met(a, b) > 0).length, 0)
  }
}

const pairsOf = (group: readonly number[]): [number, number][] =>
  group.flatMap((a, i) => group.slice(i + 1).map((b): [number, number] => [a, b]))

export const cut = (players: readonly number[], sizes: readonly number[]): number[][] => {
  let from = 0
  return sizes.map(size => {
    from += size
    return players.slice(from - size, from)
  })
}

const all = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

/**
 * A history in which one grouping without repeats is left for certain, and after many rounds hardly another: rounds at random in which
 * nobody meets those he is kept for.
 */
export function planted(n: number, size: 2 | 3 | 4, rounds: number, random: () => number): MeetingMatrix {
  const kept = cut(shuffled(all(n), random), groupSizes(n, size))
  const keptFor = new Map(kept.flatMap((group, i) => group.map((player): [number, number] => [player, i])))
  const company = new MeetingMatrix(n)
  for (let i = 0; i < rounds; i++) {
    const groups = cut(shuffled(all(n), random), groupSizes(n, size))
    company.meet(
      groups.map(group => group.filter((player, at) => group.findIndex(other => keptFor.get(other) === keptFor.get(player)) === at)),
    )
  }
  return company
}

/** The plain way: the fewest repeats of any grouping with these sizes; an odd one out stands by. */
export function fewestByTrial(sizes: readonly number[], company: MeetingMatrix, left: readonly number[]): number {
  const [first, ...others] = left
  if (first === undefined) return 0
  let fewest = Number.POSITIVE_INFINITY
  for (const size of new Set(sizes)) {
    const rest = sizes.toSpliced(sizes.indexOf(size), 1)
    for (const mates of choose(others, size - 1)) {
      const repeats = company.repeats([[first, ...mates]])
      if (repeats >= fewest) continue
      fewest = Math.min(
        fewest,
        repeats +
          fewestByTrial(
            rest,
            company,
            others.filter(other => !mates.includes(other)),
          ),
      )
    }
  }
  return fewest
}

function choose(list: readonly number[], count: number): number[][] {
  if (count === 0) return [[]]
  return list.flatMap((first, i) => choose(list.slice(i + 1), count - 1).map(others => [first, ...others]))
}

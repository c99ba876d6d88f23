import { groupSizes } from '../draw/group-sizes.ts'
import { shuffled } from '../draw/seeded-random.ts'

/** Counts how often players 0 … n − 1 have met each other. */
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
 * Builds a history that has at least one grouping without rematches left, and after many rounds hardly any other. It plays random rounds in
 * which the players of one chosen grouping never meet each other.
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

/** Brute force: returns the fewest rematches of any grouping with these sizes. A group of size 1 is a bye. */
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

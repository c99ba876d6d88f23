import { groupSizes } from '../draw/group-sizes.ts'
import { shuffled } from '../draw/seeded-random.ts'

/** Counts how often players 0 … n − 1 have met each other. */
export class MeetingMatrix {
  readonly #counts: number[][]

  constructor(n: number) {
    this.#counts = Array.from({ length: n }, () => new Array<number>(n).fill(0))
  }

  readonly timesMet = (a: number, b: number): number => this.#counts[a]![b]!

  addMeetings(groups: readonly (readonly number[])[]): this {
    for (const group of groups) for (const a of group) for (const b of group) if (a !== b) this.#counts[a]![b]!++
    return this
  }

  countRepeats(groups: readonly (readonly number[])[]): number {
    return groups.reduce((sum, group) => sum + listPairs(group).filter(([a, b]) => this.timesMet(a, b) > 0).length, 0)
  }
}

const listPairs = (group: readonly number[]): [number, number][] =>
  group.flatMap((a, i) => group.slice(i + 1).map((b): [number, number] => [a, b]))

export const splitBySizes = (players: readonly number[], sizes: readonly number[]): number[][] => {
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
export function withPlantedSolution(n: number, size: 2 | 3 | 4, rounds: number, random: () => number): MeetingMatrix {
  const solution = splitBySizes(shuffled(all(n), random), groupSizes(n, size))
  const solutionGroup = new Map(solution.flatMap((group, i) => group.map((player): [number, number] => [player, i])))
  const meetings = new MeetingMatrix(n)
  for (let i = 0; i < rounds; i++) {
    const groups = splitBySizes(shuffled(all(n), random), groupSizes(n, size))
    meetings.addMeetings(
      groups.map(group =>
        group.filter((player, at) => group.findIndex(other => solutionGroup.get(other) === solutionGroup.get(player)) === at),
      ),
    )
  }
  return meetings
}

/** Brute force: returns the fewest rematches of any grouping with these sizes. A group of size 1 is a bye. */
export function bruteForceFewestRepeats(sizes: readonly number[], meetings: MeetingMatrix, left: readonly number[]): number {
  const [first, ...others] = left
  if (first === undefined) return 0
  let fewest = Number.POSITIVE_INFINITY
  for (const size of new Set(sizes)) {
    const rest = sizes.toSpliced(sizes.indexOf(size), 1)
    for (const mates of choose(others, size - 1)) {
      const repeats = meetings.countRepeats([[first, ...mates]])
      if (repeats >= fewest) continue
      fewest = Math.min(
        fewest,
        repeats +
          bruteForceFewestRepeats(
            rest,
            meetings,
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

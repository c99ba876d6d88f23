/** The largest number of players: sets of players are 32-bit masks. */
export const MAX_EXACT_PLAYERS = 32

/**
 * Limit on the steps of the search, so that a draw cannot stall. Realistic histories took at most about 1,300 steps, constructed ones up to
 * 190,000.
 */
const MAX_STEPS = 300_000

const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask)

/** Returns the mask of all bits above bit i. */
const above = (i: number): number => (i === 31 ? 0 : -1 << (i + 1))

/** Returns the mask of players 0 … n − 1. */
const allPlayers = (n: number): number => (n === 32 ? -1 : (1 << n) - 1)

function listMembers(group: number): number[] {
  const members: number[] = []
  for (let remaining = group; remaining !== 0; remaining &= remaining - 1) members.push(lowest(remaining))
  return members
}

/** The groups that can still be formed, as masks, in player order: those of the larger size and those of the smaller size. */
interface OpenGroups {
  readonly large: readonly number[]
  readonly small: readonly number[]
}

/**
 * Returns every group of the given size in which no two players have met.
 * @param unmet by player, the mask of those whom the player has not met
 */
function listGroups(size: number, unmet: readonly number[]): number[] {
  const groups: number[] = []
  const add = (mask: number, open: number, missing: number): void => {
    if (missing === 0) groups.push(mask)
    else
      for (let remaining = open; remaining !== 0; remaining &= remaining - 1) {
        const player = lowest(remaining)
        add(mask | (1 << player), open & unmet[player]! & above(player), missing - 1)
      }
  }
  add(0, allPlayers(unmet.length), size)
  return groups
}

const keepSubsets = (groups: readonly number[], rest: number): number[] => groups.filter(mask => (mask & ~rest) === 0)

/**
 * A complete search for groups without rematches: an exact cover of the players by groups in which nobody has met. It branches on the
 * player with the fewest groups left and remembers every set of players for which it found no such cover.
 */
class Search {
  readonly #unmet: readonly number[]
  /** sets of players, with the number of large groups among them, that cannot be divided without rematches */
  readonly #failed = new Set<number>()
  steps = 0

  constructor(unmet: readonly number[]) {
    this.#unmet = unmet
  }

  /** True if the players in `rest` can be divided into so many large and small groups, all taken from `open`. */
  canPartition(rest: number, open: OpenGroups, large: number, small: number): boolean {
    if (rest === 0) return true
    const key = (rest >>> 0) + large * 2 ** 32
    if (this.#failed.has(key) || this.steps > MAX_STEPS) return false
    this.steps++
    const found = !this.#hasTooManyMutualOpponents(rest, large + small) && this.#branch(rest, open, large, small)
    if (!found) this.#failed.add(key)
    return found
  }

  #branch(rest: number, open: OpenGroups, large: number, small: number): boolean {
    const remaining = { large: large > 0 ? keepSubsets(open.large, rest) : [], small: small > 0 ? keepSubsets(open.small, rest) : [] }
    const player = 1 << mostConstrained(rest, remaining)
    return (
      remaining.large.some(mask => (mask & player) !== 0 && this.canPartition(rest & ~mask, remaining, large - 1, small)) ||
      remaining.small.some(mask => (mask & player) !== 0 && this.canPartition(rest & ~mask, remaining, large, small - 1))
    )
  }

  /** True if a greedy search finds more players than groups who have all met each other: each of them needs a group of its own. */
  #hasTooManyMutualOpponents(rest: number, groups: number): boolean {
    for (let remaining = rest; remaining !== 0; remaining &= remaining - 1) {
      const first = lowest(remaining)
      let mutualOpponents = 1
      for (let others = rest & ~this.#unmet[first]! & ~(1 << first); others !== 0; mutualOpponents++) {
        const player = lowest(others)
        others &= ~this.#unmet[player]! & ~(1 << player)
      }
      if (mutualOpponents > groups) return true
    }
    return false
  }
}

/** Returns the player with the fewest groups left. */
function mostConstrained(rest: number, { large, small }: OpenGroups): number {
  const counts = new Uint32Array(32)
  for (const groups of [large, small])
    for (const mask of groups) for (let remaining = mask; remaining !== 0; remaining &= remaining - 1) counts[lowest(remaining)]!++
  let found = lowest(rest)
  for (let remaining = rest; remaining !== 0; remaining &= remaining - 1)
    if (counts[lowest(remaining)]! < counts[found]!) found = lowest(remaining)
  return found
}

/** Adds `missing` players out of `open` to a group, the first possible ones in player order. @returns the group's mask; 0: there is none */
function firstGroup(group: number, open: number, missing: number, unmet: readonly number[]): number {
  if (missing === 0) return group
  for (let remaining = open; remaining !== 0; remaining &= remaining - 1) {
    const player = lowest(remaining)
    const found = firstGroup(group | (1 << player), open & unmet[player]! & above(player), missing - 1, unmet)
    if (found !== 0) return found
  }
  return 0
}

/**
 * Greedy attempt: takes the first possible group for each player in turn, without looking ahead.
 * @returns null if it cannot go on without a rematch
 */
function partitionGreedily(unmet: readonly number[], sizes: readonly number[]): number[][] | null {
  const remaining = [...sizes]
  const groups: number[][] = []
  for (let rest = allPlayers(unmet.length); rest !== 0; ) {
    const top = lowest(rest)
    const open = rest & unmet[top]!
    let group = 0
    for (const size of new Set(remaining)) group ||= firstGroup(1 << top, open, size - 1, unmet)
    if (group === 0) return null
    const members = listMembers(group)
    groups.push(members)
    remaining.splice(remaining.indexOf(members.length), 1)
    rest &= ~group
  }
  return groups
}

/**
 * Like `partitionGreedily`, but takes a group only if the remaining players can still be divided without rematches.
 * @returns null if no division was found
 */
function partitionExactly(unmet: readonly number[], sizes: readonly number[], search: Search): number[][] | null {
  let rest = allPlayers(unmet.length)
  let large = sizes.filter(size => size === sizes[0]).length
  let small = sizes.length - large
  let open: OpenGroups = { large: listGroups(sizes[0]!, unmet), small: small > 0 ? listGroups(sizes.at(-1)!, unmet) : [] }
  if (!search.canPartition(rest, open, large, small)) return null
  const groups: number[][] = []
  while (rest !== 0) {
    const top = rest & -rest
    const first = open.large.find(mask => (mask & top) !== 0 && search.canPartition(rest & ~mask, open, large - 1, small))
    const next = first ?? open.small.find(mask => (mask & top) !== 0 && search.canPartition(rest & ~mask, open, large, small - 1))
    if (next === undefined) return null
    groups.push(listMembers(next))
    rest &= ~next
    if (first === undefined) small--
    else large--
    open = { large: large > 0 ? keepSubsets(open.large, rest) : [], small: small > 0 ? keepSubsets(open.small, rest) : [] }
  }
  return groups
}

/**
 * Finds groups without rematches for all players. From the first player on, each group is the first in player order, larger groups first,
 * that still leaves groups without rematches for the others.
 * @param n number of players, at most 32
 * @param sizes group sizes, larger ones first; they differ by at most one
 * @param timesMet how often two players have met
 * @returns `groups` is null if none were found; `steps`: how many steps the search took
 */
export function partition(
  n: number,
  sizes: readonly number[],
  timesMet: (a: number, b: number) => number,
): { groups: number[][] | null; steps: number } {
  const unmet = Array.from({ length: n }, (_, a) => {
    let mask = 0
    for (let b = 0; b < n; b++) if (b !== a && timesMet(a, b) === 0) mask |= 1 << b
    return mask
  })
  const search = new Search(unmet)
  const groups = partitionGreedily(unmet, sizes) ?? partitionExactly(unmet, sizes, search)
  return { groups, steps: search.steps }
}

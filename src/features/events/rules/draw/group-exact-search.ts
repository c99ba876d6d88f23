/** The largest number of players: sets of players are 32-bit masks. */
export const MOST_EXACT = 32

/**
 * Limit on the steps of the search, so that a draw cannot stall. Realistic histories took at most about 1,300 steps, constructed ones up to
 * 190,000.
 */
const MOST_STEPS = 300_000

const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask)

/** Returns the mask of all bits above bit i. */
const above = (i: number): number => (i === 31 ? 0 : -1 << (i + 1))

/** Returns the mask of players 0 … n − 1. */
const everyone = (n: number): number => (n === 32 ? -1 : (1 << n) - 1)

function membersOf(group: number): number[] {
  const members: number[] = []
  for (let left = group; left !== 0; left &= left - 1) members.push(lowest(left))
  return members
}

/** The groups that can still be formed, as masks, in player order: those of the larger size and those of the smaller size. */
interface Open {
  readonly large: readonly number[]
  readonly small: readonly number[]
}

/**
 * Returns every group of the given size in which no two players have met.
 * @param fresh by player, the mask of those whom the player has not met
 */
function groupsOf(size: number, fresh: readonly number[]): number[] {
  const groups: number[] = []
  const add = (mask: number, open: number, wanted: number): void => {
    if (wanted === 0) groups.push(mask)
    else
      for (let left = open; left !== 0; left &= left - 1) {
        const player = lowest(left)
        add(mask | (1 << player), open & fresh[player]! & above(player), wanted - 1)
      }
  }
  add(0, everyone(fresh.length), size)
  return groups
}

const within = (groups: readonly number[], rest: number): number[] => groups.filter(mask => (mask & ~rest) === 0)

/**
 * A complete search for groups without rematches: an exact cover of the players by groups in which nobody has met. It branches on the
 * player with the fewest groups left and remembers every set of players for which it found no such cover.
 */
class Search {
  readonly #fresh: readonly number[]
  /** sets of players, with the number of large groups among them, that cannot be divided without rematches */
  readonly #hopeless = new Set<number>()
  steps = 0

  constructor(fresh: readonly number[]) {
    this.#fresh = fresh
  }

  /** True if the players in `rest` can be divided into so many large and small groups, all taken from `open`. */
  parts(rest: number, open: Open, large: number, small: number): boolean {
    if (rest === 0) return true
    const key = (rest >>> 0) + large * 2 ** 32
    if (this.#hopeless.has(key) || this.steps > MOST_STEPS) return false
    this.steps++
    const found = !this.#hasTooManyApart(rest, large + small) && this.#branch(rest, open, large, small)
    if (!found) this.#hopeless.add(key)
    return found
  }

  #branch(rest: number, open: Open, large: number, small: number): boolean {
    const left = { large: large > 0 ? within(open.large, rest) : [], small: small > 0 ? within(open.small, rest) : [] }
    const player = 1 << mostConstrained(rest, left)
    return (
      left.large.some(mask => (mask & player) !== 0 && this.parts(rest & ~mask, left, large - 1, small)) ||
      left.small.some(mask => (mask & player) !== 0 && this.parts(rest & ~mask, left, large, small - 1))
    )
  }

  /** True if a greedy search finds more players than groups who have all met each other: each of them needs a group of its own. */
  #hasTooManyApart(rest: number, groups: number): boolean {
    for (let left = rest; left !== 0; left &= left - 1) {
      const first = lowest(left)
      let apart = 1
      for (let others = rest & ~this.#fresh[first]! & ~(1 << first); others !== 0; apart++) {
        const player = lowest(others)
        others &= ~this.#fresh[player]! & ~(1 << player)
      }
      if (apart > groups) return true
    }
    return false
  }
}

/** Returns the player with the fewest groups left. */
function mostConstrained(rest: number, { large, small }: Open): number {
  const counts = new Uint32Array(32)
  for (const groups of [large, small])
    for (const mask of groups) for (let left = mask; left !== 0; left &= left - 1) counts[lowest(left)]!++
  let found = lowest(rest)
  for (let left = rest; left !== 0; left &= left - 1) if (counts[lowest(left)]! < counts[found]!) found = lowest(left)
  return found
}

/** Adds `wanted` players out of `open` to a group, the first possible ones in player order. @returns the group's mask; 0: there is none */
function firstGroup(group: number, open: number, wanted: number, fresh: readonly number[]): number {
  if (wanted === 0) return group
  for (let left = open; left !== 0; left &= left - 1) {
    const player = lowest(left)
    const found = firstGroup(group | (1 << player), open & fresh[player]! & above(player), wanted - 1, fresh)
    if (found !== 0) return found
  }
  return 0
}

/**
 * Greedy attempt: takes the first possible group for each player in turn, without looking ahead.
 * @returns null if it cannot go on without a rematch
 */
function straight(fresh: readonly number[], sizes: readonly number[]): number[][] | null {
  const left = [...sizes]
  const groups: number[][] = []
  for (let rest = everyone(fresh.length); rest !== 0; ) {
    const top = lowest(rest)
    const open = rest & fresh[top]!
    let group = 0
    for (const size of new Set(left)) group ||= firstGroup(1 << top, open, size - 1, fresh)
    if (group === 0) return null
    const members = membersOf(group)
    groups.push(members)
    left.splice(left.indexOf(members.length), 1)
    rest &= ~group
  }
  return groups
}

/**
 * Like `straight`, but takes a group only if the remaining players can still be divided without rematches.
 * @returns null if no division was found
 */
function careful(fresh: readonly number[], sizes: readonly number[], search: Search): number[][] | null {
  let rest = everyone(fresh.length)
  let large = sizes.filter(size => size === sizes[0]).length
  let small = sizes.length - large
  let open: Open = { large: groupsOf(sizes[0]!, fresh), small: small > 0 ? groupsOf(sizes.at(-1)!, fresh) : [] }
  if (!search.parts(rest, open, large, small)) return null
  const groups: number[][] = []
  while (rest !== 0) {
    const top = rest & -rest
    const first = open.large.find(mask => (mask & top) !== 0 && search.parts(rest & ~mask, open, large - 1, small))
    const next = first ?? open.small.find(mask => (mask & top) !== 0 && search.parts(rest & ~mask, open, large, small - 1))
    if (next === undefined) return null
    groups.push(membersOf(next))
    rest &= ~next
    if (first === undefined) small--
    else large--
    open = { large: large > 0 ? within(open.large, rest) : [], small: small > 0 ? within(open.small, rest) : [] }
  }
  return groups
}

/**
 * Finds groups without rematches for all players. From the first player on, each group is the first in player order, larger groups first,
 * that still leaves groups without rematches for the others.
 * @param n number of players, at most 32
 * @param sizes group sizes, larger ones first; they differ by at most one
 * @param met how often two players have met
 * @returns `groups` is null if none were found; `steps`: how many steps the search took
 */
export function partition(
  n: number,
  sizes: readonly number[],
  met: (a: number, b: number) => number,
): { groups: number[][] | null; steps: number } {
  const fresh = Array.from({ length: n }, (_, a) => {
    let mask = 0
    for (let b = 0; b < n; b++) if (b !== a && met(a, b) === 0) mask |= 1 << b
    return mask
  })
  const search = new Search(fresh)
  const groups = straight(fresh, sizes) ?? careful(fresh, sizes, search)
  return { groups, steps: search.steps }
}

/** As many players as a word has bits. */
export const MOST_EXACT = 32

/** Steps of the search, a guard against a stall: nights as they are played took at most some 1,300, made-up histories up to 190,000. */
const MOST_STEPS = 300_000

const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask)

/** Above bit i. */
const above = (i: number): number => (i === 31 ? 0 : -1 << (i + 1))

/** All players, in one set of bits. */
const everyone = (n: number): number => (n === 32 ? -1 : (1 << n) - 1)

function membersOf(group: number): number[] {
  const members: number[] = []
  for (let left = group; left !== 0; left &= left - 1) members.push(lowest(left))
  return members
}

/** Groups as sets of players, in order of players. */
interface Open {
  readonly large: readonly number[]
  readonly small: readonly number[]
}

/** Every group of a size in which nobody has met anybody. @param fresh by player, whom he has not met */
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
 * A complete search for groups in which nobody meets anybody again: an exact cover of the players by groups of those who have not met. It branches on
 * the player with the fewest groups left and remembers every set of players that turned out to have no such groups.
 */
class Search {
  readonly #fresh: readonly number[]
  /** sets of players, with the number of large groups among them, that cannot be parted */
  readonly #hopeless = new Set<number>()
  steps = 0

  constructor(fresh: readonly number[]) {
    this.#fresh = fresh
  }

  /** Whether `rest` can be parted into so many large and small groups of those open. */
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

  /** Players of whom all have met each other need a group each. */
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

/** The player with the fewest groups left. */
function mostConstrained(rest: number, { large, small }: Open): number {
  const counts = new Uint32Array(32)
  for (const groups of [large, small])
    for (const mask of groups) for (let left = mask; left !== 0; left &= left - 1) counts[lowest(left)]!++
  let found = lowest(rest)
  for (let left = rest; left !== 0; left &= left - 1) if (counts[lowest(left)]! < counts[found]!) found = lowest(left)
  return found
}

/** The first group in order of players that a player can join. @returns 0: none */
function firstGroup(group: number, open: number, wanted: number, fresh: readonly number[]): number {
  if (wanted === 0) return group
  for (let left = open; left !== 0; left &= left - 1) {
    const player = lowest(left)
    const found = firstGroup(group | (1 << player), open & fresh[player]! & above(player), wanted - 1, fresh)
    if (found !== 0) return found
  }
  return 0
}

/** Each group the first there is, without a look ahead. @returns null: that ends in repeats */
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

/** The same, but that each group leaves groups without repeats for the rest. @returns null: there are none */
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
 * Groups without repeats for all: from the first player on, each group the first in order of players, large ones first, that leaves such groups for the rest.
 * @param n players, at most 32
 * @param sizes larger groups first; at most one less than the largest
 * @param met how often two have met
 * @returns no groups when there are none
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

const NONE = -1

/** One search for an augmenting path (Edmonds' blossom algorithm). Odd cycles are shrunk to their base when they are found. */
class Search {
  readonly #neighbours: readonly (readonly number[])[]
  readonly #mates: number[]
  readonly #parent: number[]
  readonly #base: number[]
  readonly #reached: boolean[]
  readonly #queue: number[]

  constructor(neighbours: readonly (readonly number[])[], mates: number[], root: number) {
    const n = neighbours.length
    this.#neighbours = neighbours
    this.#mates = mates
    this.#parent = new Array<number>(n).fill(NONE)
    this.#base = Array.from({ length: n }, (_, i) => i)
    this.#reached = new Array<boolean>(n).fill(false)
    this.#reached[root] = true
    this.#queue = [root]
  }

  /** Adds one pair to the matching. @returns false if no augmenting path ends at a free vertex */
  augment(excluded: readonly boolean[]): boolean {
    for (const at of this.#queue) {
      for (const to of this.#neighbours[at]!) {
        if (excluded[to] || this.#base[at] === this.#base[to] || this.#mates[at] === to) continue
        const isOuter = this.#reached[to]
        if (isOuter) this.#shrink(at, to)
        else if (this.#parent[to] === NONE) {
          this.#parent[to] = at
          if (this.#mates[to] === NONE) {
            this.#flip(to)
            return true
          }
          this.#reach(this.#mates[to]!)
        }
      }
    }
    return false
  }

  #reach(vertex: number): void {
    this.#reached[vertex] = true
    this.#queue.push(vertex)
  }

  #flip(end: number): void {
    for (let at = end; at !== NONE; ) {
      const before = this.#parent[at]!
      const next = this.#mates[before]!
      this.#mates[at] = before
      this.#mates[before] = at
      at = next
    }
  }

  #shrink(a: number, b: number): void {
    const common = this.#commonBase(a, b)
    const inside = new Set<number>()
    this.#markPath(a, common, b, inside)
    this.#markPath(b, common, a, inside)
    for (let i = 0; i < this.#base.length; i++) {
      if (!inside.has(this.#base[i]!)) continue
      this.#base[i] = common
      if (!this.#reached[i]) this.#reach(i)
    }
  }

  #commonBase(a: number, b: number): number {
    const seen = new Set<number>()
    for (let at = a; ; at = this.#parent[this.#mates[at]!]!) {
      at = this.#base[at]!
      seen.add(at)
      if (this.#mates[at] === NONE) break
    }
    let at = this.#base[b]!
    while (!seen.has(at)) at = this.#base[this.#parent[this.#mates[at]!]!]!
    return at
  }

  #markPath(from: number, common: number, child: number, inside: Set<number>): void {
    let at = from
    let below = child
    while (this.#base[at] !== common) {
      const mate = this.#mates[at]!
      inside.add(this.#base[at]!)
      inside.add(this.#base[mate]!)
      this.#parent[at] = below
      below = mate
      at = this.#parent[mate]!
    }
  }
}

/**
 * Extends a matching to a maximum matching of a graph: as many pairs of neighbours as possible, each vertex in at most one pair.
 * @param excluded vertices that must not be used
 * @param mates the matching to start from, extended in place; −1: unmatched
 * @returns how many of the usable vertices stay unmatched
 */
export function extendToMaximumMatching(neighbours: readonly (readonly number[])[], excluded: readonly boolean[], mates: number[]): number {
  let unmatched = 0
  for (let root = 0; root < neighbours.length; root++)
    if (!excluded[root] && mates[root] === NONE && !new Search(neighbours, mates, root).augment(excluded)) unmatched++
  return unmatched
}

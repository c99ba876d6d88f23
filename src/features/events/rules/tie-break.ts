/** What an entrant's place in the standings follows from. */
export interface RankKey {
  /** the total of the format, more being better */
  readonly merit: number
  /** ranks on machines (places in groups), ascending */
  readonly places: readonly number[]
}

/**
 * Equal totals are told apart by the most first places, then seconds, thirds … Since places ascend, that is the smaller number
 * where two lists first differ, or the longer list.
 * @returns the place whose count decides; null: they share the rank
 */
export function decidingPlacement(a: readonly number[], b: readonly number[]): number | null {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return Math.min(a[i]!, b[i]!)
  return a[shared] ?? b[shared] ?? null
}

/** @returns negative when `a` stands before `b`, 0 when they share the rank */
export function compareTallies(a: RankKey, b: RankKey): number {
  if (a.merit !== b.merit) return b.merit - a.merit
  const shared = Math.min(a.places.length, b.places.length)
  for (let i = 0; i < shared; i++) if (a.places[i] !== b.places[i]) return a.places[i]! - b.places[i]!
  return b.places.length - a.places.length
}

export interface Placing {
  /** 1 for the first; equal tallies share it: 1, 2, 2, 4 */
  rank: number
  /**
   * With others on the same total: the place (1: firsts, 2: seconds …) by whose count this one is told apart from the next better of them, or,
   * being the best, from the next worse. null: the total decides, or all of them share the rank.
   */
  tieBreak: number | null
}

/** Gives each its placing. @param tallies best first, as `compareTallies` orders them */
export function assignRanks<T extends RankKey>(
  tallies: readonly T[],
  give: (tally: T, rank: number, tieBreak: number | null) => void,
): void {
  let above: number | null = null
  for (let from = 0; from < tallies.length; ) {
    const first = tallies[from]!
    let to = from + 1
    while (to < tallies.length && compareTallies(first, tallies[to]!) === 0) to++
    const next = tallies[to]
    const below = next !== undefined && next.merit === first.merit ? decidingPlacement(first.places, next.places) : null
    for (let i = from; i < to; i++) give(tallies[i]!, from + 1, above ?? below)
    above = below
    from = to
  }
}

const smallerId = (a: { entrantId: string }, b: { entrantId: string }): number => (a.entrantId < b.entrantId ? -1 : 1)

/** The one order of standings; who shares a rank is listed by id. */
export const compareEntrants = (a: RankKey & { entrantId: string }, b: RankKey & { entrantId: string }): number =>
  compareTallies(a, b) || smallerId(a, b)

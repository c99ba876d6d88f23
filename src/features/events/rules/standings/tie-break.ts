import type { TieBreak } from '../standings-options.ts'
import { shownPoints } from './points.ts'

/** What an entrant's place in the standings is computed from. */
export interface RankKey {
  /** the total in the format, higher being better */
  readonly sortValue: number
  /** ranks on machines, or places in groups, ascending */
  readonly places: readonly number[]
}

/**
 * Breaks a tie between equal totals: most first places win, then most seconds, thirds, and so on. Since places are ascending, the list wins
 * that has the smaller number where the two first differ, or the longer one.
 * @returns the place whose count decides; null: they share the rank
 */
export function decidingPlacement(a: readonly number[], b: readonly number[]): number | null {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return Math.min(a[i]!, b[i]!)
  return a[shared] ?? b[shared] ?? null
}

/** Compares two keys, the better one first. @returns negative if `a` stands before `b`, 0 if they share the rank */
export function compareRankKeys(a: RankKey, b: RankKey): number {
  return b.sortValue - a.sortValue || comparePlaces(a.places, b.places)
}

/** Compares places as `decidingPlacement` does. @returns negative if `a` is better, 0 if they are equal */
export function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return b.length - a.length
}

/** Which tie-break decided a place, and the figures of the row and of the neighbour from which it is separated, in thousandths. */
export interface TieDecision {
  by: TieBreak
  own: number
  other: number
}

/** Converts the figures of a decision as documents and exports show them. */
export const shownDecision = ({ by, own, other }: TieDecision): TieDecision => ({ by, own: shownPoints(own), other: shownPoints(other) })

export interface EntrantPlacement {
  /** 1 for the first; equal keys share a rank: 1, 2, 2, 4 */
  rank: number
  /**
   * The place (1: first places, 2: second places, …) whose count broke a tie with entrants who have the same total: the tie with the next
   * better of them, or, for the best of them, with the next worse. null: the total decides, or all of them share the rank.
   */
  tieBreak: number | null
  /** in events with chosen tie-breaks: which one broke the tie with that neighbour; absent: none did */
  decidedBy?: TieDecision
}

/** Passes each entrant's rank and tie-break to `assign`. @param keys best first, as `compareRankKeys` orders them */
export function assignRanks<T extends RankKey>(keys: readonly T[], assign: (key: T, rank: number, tieBreak: number | null) => void): void {
  let above: number | null = null
  for (let from = 0; from < keys.length; ) {
    const first = keys[from]!
    let to = from + 1
    while (to < keys.length && compareRankKeys(first, keys[to]!) === 0) to++
    const next = keys[to]
    const below = next !== undefined && next.sortValue === first.sortValue ? decidingPlacement(first.places, next.places) : null
    for (let i = from; i < to; i++) assign(keys[i]!, from + 1, above ?? below)
    above = below
    from = to
  }
}

export const smallerId = (a: { entrantId: string }, b: { entrantId: string }): number => (a.entrantId < b.entrantId ? -1 : 1)

/** The order of all standings; entrants who share a rank are listed by id. */
export const compareEntrants = (a: RankKey & { entrantId: string }, b: RankKey & { entrantId: string }): number =>
  compareRankKeys(a, b) || smallerId(a, b)

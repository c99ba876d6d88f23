import type { ResultEntry } from '#events/formats/ui/format-labels.ts'
import * as m from '#messages'
import { ordinal } from '#platform/ui/format/ssr-format.ts'
import { commas } from '../labels/list-labels.ts'
import { nthPlace } from '../labels/number-labels.ts'

/** The result of a group as it is being entered. */
export interface EnteredResult {
  /** the tapped players, in the order of the taps */
  readonly taps: readonly string[]
  /** players who share the place of the player before them */
  readonly tied: readonly string[]
}

/** Returns the finishing order after a tap: it gives the player the next place, and a player who has a place keeps it. */
export const applyTap = (taps: readonly string[], entrantId: string): string[] =>
  taps.includes(entrantId) ? [...taps] : [...taps, entrantId]

/** Takes a player's place back. The players behind move up; a tie with the player, or of the player, ends. */
export function takeBack({ taps, tied }: EnteredResult, entrantId: string): EnteredResult {
  const index = taps.indexOf(entrantId)
  if (index < 0) return { taps, tied }
  const next = taps[index + 1]
  const left = taps.filter(each => each !== entrantId)
  return { taps: left, tied: tied.filter(each => left.includes(each) && each !== next) }
}

/**
 * Returns the result after a score was typed, changed or deleted: players with a score come first, the best before the others, and those with
 * equal ones are tied. The others keep their order.
 * @param before the scores until now: who has lost one has lost the place too
 * @param lowest true: they are strokes, of which the fewest are the best
 */
export function orderByScores(
  { taps, tied }: EnteredResult,
  scores: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  lowest = false,
): EnteredResult {
  const scored = [...scores].sort(([, a], [, b]) => (lowest ? a - b : b - a)).map(([id]) => id)
  const others = taps.filter(id => !scores.has(id) && !before.has(id))
  const equal = scored.filter((id, i) => i > 0 && scores.get(id) === scores.get(scored[i - 1]!))
  return { taps: [...scored, ...others], tied: [...equal, ...tied.filter(id => others.includes(id) && id !== others[0])] }
}

/** Returns the order once it is known: the last place goes to the only player without one. null: players are missing. */
export function completeOrder(taps: readonly string[], group: readonly string[]): string[] | null {
  const left = group.filter(each => !taps.includes(each))
  return left.length > 1 ? null : [...taps, ...left]
}

/**
 * Returns the places of an order in which some share the place of the player before them: 1, 2, 2, 4.
 * @param mayShare whether the player after this place may share it
 */
export function placesWithTies(order: readonly string[], tied: readonly string[], mayShare: (place: number) => boolean): number[] {
  const places: number[] = []
  for (const [i, entrantId] of order.entries()) places.push(i > 0 && tied.includes(entrantId) && mayShare(i) ? places[i - 1]! : i + 1)
  return places
}

/** Returns the players of a result who share the place of the player before them. */
export const tiedPlayers = (order: readonly string[], places: readonly number[] | undefined): string[] =>
  order.filter((_, i) => i > 0 && places !== undefined && places[i] === places[i - 1])

/** "Ada 1st, Ben 2nd", for screen readers. */
export const placeOrderLabel = (names: readonly string[], places: readonly number[] = names.map((_, i) => i + 1)): string =>
  commas(names.map((name, i) => m.events_order_place({ name, ...nthPlace(places[i]!) })))

/** Enters a result by tapping the players in the order in which they finished. */
export const finishingOrder: ResultEntry = {
  instruction: m.events_result_words,
  firstTap: name => m.events_result_first({ name }),
  missing: m.events_result_tap,
  taps: (_format, order) => [...order],
  tap: (_format, taps, entrantId) => applyTap(taps, entrantId),
  order: (_format, taps, group) => completeOrder(taps, group),
  place: index => index + 1,
  mark: (_format, place) => ordinal(place),
  summary: placeOrderLabel,
}

/** "Ada", "Ada and Ben", "Ada, Ben and Chloe". */
export function joinNames(names: readonly string[]): string {
  const all = names.map(name => m.events_list_name({ name }))
  return all.length < 2 ? (all[0] ?? '') : m.events_list_last({ all: commas(all.slice(0, -1)), last: all.at(-1)! })
}

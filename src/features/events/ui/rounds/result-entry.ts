import * as m from '#messages'
import { ordinal } from '../../../../platform/ui/format/ssr-format.ts'
import type { ResultEntry } from '../../formats/ui/format-labels.ts'
import { commas } from '../labels/list-labels.ts'
import { nthPlace } from '../labels/number-labels.ts'

/**
 * Returns the finishing order after a tap on a player. The tap gives the player the next place, or takes a place back that the player
 * already has. When only one player is left, that player gets the last place.
 * @param order the places given so far, first place first
 */
export function tapped(order: readonly string[], entrantId: string, group: readonly string[]): string[] {
  const complete = order.length === group.length
  // The last place was filled in automatically, so taking it back also undoes the tap before it.
  const taken = complete && order.at(-1) === entrantId ? order.at(-2) : entrantId
  const own = complete ? order.slice(0, -1) : order
  if (order.includes(entrantId)) return own.filter(each => each !== taken)
  const next = [...own, entrantId]
  return next.length === group.length - 1 ? [...next, ...group.filter(each => !next.includes(each))] : next
}

/** "Ada 1st, Ben 2nd", for screen readers. */
export const placeOrderLabel = (names: readonly string[]): string =>
  commas(names.map((name, i) => m.events_order_place({ name, ...nthPlace(i + 1) })))

/** Enters a result by tapping the players in the order in which they finished. */
export const finishingOrder: ResultEntry = {
  instruction: m.events_result_words,
  missing: m.events_result_tap,
  taps: (_format, order) => [...order],
  tap: (_format, taps, entrantId, group) => tapped(taps, entrantId, group),
  order: (_format, taps, group) => (taps.length === group.length ? [...taps] : null),
  mark: index => ordinal(index + 1),
  summary: placeOrderLabel,
}

/** "Ada", "Ada and Ben", "Ada, Ben and Chloe". */
export function namesTogether(names: readonly string[]): string {
  const all = names.map(name => m.events_list_name({ name }))
  return all.length < 2 ? (all[0] ?? '') : m.events_list_last({ all: commas(all.slice(0, -1)), last: all.at(-1)! })
}

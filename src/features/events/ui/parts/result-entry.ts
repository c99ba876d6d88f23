import * as m from '#messages'
import { commas } from './list-labels.ts'
import { nthPlace } from './number-labels.ts'

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
export const placeOrderLabel = (order: readonly string[], nameOf: (entrantId: string) => string): string =>
  commas(order.map((each, i) => m.events_order_place({ name: nameOf(each), ...nthPlace(i + 1) })))

/** "Ada", "Ada and Ben", "Ada, Ben and Chloe". */
export function namesTogether(names: readonly string[]): string {
  const all = names.map(name => m.events_list_name({ name }))
  return all.length < 2 ? (all[0] ?? '') : m.events_list_last({ all: commas(all.slice(0, -1)), last: all.at(-1)! })
}

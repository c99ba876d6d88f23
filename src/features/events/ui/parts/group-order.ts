import { ordinal } from '../../../../platform/ui/plain-format.ts'

/**
 * The finishing order after a tap on a player of a group: the next place, or, on who has one, taken back. Who is left last is last.
 * @param order first place first, as far as it is tapped
 */
export function tapped(order: readonly string[], entrantId: string, group: readonly string[]): string[] {
  const complete = order.length === group.length
  // The last place was nobody's tap: to take it back is to take back the tap before it.
  const taken = complete && order.at(-1) === entrantId ? order.at(-2) : entrantId
  const own = complete ? order.slice(0, -1) : order
  if (order.includes(entrantId)) return own.filter(each => each !== taken)
  const next = [...own, entrantId]
  return next.length === group.length - 1 ? [...next, ...group.filter(each => !next.includes(each))] : next
}

/** "Ada 1st, Ben 2nd": for readers of text. */
export const orderWords = (order: readonly string[], nameOf: (entrantId: string) => string): string =>
  order.map((each, i) => `${nameOf(each)} ${ordinal(i + 1)}`).join(', ')

/** "Ada", "Ada and Ben", "Ada, Ben and Chloe". */
export function namesTogether(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

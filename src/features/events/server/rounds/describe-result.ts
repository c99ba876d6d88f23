import { type EventFormat, roundRules } from '../../formats/registry.ts'
import { toPlaceholder } from '../log/event-log-store.ts'

/**
 * Returns a group's result for the event's log: its players in the order in which they finished. Where that order alone does not say the
 * places, each place stands before its name; places that do not count in the format are left out.
 */
export function describeResult(
  format: EventFormat,
  { order, places }: { order: readonly string[]; places: readonly number[] | null },
): string {
  const rules = roundRules(format)
  const placed = order
    .map((entrantId, i) => ({ entrantId, place: places?.[i] ?? i + 1 }))
    .filter(({ place }) => rules?.countsPlace?.({ place, size: order.length }) ?? true)
  const showsPlaces = places !== null || placed.length < order.length
  return placed.map(({ entrantId, place }) => (showsPlaces ? `${place}. ` : '') + toPlaceholder(entrantId)).join(', ')
}

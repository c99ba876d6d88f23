import { DdpError } from '../../../../ddp/wire/error.ts'
import { type EventFormat, roundRules } from '../../formats/registry.ts'
import { toPlaceholder } from '../log/event-log-store.ts'
import type { EventMachineRow } from '../store.ts'
import type { MatchGroupRow } from './round-store.ts'

/** @param group null: there is no such group; otherwise it has no such game */
export const noGame = (group: MatchGroupRow | null): DdpError =>
  new DdpError(404, group === null ? 'There is no such group in this event.' : 'There is no such game in this group.')

/** Names a game for the event's log, by its machine, and by its number if the group plays several. @param number 1 for the first */
export function describeGame(
  group: Pick<MatchGroupRow, 'number' | 'games'> & { round: number },
  number: number,
  machines: readonly Pick<EventMachineRow, 'machineId' | 'name'>[],
): string {
  const machine = machines.find(({ machineId }) => machineId === group.games[number - 1]?.machineId)
  const where = `Round ${group.round}, ${machine?.name ?? `group ${group.number}`}`
  return group.games.length === 1 ? where : `${where}, game ${number} of group ${group.number}`
}

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

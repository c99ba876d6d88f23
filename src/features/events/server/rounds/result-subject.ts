import type { DdpError } from '#ddp/wire/error.ts'
import { noGameInGroup, noGroupInEvent } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { type EventFormat, isMatchmade, roundRules } from '#events/formats/registry.ts'
import type { EventMachineRow } from '../store.ts'
import type { MatchGroupRow } from './round-store.ts'

/** @param group null: there is no such group; otherwise it has no such game */
export const noGame = (group: MatchGroupRow | null): DdpError => (group === null ? noGroupInEvent() : noGameInGroup())

/** A game of a group. `game`: 1 for the first */
interface PlayedGame {
  group: Pick<MatchGroupRow, 'number' | 'games'> & { round: number }
  game: number
  machines: readonly Pick<EventMachineRow, 'machineId' | 'name'>[]
}

/** Names a group in an event's log: by its round, or where games begin one by one by its number alone. */
export const gameOfEvent = ({ kind }: EventFormat, { round, number }: { round: number; number: number }) => ({
  ...(isMatchmade(kind) ? {} : { round }),
  group: number,
})

/**
 * Returns a game's result for the event's log: its players in the order in which they finished, and their places where that order alone does
 * not say them. Players whose place does not count in the format are left out. The game has its number if its group plays several.
 */
export function resultSubject(
  { group, game, machines }: PlayedGame,
  format: EventFormat,
  { order, places }: { order: readonly string[]; places: readonly number[] | null },
): Extract<StoredLogSubject, { kind: 'result' }> {
  const rules = roundRules(format)
  const placed = order
    .map((entrantId, i) => ({ entrantId, place: places?.[i] ?? i + 1 }))
    .filter(({ place }) => rules?.countsPlace?.({ place, size: order.length }) ?? true)
  const machine = machines.find(({ machineId }) => machineId === group.games[game - 1]?.machineId)
  return {
    kind: 'result',
    ...gameOfEvent(format, group),
    ...(group.games.length === 1 ? {} : { game }),
    machine: machine?.name ?? null,
    players: placed.map(({ entrantId }) => entrantId),
    ...(places !== null || placed.length < order.length ? { places: placed.map(({ place }) => place) } : {}),
  }
}

import type { NewChange } from '#platform/db/change-log/write.ts'
import { createEventChange, type ResultOverruled } from '../changes.ts'
import type { GameRow, GroupOfRound } from './round-store.ts'

/**
 * The change for a game of a group that was played or moved. It carries the group, so that views of the event need not reload the rounds.
 * Where the machine of the game is another one, its players have changed seats.
 * @param number 1 for the first game
 */
export function createGameChange(
  eventId: string,
  { round, roundId, ...group }: GroupOfRound,
  number: number,
  { changed, logId, overruled }: { changed: Partial<GameRow>; logId: string | null; overruled?: ResultOverruled },
): NewChange {
  const games = group.games.map((game, i) => (i === number - 1 ? { ...game, ...changed } : game))
  const played = { round, group: { ...group, games }, logId, ...(overruled === undefined ? {} : { overruled }) }
  const isMoved = changed.machineId !== undefined && changed.machineId !== group.games[number - 1]?.machineId
  return createEventChange(eventId, { kind: 'rounds', played, ...(isMoved ? { seats: { roundId, entrantIds: group.entrantIds } } : {}) })
}

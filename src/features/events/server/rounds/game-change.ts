import type { NewChange } from '#platform/db/change-log/write.ts'
import { createEventChange, type ResultOverruled } from '../changes.ts'
import type { GameRow, MatchGroupRow } from './round-store.ts'

/**
 * The change for a game of a group that was played or moved. It carries the group, so that views of the event need not reload the rounds.
 * @param number 1 for the first game
 */
export function createGameChange(
  eventId: string,
  { round, ...group }: MatchGroupRow & { round: number },
  number: number,
  { changed, logId, overruled }: { changed: Partial<GameRow>; logId: string | null; overruled?: ResultOverruled },
): NewChange {
  const games = group.games.map((game, i) => (i === number - 1 ? { ...game, ...changed } : game))
  const played = { round, group: { ...group, games }, logId, ...(overruled === undefined ? {} : { overruled }) }
  return createEventChange(eventId, { kind: 'rounds', played })
}

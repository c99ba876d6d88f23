import { isBracket, isMatchmade } from '#events/formats/registry.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { EventRow } from '../store.ts'
import { type BracketChange, changeBracket, type SettledBracket } from './bracket.ts'
import { lockGames } from './lock-games.ts'
import { beginGames } from './matchmaking.ts'

/** True if who plays next follows from the results, so that nobody draws it: in brackets, and where games begin one by one. */
export const followsResults = ({ format }: Pick<EventRow, 'format'>): boolean => isBracket(format.kind) || isMatchmade(format.kind)

/**
 * Makes a change of what was played, and then begins the games that follow from it. The games of the event must be locked.
 * @param now ms
 * @throws DdpError 409
 */
export async function changePlayed(tx: Db, event: EventRow, now: number, change: BracketChange): Promise<SettledBracket> {
  const settled = await changeBracket(tx, event, change)
  const ended = change.isCorrection ? undefined : change.groupId
  return { ...settled, changes: [...settled.changes, ...(await beginGames(tx, event, now, ended))] }
}

/**
 * Begins the games that may begin since somebody has come or gone, or a machine is free. In a bracket, players who have come since it was drawn
 * take its byes, as long as there are some, and those who have left lose what they have not played.
 * @param now ms
 * @throws DdpError 409 if somebody returns whose forfeit has let others play on
 */
export async function settleGames(tx: Db, event: EventRow, now: number): Promise<NewChange[]> {
  if (!followsResults(event)) return []
  await lockGames(tx, event.id)
  const { changes } = await changePlayed(tx, event, now, { reopens: false })
  return changes
}

/** Begins the games that may begin since something has changed that no bracket depends on, such as a machine. @param now ms */
export const settleQueue = async (tx: Db, event: EventRow, now: number): Promise<NewChange[]> =>
  isMatchmade(event.format.kind) ? settleGames(tx, event, now) : []

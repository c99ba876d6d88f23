import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'

/** A group as it is drawn. `machineIds` holds the machine of each game. */
export interface NewMatchGroup {
  id: string
  entrantIds: string[]
  machineIds: string[]
  bracketGame?: string
}

/** @param number 1 for the first of its round */
export async function insertMatchGroup(
  tx: Db,
  roundId: string,
  number: number,
  { id, entrantIds, machineIds, bracketGame }: NewMatchGroup,
): Promise<void> {
  await tx
    .insertInto('event_groups')
    .values({ id, round_id: roundId, number, entrant_ids: entrantIds, bracket_game: bracketGame ?? null })
    .execute()
  await insertGames(tx, id, 1, machineIds)
}

/** @param first number of the first of these games in its group @param machineIds the machine of each */
export async function insertGames(tx: Db, groupId: string, first: number, machineIds: readonly string[]): Promise<void> {
  const games = machineIds.map((machineId, i) => ({ group_id: groupId, game: first + i, machine_id: machineId || null }))
  if (games.length > 0) await tx.insertInto('event_games').values(games).execute()
}

/** Takes games of a group back, from this number on. */
export async function deleteGames(tx: Db, groupId: string, from: number): Promise<void> {
  await tx.deleteFrom('event_games').where('group_id', '=', groupId).where('game', '>=', from).execute()
}

export async function deleteGroups(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('event_groups').where('id', '=', anyOf(ids)).execute()
}

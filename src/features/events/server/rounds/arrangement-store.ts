import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { isSamePlayers } from '#events/rules/draw/arrangement.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'

/** Rows of `event_groups` and `event_games` as Postgres has them, so that they can be put back as they were. */
interface StoredGroups {
  groups: { id: string; number: number; entrant_ids: string[]; bracket_game?: string | null }[]
  games: object[]
}

/** A part of a round: some of its groups, and everybody who stands by. */
export interface RoundPart extends StoredGroups {
  byes: string[]
}

/** A change of a round. `groupIds`: the groups that it has changed, made or broken up. */
export interface StoredArrangement {
  roundId: string
  groupIds: string[]
  before: RoundPart
  after: RoundPart
}

/**
 * Returns who has another place in the round after the change: the players of groups whose players are others, and who stands by and did not
 * before.
 */
export function reseatedPlayers({ before, after }: Pick<StoredArrangement, 'before' | 'after'>): string[] {
  const groupsBefore = new Map(before.groups.map(({ id, entrant_ids }) => [id, entrant_ids]))
  return [
    ...after.groups
      .filter(({ id, entrant_ids }) => !isSamePlayers(entrant_ids, groupsBefore.get(id) ?? []))
      .flatMap(each => each.entrant_ids),
    ...after.byes.filter(player => !before.byes.includes(player)),
  ]
}

/** Reads these groups as they are; those that are not there are left out. */
export async function readRoundPart(tx: Db, roundId: string, groupIds: readonly string[]): Promise<RoundPart> {
  const { rows } = await sql<RoundPart>`
    SELECT r.byes,
      (SELECT coalesce(jsonb_agg(to_jsonb(g) ORDER BY g.number), '[]') FROM event_groups g WHERE g.round_id = r.id AND g.id = ${anyOf(groupIds)}) AS groups,
      (SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.group_id, p.game), '[]') FROM event_games p JOIN event_groups g ON g.id = p.group_id
        WHERE g.round_id = r.id AND g.id = ${anyOf(groupIds)}) AS games
    FROM event_rounds r WHERE r.id = ${roundId}
  `.execute(tx)
  return rows[0]!
}

/** Replaces these groups of a round by others, and sets who stands by. */
export async function replaceRoundPart(
  tx: Db,
  roundId: string,
  groupIds: readonly string[],
  { byes, groups, games }: RoundPart,
): Promise<void> {
  await tx.updateTable('event_rounds').set({ byes }).where('id', '=', roundId).execute()
  await tx.deleteFrom('event_groups').where('round_id', '=', roundId).where('id', '=', anyOf(groupIds)).execute()
  await sql<never>`INSERT INTO event_groups SELECT * FROM jsonb_populate_recordset(NULL::event_groups, ${JSON.stringify(groups)}::jsonb)`.execute(
    tx,
  )
  await sql<never>`INSERT INTO event_games SELECT * FROM jsonb_populate_recordset(NULL::event_games, ${JSON.stringify(games)}::jsonb)`.execute(
    tx,
  )
}

/** True if each player of this part of a round is still in the event, and has no place in the groups that are not of this part. */
async function maySeat(tx: Db, roundId: string, groupIds: readonly string[], { groups, byes }: RoundPart): Promise<boolean> {
  const players = [...byes, ...groups.flatMap(({ entrant_ids }) => entrant_ids)]
  if (new Set(players).size < players.length) return false
  const { rows } = await sql<{ free: number }>`
    SELECT count(*)::integer AS free FROM event_rounds r JOIN event_entrants n ON n.event_id = r.event_id AND n.id = ${anyOf(players)}
    WHERE r.id = ${roundId} AND NOT EXISTS (
      SELECT 1 FROM event_groups g WHERE g.round_id = r.id AND n.id = ANY (g.entrant_ids) AND NOT g.id = ${anyOf(groupIds)})
  `.execute(tx)
  return rows[0]!.free === players.length
}

/**
 * Puts a round back as it was before a change.
 * @returns false if the round was taken back, or something else has happened to these groups, to those who stand by or to a player
 */
export async function restoreRound(tx: Db, { roundId, groupIds, before, after }: StoredArrangement): Promise<boolean> {
  const round = await tx.selectFrom('event_rounds').select('id').where('id', '=', roundId).executeTakeFirst()
  // Changes that were stored earlier lack columns that came later.
  const left = {
    ...after,
    groups: after.groups.map(group => ({ bracket_game: null, ...group })),
    games: after.games.map(game => ({ scores: null, scored_at: null, ...game })),
  }
  if (round === undefined || !isDeepStrictEqual(await readRoundPart(tx, roundId, groupIds), left)) return false
  // In a bracket somebody may have two games in a round, of which one plays off the tie of the other.
  const isOfBracket = after.groups.some(group => typeof group.bracket_game === 'string')
  if (!isOfBracket && !(await maySeat(tx, roundId, groupIds, before))) return false
  await replaceRoundPart(tx, roundId, groupIds, before)
  return true
}

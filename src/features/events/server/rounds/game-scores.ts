import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { GameScore } from '../api.ts'
import type { EventServices } from '../event-services.ts'

/**
 * Tells the features above which scores of these groups' games count, after anything that may have changed that: a result, the machine or
 * the players of a game, or the account to which a guest's entry belongs. Each feature compares the scores with those that it has, so telling
 * it again changes nothing.
 * @param groupIds also groups that are no more
 * @param unscored true: their games have no scores and had none before, so none is looked for
 * @returns the changes for the change log
 */
export async function updateGameScores(
  tx: Db,
  { gameScoresHooks }: Pick<EventServices, 'gameScoresHooks'>,
  groupIds: readonly string[],
  unscored = false,
): Promise<NewChange[]> {
  if (groupIds.length === 0) return []
  const scores = unscored ? [] : await listGameScores(tx, groupIds)
  const changes: NewChange[] = []
  for (const hook of gameScoresHooks) changes.push(...(await hook(tx, { groupIds, scores, unscored })))
  return changes
}

/** Guests have no scores yet, and boards have none of 0. Strokes are no scores: they were not entered at a time of their own. */
async function listGameScores(tx: Db, groupIds: readonly string[]): Promise<GameScore[]> {
  const { rows } = await sql<GameScore>`
    SELECT r.event_id AS "eventId", e.venue_id AS "venueId", p.group_id AS "groupId", p.game, n.user_id AS "userId", p.machine_id AS "machineId", s.value::bigint AS value,
      p.scored_at AS at
    FROM event_games p JOIN event_groups g ON g.id = p.group_id JOIN event_rounds r ON r.id = g.round_id JOIN events e ON e.id = r.event_id
      CROSS JOIN jsonb_array_elements_text(p.scores) WITH ORDINALITY AS s (value, place)
      JOIN event_entrants n ON n.id = p.result[s.place::integer] AND n.user_id IS NOT NULL
    WHERE p.group_id = ${anyOf(groupIds)} AND p.confirmed AND p.machine_id IS NOT NULL AND p.scored_at IS NOT NULL AND s.value::bigint > 0
  `.execute(tx)
  return rows
}

/** Lists the groups of these events in which the user plays, and which have typed scores. */
export async function listScoredGroups(tx: Db, eventIds: readonly string[], userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT g.id FROM event_entrants n JOIN event_rounds r ON r.event_id = n.event_id JOIN event_groups g ON g.round_id = r.id
    WHERE n.user_id = ${userId} AND n.event_id = ${anyOf(eventIds)} AND n.id = ANY (g.entrant_ids)
      AND EXISTS (SELECT 1 FROM event_games p WHERE p.group_id = g.id AND p.scored_at IS NOT NULL)
  `.execute(tx)
  return rows.map(({ id }) => id)
}

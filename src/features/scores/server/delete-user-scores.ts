import { sql } from 'kysely'
import type { DeletionRequest } from '#accounts/server/api.ts'
import type { EventsApi } from '#events/server/api.ts'
import { addToTotals, setLastPlayed } from '#machines/server/shared/tally-store.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { type PlayerScoresErased, scoreChanged, scoresErased, scoresSubmitted } from './changes.ts'
import { ERASED_COLUMNS } from './score-fields.ts'
import { deleteScoreDetails, newestGame, recomputePersonalBest } from './store.ts'

/**
 * Removes a deleted user's data from scores. If the user's scores are kept, they and the comments
 * stay without a name; if they are erased, only their ids remain, as tombstones. Likes are deleted
 * in both cases. Rows are locked in the order that all writers use: scores, bests, totals.
 */
export async function deleteUserScores(
  tx: Db,
  { userId, eraseScores: erase }: DeletionRequest,
  events: Pick<EventsApi, 'removeScores'>,
): Promise<NewChange[]> {
  const { rows } = await sql<{ id: string; own: boolean }>`
    SELECT s.id, s.user_id = ${userId} AS own FROM scores s WHERE s.user_id = ${userId} OR s.id IN (SELECT score_id FROM score_likes WHERE user_id = ${userId})
      OR s.id IN (SELECT score_id FROM comments WHERE user_id = ${userId} AND removed_at IS NULL)
    ORDER BY s.id FOR NO KEY UPDATE
  `.execute(tx)
  const touchedIds = rows.map(({ id }) => id)
  await sql<never>`
    UPDATE scores s SET likes = likes - 1 FROM score_likes l WHERE l.score_id = s.id AND l.user_id = ${userId}
  `.execute(tx)
  await tx.deleteFrom('score_likes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('score_flags').where('user_id', '=', userId).execute()
  await tx.deleteFrom('score_confirmations').where('user_id', '=', userId).execute()
  await tx.deleteFrom('board_kiosks').where('created_by', '=', userId).execute()
  const ownIds = rows.filter(row => row.own).map(({ id }) => id)
  await tx.updateTable('scores').set({ picture: null }).where('id', '=', anyOf(ownIds)).where('picture', 'is not', null).execute()
  const eventChanges = erase ? await events.removeScores(tx, ownIds) : []
  const machines = erase ? await deleteOwnScores(tx, userId, ownIds) : []
  await scrubChangeLog(tx, userId, erase)
  if (!erase && touchedIds.length === 0) return []
  return [...eventChanges, scoresErased.of({ userId, machines, touched: touchedIds })]
}

/** @param ownIds the ids of the scores to erase, whose rows are locked; a score submitted meanwhile is erased by the deletion's second pass */
async function deleteOwnScores(tx: Db, userId: string, ownIds: readonly string[]): Promise<PlayerScoresErased['machines']> {
  await sql<never>`
    UPDATE scores s SET comments = s.comments - c.n
    FROM (SELECT score_id, count(*) AS n FROM comments WHERE user_id = ${userId} AND removed_at IS NULL GROUP BY score_id) c WHERE s.id = c.score_id
  `.execute(tx)
  const removedFields = { removed_at: sql<Date>`coalesce(removed_at, now())`, text: '', fingerprint: '' }
  await tx.updateTable('comments').set(removedFields).where('user_id', '=', userId).execute()
  await tx.updateTable('comments').set(removedFields).where('score_id', '=', anyOf(ownIds)).execute()
  await deleteScoreDetails(tx, ownIds)
  await tx.deleteFrom('game_scores').where('score_id', '=', anyOf(ownIds)).execute()
  const { rows: counted } = await sql<{ machineId: string; scores: number; zeros: number }>`
    SELECT machine_id AS "machineId", count(*) AS scores, count(*) FILTER (WHERE value % 10 = 0) AS zeros FROM scores
    WHERE id = ANY (${ownIds}::text[]) AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review GROUP BY machine_id ORDER BY machine_id
  `.execute(tx)
  await tx
    .updateTable('scores')
    .set(eb => ({ removed_at: sql<Date>`coalesce(removed_at, now())`, version: eb('version', '+', 1) }))
    .set({ ...ERASED_COLUMNS, fingerprint: '', answer: '{}', likes: 0, comments: 0 })
    .where('id', '=', anyOf(ownIds))
    .execute()
  const machines: PlayerScoresErased['machines'] = []
  const players = new Map<string, number>()
  for (const { machineId } of counted) players.set(machineId, await recomputePersonalBest(tx, machineId, userId))
  for (const { machineId, scores, zeros } of counted) {
    const tally = await addToTotals(tx, machineId, { scores: -scores, players: players.get(machineId)!, zeros: -zeros })
    machines.push({ machineId, tally, ...(await setLastPlayed(tx, machineId, newestGame(machineId), null)) })
  }
  return machines
}

/** Removes the user's data from the change log, which keeps the entries of the last hour. */
async function scrubChangeLog(tx: Db, userId: string, erase: boolean): Promise<void> {
  const named = sql<never>`'{"username": "", "displayName": "Deleted player"}'::jsonb`
  const entered = erase ? sql<never>`'{comment,location,venueId,fingerprint,answer}'` : sql<never>`'{fingerprint,answer}'`
  const erased = erase ? sql<never>`|| '{"comment": null, "location": null, "venueId": null}'` : sql<never>``
  await sql<never>`
    UPDATE feed SET body = jsonb_set(body, '{score}', (body -> 'score') || ${named} || '{"avatar": null, "supporter": false, "picture": null}' ${erased})
    WHERE kind = ${scoreChanged.kind} AND body #>> '{score,userId}' = ${userId}
  `.execute(tx)
  await sql<never>`
    UPDATE feed SET body = jsonb_set(body #- ARRAY['profiles', ${userId}], '{scores}', (
      SELECT jsonb_agg(CASE WHEN s ->> 'userId' = ${userId} THEN (s - ${entered}::text[]) || ${named} ELSE s END ORDER BY ord)
      FROM jsonb_array_elements(body -> 'scores') WITH ORDINALITY AS each (s, ord)))
    WHERE kind = ${scoresSubmitted.kind} AND body -> 'scores' @> jsonb_build_array(jsonb_build_object('userId', ${userId}::text))
  `.execute(tx)
}

import { sql } from 'kysely'
import { STROKES_KINDS } from '#events/formats/registry.ts'
import type { TypedScores } from '#events/rules/result-agreement.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'

/** JSON of a game, of an entry of its result, or of what contains them. */
type Stored = { [name: string]: unknown } | Stored[] | string | number | boolean | null

/**
 * Returns the same without the scores of a player: of each result in it, whose players stand in `result` or `order` and whose scores beside
 * them. Exported for tests.
 */
export function withoutScoresOf(stored: Stored, isErased: (entrantId: string) => boolean): Stored {
  if (Array.isArray(stored)) return stored.map(each => withoutScoresOf(each, isErased))
  if (stored === null || typeof stored !== 'object') return stored
  const { scores } = stored as { scores?: TypedScores | null }
  const players = (stored.result ?? stored.order) as string[] | null | undefined
  const others = Object.entries(stored).map(([name, value]) => [name, withoutScoresOf(value as Stored, isErased)])
  const left = !scores || !players ? {} : { scores: scores.map((score, i) => (isErased(players[i]!) ? null : score)) }
  return { ...Object.fromEntries(others), ...left }
}

const toJson = (stored: Stored): string | null => (stored === null ? null : JSON.stringify(stored))

/**
 * Erases the scores that were typed for a user with results of games, wherever a result may come back from too. Strokes stay: they are the result.
 */
export async function eraseGameScores(tx: Db, userId: string): Promise<void> {
  const { rows: entrants } = await sql<{ id: string }>`
    SELECT n.id FROM event_entrants n JOIN events e ON e.id = n.event_id
    WHERE n.user_id = ${userId} AND NOT e.format->>'kind' = ${anyOf(STROKES_KINDS)}
  `.execute(tx)
  const ids = new Set(entrants.map(({ id }) => id))
  const erase = (stored: Stored): Stored => withoutScoresOf(stored, id => ids.has(id))
  const { rows: games } = await sql<{ groupId: string; game: number; stored: Stored }>`
    SELECT p.group_id AS "groupId", p.game, jsonb_build_object('result', p.result, 'scores', p.scores, 'entries', p.entries, 'replaced', p.replaced) AS stored
    FROM event_entrants n JOIN event_rounds r ON r.event_id = n.event_id JOIN event_groups g ON g.round_id = r.id JOIN event_games p ON p.group_id = g.id
    WHERE n.user_id = ${userId} AND n.id = ANY (g.entrant_ids) FOR NO KEY UPDATE OF p
  `.execute(tx)
  for (const { groupId, game, stored } of games) {
    const { scores, entries, replaced } = erase(stored) as { [column: string]: Stored }
    await tx
      .updateTable('event_games')
      .set({
        scores: toJson(scores!),
        entries: JSON.stringify(entries),
        replaced: toJson(replaced!),
      })
      .where('group_id', '=', groupId)
      .where('game', '=', game)
      .execute()
  }
  const { rows: voids } = await sql<{ id: string; stored: Stored }>`
    SELECT v.id, jsonb_build_object('result', v.group_result, 'scores', v.group_scores, 'arrangement', v.arrangement) AS stored
    FROM event_entrants n JOIN event_voids v ON v.event_id = n.event_id
    WHERE n.user_id = ${userId} AND (v.group_scores IS NOT NULL OR v.arrangement IS NOT NULL) FOR NO KEY UPDATE OF v
  `.execute(tx)
  for (const { id, stored } of voids) {
    const { scores, arrangement } = erase(stored) as { [column: string]: Stored }
    await tx
      .updateTable('event_voids')
      .set({ group_scores: toJson(scores!), arrangement: toJson(arrangement!) })
      .where('id', '=', id)
      .execute()
  }
}

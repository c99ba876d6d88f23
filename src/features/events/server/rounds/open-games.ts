import { sql } from 'kysely'
import { entersStrokes } from '#events/formats/registry.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import type { OpenGame } from '../api.ts'
import { eventById } from '../store.ts'

const GAME = sql<OpenGame>`r.event_id AS "eventId", g.id AS "groupId", p.game, coalesce(p.machine_id, '') AS "machineId", p.confirmed,
  g.entrant_ids AS "entrantIds", e.play_order <> 'none' AS "hasOrder", ${epochMs('r.drawn_at')} AS "drawnAt",
  ARRAY(SELECT coalesce(n.user_id, '') FROM unnest(g.entrant_ids) WITH ORDINALITY AS o (id, ord) JOIN event_entrants n ON n.id = o.id ORDER BY o.ord) AS "userIds",
  CASE WHEN p.confirmed THEN jsonb_build_array(jsonb_build_object('order', p.result, 'scores', p.scores)) ELSE p.entries END AS entered`

/**
 * Returns the games without a confirmed result that are drawn on a machine, in shown rounds of events that are live at a venue and in which
 * scores may be typed. @param now ms
 */
export async function listOpenGames(
  tx: Db,
  { venueId, machineId, now }: { venueId: string; machineId: string; now: number },
): Promise<OpenGame[]> {
  const { rows } = await sql<OpenGame>`
    SELECT ${GAME} FROM events e JOIN event_rounds r ON r.event_id = e.id JOIN event_groups g ON g.round_id = r.id JOIN event_games p ON p.group_id = g.id
    WHERE e.venue_id = ${venueId} AND e.cancelled_at IS NULL AND (e.finishes_at IS NULL OR e.finishes_at > ${new Date(now)})
      AND p.machine_id = ${machineId} AND NOT p.confirmed AND NOT r.held ORDER BY r.drawn_at, g.id, p.game
  `.execute(tx)
  const open: OpenGame[] = []
  for (const game of rows) {
    const event = await eventById(tx, game.eventId)
    if (event !== null && stateAt(event, now) === 'live' && !entersStrokes(event.format.kind)) open.push(game)
  }
  return open
}

/** Returns the games of groups in shown rounds, whether they are open or not. */
export async function findGames(db: Db, groupIds: readonly string[]): Promise<OpenGame[]> {
  const { rows } = await sql<OpenGame>`
    SELECT ${GAME} FROM events e JOIN event_rounds r ON r.event_id = e.id JOIN event_groups g ON g.round_id = r.id JOIN event_games p ON p.group_id = g.id
    WHERE g.id = ${anyOf(groupIds)} AND NOT r.held ORDER BY g.id, p.game
  `.execute(db)
  return rows
}

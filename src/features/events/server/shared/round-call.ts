import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'

/** A round as it is called out: who plays where. */
export interface RoundCall {
  eventId: string
  /** the event's name */
  event: string
  groupId: string | null
  directorId: string
  /** 1 for the first */
  round: number
  /** in their order; `machines`: the names of those of its games, `players` in their order of play */
  groups: { machines: string[]; players: string[] }[]
  /** the names of those who stand by */
  byes: string[]
}

/** @returns null: the round was dropped or is held back, another was drawn after it, or the event is cancelled or over, so there is nothing to call out */
export async function findRoundCall(db: Db, roundId: string, now: Date): Promise<RoundCall | null> {
  const names = (ids: 'r.byes' | 'g.entrant_ids') => sql<string[]>`ARRAY(
    SELECT coalesce(n.guest_name, u.display_name) FROM unnest(${sql.ref(ids)}) WITH ORDINALITY AS x (id, place)
      JOIN event_entrants n ON n.id = x.id LEFT JOIN player_cards u ON u.id = n.user_id ORDER BY x.place)`
  const { rows } = await sql<RoundCall>`
    SELECT e.id AS "eventId", e.name AS event, e.group_id AS "groupId", e.director_id AS "directorId", r.number AS round,
      coalesce((SELECT jsonb_agg(jsonb_build_object('players', ${names('g.entrant_ids')}, 'machines', ARRAY(
        SELECT c.name FROM event_games p JOIN machine_cards c ON c.id = p.machine_id WHERE p.group_id = g.id ORDER BY p.game)) ORDER BY g.number)
        FROM event_groups g WHERE g.round_id = r.id), '[]') AS groups,
      ${names('r.byes')} AS byes
    FROM event_rounds r JOIN events e ON e.id = r.event_id
    WHERE r.id = ${roundId} AND NOT r.held AND e.cancelled_at IS NULL AND (e.finishes_at IS NULL OR e.finishes_at > ${now})
      AND NOT EXISTS (SELECT 1 FROM event_rounds l WHERE l.event_id = r.event_id AND l.number > r.number AND NOT l.held)
  `.execute(db)
  return rows[0] ?? null
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'

/** Where a user plays in a round of an event. */
export interface SeatOfUser {
  userId: string
  eventId: string
  /** the event's name */
  event: string
  /** 1 for the first */
  round: number
  /** true: games begin one by one, so that the round has no meaning for the player */
  oneByOne: boolean
  /** true: the user stands by in this round */
  bye: boolean
  /** the names of the machines of the group's games, in their order */
  machines: string[]
  /** the names of the other players of the group, in their order of play */
  others: string[]
}

/** Whose seats are asked for: a user's, those of entrants, or (null) everybody's. */
export type SeatOwners = { userId: string } | { entrantIds: readonly string[] } | null

/** SQL: true if the first round of the round `r`'s event says who plays in a bracket, or who waits for a game. */
const hasFirst = (column: 'field' | 'waiting'): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM event_rounds f WHERE f.event_id = r.event_id AND ${sql.ref(`f.${column}`)} IS NOT NULL)`

/**
 * Lists the seats of a round that players still have to be told of: it is the latest that is shown of an event that goes on, or the event plays
 * several rounds at once; the player has an account and may see the event, and the group has not played yet.
 */
export async function listSeatsOfUsers(db: Db, roundId: string, owners: SeatOwners, now: Date): Promise<SeatOfUser[]> {
  const isOwner =
    owners === null
      ? sql<boolean>`true`
      : 'userId' in owners
        ? sql<boolean>`n.user_id = ${owners.userId}`
        : sql<boolean>`n.id = ANY (${owners.entrantIds}::text[])`
  const { rows } = await sql<SeatOfUser>`
    SELECT n.user_id AS "userId", e.id AS "eventId", e.name AS event, r.number AS round, ${hasFirst('waiting')} AS "oneByOne", g.id IS NULL AS bye,
      ARRAY(SELECT c.name FROM event_games p JOIN machine_cards c ON c.id = p.machine_id WHERE p.group_id = g.id ORDER BY p.game) AS machines,
      ARRAY(SELECT coalesce(o.guest_name, u.display_name) FROM unnest(g.entrant_ids) WITH ORDINALITY AS x (id, place)
        JOIN event_entrants o ON o.id = x.id LEFT JOIN player_cards u ON u.id = o.user_id WHERE o.id <> n.id ORDER BY x.place) AS others
    FROM event_rounds r JOIN events e ON e.id = r.event_id JOIN event_entrants n ON n.event_id = e.id AND n.user_id IS NOT NULL
      LEFT JOIN event_groups g ON g.round_id = r.id AND n.id = ANY (g.entrant_ids)
    WHERE r.id = ${roundId} AND NOT r.held AND ${isOwner} AND (g.id IS NOT NULL OR n.id = ANY (r.byes))
      AND (g.id IS NULL OR EXISTS (SELECT 1 FROM event_games p WHERE p.group_id = g.id AND NOT p.confirmed))
      AND (${hasFirst('field')} OR ${hasFirst('waiting')}
        OR NOT EXISTS (SELECT 1 FROM event_rounds l WHERE l.event_id = r.event_id AND l.number > r.number AND NOT l.held))
      AND e.cancelled_at IS NULL AND (e.finishes_at IS NULL OR e.finishes_at > ${now})
      AND (e.group_id IS NULL OR EXISTS (
        SELECT 1 FROM group_cards c WHERE c.id = e.group_id AND (c.visibility = 'public' OR EXISTS (
          SELECT 1 FROM group_memberships m WHERE m.group_id = c.id AND m.user_id = n.user_id))))
  `.execute(db)
  return rows
}

/**
 * Finds the users with another seat in a round, in changes of events: `user_id`, `round_id` and the number `n` of the change. What changes in a
 * round that is held back is nobody's news: showing it is a change of everybody's seat.
 * @param changes SQL for a `FROM` list: `n` and `body` of the changes
 */
export const findReseated = (changes: RawBuilder<never>): RawBuilder<{ user_id: string; round_id: string; n: number }> => sql<{
  user_id: string
  round_id: string
  n: number
}>`
  SELECT s.user_id, r.id AS round_id, f.n
  FROM ${changes} f JOIN event_rounds r ON r.id = f.body->'change'->'seats'->>'roundId'
    JOIN event_entrants s ON s.event_id = r.event_id AND s.user_id IS NOT NULL
  WHERE NOT r.held AND (s.id = ANY (r.byes) OR EXISTS (SELECT 1 FROM event_groups g WHERE g.round_id = r.id AND s.id = ANY (g.entrant_ids)))
    AND (f.body->'change'->'seats'->'entrantIds' IS NULL OR f.body->'change'->'seats'->'entrantIds' ? s.id)`

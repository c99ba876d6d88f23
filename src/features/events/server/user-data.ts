import { sql } from 'kysely'
import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deleting } from '../../accounts/server/api.ts'
import { eventNews } from './changes.ts'
import { eventsWith } from './entrant-store.ts'

/**
 * Removes a deleted user's data from events. If the user's scores are erased too, so are the attempts, and the entries that are in no
 * round. Entries in rounds stay, without a name, since the rounds belong to the other players too.
 */
export async function takeBack(tx: Db, { userId, eraseScores }: Deleting): Promise<NewChange[]> {
  const eventIds = [...(await eventsWith(tx, userId))].sort()
  if (eventIds.length === 0) return []
  await sql`SELECT 1 FROM events WHERE id = ANY (${eventIds}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  await sql`UPDATE event_entrants SET guest_ifpa = NULL WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM event_claims WHERE claimed_by = ${userId}`.execute(tx)
  if (eraseScores) {
    await sql`DELETE FROM event_attempts a USING event_entrants n WHERE n.id = a.entrant_id AND n.user_id = ${userId}`.execute(tx)
    await sql`
      DELETE FROM event_entrants n WHERE n.user_id = ${userId} AND NOT EXISTS (
        SELECT 1 FROM event_rounds r WHERE r.event_id = n.event_id AND (
          n.id = ANY (r.byes) OR EXISTS (SELECT 1 FROM event_groups g WHERE g.round_id = r.id AND n.id = ANY (g.entrant_ids))))
    `.execute(tx)
  }
  return eventIds.map(eventId => eventNews(eventId))
}

/** Returns a user's events for the data export. */
export async function eventsOfUser(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    SELECT e.id, e.name, e.venue, e.starts_at AS "startsAt", e.ends_at AS "endsAt", e.director_id = ${userId} AS "directed",
      n.entered_at AS "enteredAt", n.presence,
      (SELECT json_agg(json_build_object('machineId', a.machine_id, 'value', a.value, 'strokes', a.strokes, 'at', a.at) ORDER BY a.at)
        FROM event_attempts a WHERE a.entrant_id = n.id) AS scores
    FROM events e LEFT JOIN event_entrants n ON n.event_id = e.id AND n.user_id = ${userId}
    WHERE e.director_id = ${userId} OR n.id IS NOT NULL ORDER BY e.starts_at
  `.execute(db)
  return rows
}

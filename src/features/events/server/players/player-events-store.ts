import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { type EventRow, isPublicEvent } from '../store.ts'

/** An event in which a player has a place; times in ms. `players`: how many have a place. `all`: how many such events there are. */
export type PlayerEventRow = Pick<EventRow, 'id' | 'name' | 'startsAt' | 'endsAt' | 'finishesAt' | 'timeZone' | 'groupId' | 'players'> & {
  all: number
}

/** Returns the latest public events of a player that have begun and were not cancelled, latest first. */
export async function listPlayerEvents(db: Db, userId: string, limit: number, now: Date): Promise<PlayerEventRow[]> {
  const { rows } = await sql<PlayerEventRow>`
    SELECT l.*, (SELECT count(*) FROM event_entrants p WHERE p.event_id = l.id AND p.waiting_since IS NULL) AS players FROM (
      SELECT e.id, e.name, ${epochMs('e.starts_at')} AS "startsAt", ${epochMs('e.ends_at')} AS "endsAt", ${epochMs('e.finishes_at')} AS "finishesAt",
        e.time_zone AS "timeZone", e.group_id AS "groupId", count(*) OVER () AS "all"
      FROM event_entrants n JOIN events e ON e.id = n.event_id
      WHERE n.user_id = ${userId} AND n.waiting_since IS NULL AND e.cancelled_at IS NULL AND e.starts_at <= ${now} AND ${isPublicEvent}
      ORDER BY e.starts_at DESC, e.id DESC LIMIT ${limit}
    ) l ORDER BY l."startsAt" DESC, l.id DESC
  `.execute(db)
  return rows
}

/** Returns when the next event begins in which a player has a place (ms); null: none will. */
export async function nextPlayerEvent(db: Db, userId: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT (extract(epoch FROM min(e.starts_at)) * 1000)::bigint AS at FROM event_entrants n JOIN events e ON e.id = n.event_id
    WHERE n.user_id = ${userId} AND e.cancelled_at IS NULL AND e.starts_at > ${now}
  `.execute(db)
  return rows[0]!.at
}

import { sql } from 'kysely'
import type { DeletionRequest } from '#accounts/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { EventInput } from '../contract/event-fields.ts'
import type { Presence } from '../rules/presence.ts'
import type { StaffRole } from '../rules/staff.ts'
import { createEventChange } from './changes.ts'
import { listEventIdsOfUser } from './entrants/entrant-store.ts'
import { moveUpWaiting } from './entrants/wait-list.ts'
import { eraseGameScores } from './rounds/erase-game-scores.ts'
import { eventById, lockEvents } from './store.ts'

/**
 * Removes a deleted user's data from events. If the user's scores are erased too, so are the attempts, the scores that were typed with results
 * of games, and the entries that are in no
 * round, whose places go to those who wait. Entries in rounds stay, without a name, since the rounds belong to the other players too.
 */
export async function removeUserFromEvents(tx: Db, { userId, eraseScores }: DeletionRequest, now: number): Promise<NewChange[]> {
  const eventIds = [...(await listEventIdsOfUser(tx, userId))].sort()
  if (eventIds.length === 0) return []
  await lockEvents(tx, eventIds)
  await tx.updateTable('event_entrants').set({ guest_ifpa: null, person_id: null }).where('user_id', '=', userId).execute()
  await tx.deleteFrom('event_devices').where('created_by', '=', userId).execute()
  await tx.deleteFrom('event_staff').where('user_id', '=', userId).execute()
  await tx.deleteFrom('event_claims').where('claimed_by', '=', userId).execute()
  if (eraseScores) {
    await tx
      .deleteFrom('event_attempts as a')
      .using('event_entrants as n')
      .whereRef('n.id', '=', 'a.entrant_id')
      .where('n.user_id', '=', userId)
      .execute()
    await eraseGameScores(tx, userId)
    await sql<never>`
      DELETE FROM event_entrants n WHERE n.user_id = ${userId} AND NOT EXISTS (
        SELECT 1 FROM event_rounds r WHERE r.event_id = n.event_id AND (
          n.id = ANY (r.byes) OR EXISTS (SELECT 1 FROM event_groups g WHERE g.round_id = r.id AND n.id = ANY (g.entrant_ids))))
    `.execute(tx)
  }
  const changes: NewChange[] = []
  for (const eventId of eventIds) {
    const event = await eventById(tx, eventId)
    if (event !== null) changes.push(...(await moveUpWaiting(tx, event, now)), createEventChange(eventId))
  }
  return changes
}

/**
 * An event, as the data export of a user who runs it or plays in it shows it: what says which event it was, and the user's own part. The
 * rest of it, such as its description, is not about the user, who may no longer see it, as after leaving its private group. `scores`: null:
 * the user has none there
 */
export interface OwnEvent extends Pick<EventInput, 'name' | 'venue' | 'startsAt' | 'endsAt' | 'timeZone'> {
  id: string
  directed: boolean
  /** the user's part in running the event; null: none, or its director */
  staffRole: StaffRole | null
  enteredAt: Date | null
  presence: Presence | null
  scores: { machineId: string; value: number | null; strokes: number | null; at: string }[] | null
}

/** Returns a user's events for the data export. */
export async function exportUserEvents(db: Db, userId: string): Promise<OwnEvent[]> {
  const { rows } = await sql<OwnEvent>`
    SELECT e.id, e.name, e.venue, e.starts_at AS "startsAt", e.ends_at AS "endsAt", e.time_zone AS "timeZone", e.director_id = ${userId} AS "directed",
      s.role AS "staffRole", n.entered_at AS "enteredAt", n.presence,
      (SELECT json_agg(json_build_object('machineId', a.machine_id, 'value', a.value, 'strokes', a.strokes, 'at', a.at) ORDER BY a.at)
        FROM event_attempts a WHERE a.entrant_id = n.id) AS scores
    FROM events e LEFT JOIN event_entrants n ON n.event_id = e.id AND n.user_id = ${userId}
      LEFT JOIN event_staff s ON s.event_id = e.id AND s.user_id = ${userId}
    WHERE e.director_id = ${userId} OR n.id IS NOT NULL OR s.role IS NOT NULL ORDER BY e.starts_at
  `.execute(db)
  return rows
}

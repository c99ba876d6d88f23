import { sql } from 'kysely'
import { isOver } from '#events/rules/event-state.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { createEventChange } from '../changes.ts'
import type { EventRow } from '../store.ts'

/** True if an event takes another player who registers. The caller holds the event's row exclusively. */
export const hasFreePlace = ({ capacity, players }: Pick<EventRow, 'capacity' | 'players'>): boolean =>
  capacity === null || players < capacity

/** The change for an entrant who got a place, by the director or because one became free. */
export const createAdmittedChange = (eventId: string, entrantId: string): NewChange =>
  createEventChange(eventId, { kind: 'entrant', entrantId, notice: 'admitted', addsPlayer: true })

/**
 * Gives the free places of an event that is not over to those who have waited longest. The caller holds the event's row exclusively.
 * @returns the changes for the change log
 */
export async function moveUpWaiting(tx: Db, event: EventRow, now: number): Promise<NewChange[]> {
  const { id: eventId } = event
  if (isOver(event, now)) return []
  const { rows } = await sql<{ id: string }>`
    UPDATE event_entrants SET waiting_since = NULL WHERE id IN (
      SELECT n.id FROM event_entrants n WHERE n.event_id = ${eventId} AND n.waiting_since IS NOT NULL ORDER BY n.waiting_since, n.id
      LIMIT (SELECT CASE WHEN e.capacity IS NULL THEN NULL ELSE greatest(0, e.capacity - (
        SELECT count(*) FROM event_entrants o WHERE o.event_id = e.id AND o.waiting_since IS NULL)) END FROM events e WHERE e.id = ${eventId}))
    RETURNING id
  `.execute(tx)
  return rows.map(({ id }) => createAdmittedChange(eventId, id))
}

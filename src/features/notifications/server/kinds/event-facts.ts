import { type RawBuilder, sql } from 'kysely'
import * as m from '#messages'
import type { Db } from '#platform/db/database.ts'
import type { NoticeAbout, NoticeRow, NoticeSearch } from './define-notification.ts'

/* What the notifications about an event share. */

export interface EventFacts {
  eventId: string
  name: string
  venue: string
}

/** SQL: true if the user may see the event `e`. */
export const maySeeEvent = (userId: string): RawBuilder<boolean> => sql<boolean>`(e.group_id IS NULL OR EXISTS (
  SELECT 1 FROM group_cards g WHERE g.id = e.group_id
    AND (g.visibility = 'public' OR EXISTS (SELECT 1 FROM group_memberships m WHERE m.group_id = g.id AND m.user_id = ${userId}))))`

/** Finds the players whom a change of an event says to notify. */
export const findEntered = ({ changes }: NoticeSearch, notice: 'added' | 'admitted'): RawBuilder<NoticeRow> => sql<NoticeRow>`
  SELECT n.user_id, n.event_id AS subject, f.n::text AS mark
  FROM ${changes} f JOIN event_players n ON n.entrant_id = f.body->'change'->>'entrantId'
  WHERE f.body->'change'->>'notice' = ${notice}`

/** Loads an event that the user is in and may see, unless it is cancelled or over. @param condition SQL on the event `e` */
export const loadEvent = (
  db: Db,
  { userId, subject, now }: NoticeAbout,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<{ rows: EventFacts[] }> =>
  sql<EventFacts>`
    SELECT e.id AS "eventId", e.name, e.venue FROM event_cards e JOIN event_players n ON n.event_id = e.id AND n.user_id = ${userId}
    WHERE e.id = ${subject} AND e.cancelled_at IS NULL AND ${condition} AND (e.finishes_at IS NULL OR e.finishes_at > ${now}) AND ${maySeeEvent(userId)}
  `.execute(db)

export const describeEvent = ({ eventId, name, venue }: EventFacts): { body: string; url: string } => ({
  body: venue === '' ? name : m.notifications_push_event_at({ name, venue }),
  url: `/events/${eventId}`,
})

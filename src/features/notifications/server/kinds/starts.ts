import { sql } from 'kysely'
import * as m from '#messages'
import { defineNotification, type NoticeRow } from './define-notification.ts'
import { describeEvent, type EventFacts, loadEvent } from './event-facts.ts'

const MINUTE = 60_000
/** ms after which users are no longer notified of the start of an event. */
const MAX_LATENESS = 15 * MINUTE

/** Players who had entered an event before it began. */
export const starts = defineNotification<EventFacts>({
  kind: 'starts',
  switch: 'starts',
  lifetime: 60 * MINUTE,
  urgent: true,
  change: null,
  find: ({ now }) => sql<NoticeRow>`
    SELECT n.user_id, e.id AS subject, '' AS mark
    FROM event_cards e JOIN event_players n ON n.event_id = e.id AND n.entered_at < e.starts_at
    WHERE e.starts_at <= ${now} AND e.starts_at > ${new Date(now.getTime() - MAX_LATENESS)} AND e.cancelled_at IS NULL
      AND (e.finishes_at IS NULL OR e.finishes_at > ${now})`,
  load: (db, about) => loadEvent(db, about, sql<boolean>`e.starts_at <= ${about.now}`),
  message: event => ({ title: m.notifications_push_starts(), tag: `starts:${event.eventId}`, ...describeEvent(event) }),
})

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { Locale } from '#platform/text/locales.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import type { NotificationKind } from '../contract.ts'
import type { Message } from '../rules.ts'
import {
  type Beaten,
  beatenMessage,
  type EventNotice,
  eventMessage,
  type Moderated,
  moderatedMessage,
  type Voided,
  voidedMessage,
} from './push-texts.ts'

/**
 * Returns the text of a notice as of now, in a language: names are read when it is sent.
 * @returns null: the notice is obsolete, because the preference is off, the score was removed, has another status or counts again, or the event was
 * cancelled or postponed, or is over, or this player may not see it
 */
export async function messageFor(
  db: Db,
  { userId, kind, subject }: { userId: string; kind: NotificationKind; subject: string },
  { now, locale }: { now: Date; locale: Locale },
): Promise<Message | null> {
  const write = await findMessage(db, { userId, kind, subject }, now)
  return write === null ? null : inLocale(locale, write)
}

/** Writes a message in the language that is set while it runs. */
type WriteMessage = () => Message

function findMessage(
  db: Db,
  { userId, kind, subject }: { userId: string; kind: NotificationKind; subject: string },
  now: Date,
): Promise<WriteMessage | null> {
  switch (kind) {
    case 'beaten':
      return loadBeatenMessage(db, userId, subject)
    case 'moderated':
      return loadModeratedMessage(db, userId, subject)
    case 'voided':
      return loadVoidedMessage(db, userId, subject)
    case 'starts':
    case 'added':
    case 'admitted':
      return loadEventMessage(db, userId, { kind, eventId: subject }, now)
  }
}

async function loadBeatenMessage(db: Db, userId: string, scoreId: string): Promise<WriteMessage | null> {
  const { rows } = await sql<Beaten>`
    SELECT s.id AS "scoreId", m.id AS "machineId", m.name AS "machineName", s.value, u.display_name AS by
    FROM score_cards s JOIN machine_cards m ON m.id = s.machine_id JOIN user_cards u ON u.id = s.user_id
    JOIN notification_settings w ON w.user_id = ${userId} AND w.beaten
    WHERE s.id = ${scoreId} AND s.status <> 'rejected'
  `.execute(db)
  const [found] = rows
  return found === undefined ? null : () => beatenMessage(found)
}

async function loadModeratedMessage(db: Db, userId: string, scoreId: string): Promise<WriteMessage | null> {
  const { rows } = await sql<Moderated>`
    SELECT s.id AS "scoreId", m.name AS "machineName", s.value, s.status,
      (SELECT nullif(h.reason, '') FROM score_decisions h WHERE h.score_id = s.id ORDER BY h.at DESC, h.id DESC LIMIT 1) AS reason
    FROM score_cards s JOIN machine_cards m ON m.id = s.machine_id JOIN notification_settings w ON w.user_id = ${userId} AND w.moderated
    WHERE s.id = ${scoreId} AND s.user_id = ${userId} AND s.status IN ('verified', 'rejected')
  `.execute(db)
  const [found] = rows
  return found === undefined ? null : () => moderatedMessage(found)
}

async function loadVoidedMessage(db: Db, userId: string, scoreId: string): Promise<WriteMessage | null> {
  const { rows } = await sql<Voided>`
    SELECT v.score_id AS "scoreId", v.event_id AS "eventId", m.name AS "machineName", v.value, e.name AS event, v.reason,
      EXISTS (SELECT 1 FROM score_cards s WHERE s.id = v.score_id) AS "hasPage"
    FROM event_score_voids v JOIN machine_cards m ON m.id = v.machine_id JOIN event_cards e ON e.id = v.event_id
    JOIN notification_settings w ON w.user_id = v.user_id AND w.moderated
    WHERE v.score_id = ${scoreId} AND v.user_id = ${userId} AND v.action = 'voided' AND v.undone_at IS NULL AND ${maySeeEvent(userId)}
    ORDER BY v.at DESC LIMIT 1
  `.execute(db)
  const [found] = rows
  return found === undefined ? null : () => voidedMessage(found)
}

/** SQL: true if the user may see the event `e`. */
const maySeeEvent = (userId: string): RawBuilder<boolean> => sql<boolean>`(e.group_id IS NULL OR EXISTS (
  SELECT 1 FROM group_cards g WHERE g.id = e.group_id
    AND (g.visibility = 'public' OR EXISTS (SELECT 1 FROM group_memberships m WHERE m.group_id = g.id AND m.user_id = ${userId}))))`

async function loadEventMessage(
  db: Db,
  userId: string,
  { kind, eventId }: Pick<EventNotice, 'kind' | 'eventId'>,
  now: Date,
): Promise<WriteMessage | null> {
  const hasBegun = kind === 'starts' ? sql<boolean>`e.starts_at <= ${now}` : sql<boolean>`true`
  const { rows } = await sql<{ eventId: string; name: string; venue: string }>`
    SELECT e.id AS "eventId", e.name, e.venue FROM event_cards e JOIN event_players n ON n.event_id = e.id AND n.user_id = ${userId}
    JOIN notification_settings w ON w.user_id = ${userId} AND w.starts
    WHERE e.id = ${eventId} AND e.cancelled_at IS NULL AND ${hasBegun} AND (e.finishes_at IS NULL OR e.finishes_at > ${now}) AND ${maySeeEvent(userId)}
  `.execute(db)
  const [found] = rows
  return found === undefined ? null : () => eventMessage({ kind, ...found })
}

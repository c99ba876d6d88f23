import { sql } from 'kysely'
import { DAY_MS } from '#accounts/rules/sign-in.ts'
import { eventChanged } from '#events/server/changes.ts'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { defineNotification, type NoticeRow } from './define-notification.ts'
import { maySeeEvent } from './event-facts.ts'

interface Voided {
  scoreId: string
  eventId: string
  machineName: string
  value: number
  /** the event's name */
  event: string
  /** null: no reason was given */
  reason: string | null
  /** false: the score was entered by somebody who runs the event, so it has no page of its own and is shown only in the event */
  hasPage: boolean
}

/** Players whose score another user has voided in its event. */
export const voided = defineNotification<Voided>({
  kind: 'voided',
  switch: 'moderated',
  lifetime: DAY_MS,
  change: eventChanged,
  find: ({ changes }) => sql<NoticeRow>`
    SELECT v.user_id, v.score_id AS subject, v.void_id AS mark
    FROM ${changes} f JOIN event_score_voids v ON v.void_id = coalesce(f.body->'change'->>'voidId', f.body->'change'->'window'->>'id')
    WHERE v.action = 'voided' AND v.user_id <> coalesce(v.by_user, '')`,
  load: (db, { userId, subject }) =>
    sql<Voided>`
      SELECT v.score_id AS "scoreId", v.event_id AS "eventId", m.name AS "machineName", v.value, e.name AS event, v.reason,
        EXISTS (SELECT 1 FROM score_cards s WHERE s.id = v.score_id) AS "hasPage"
      FROM event_score_voids v JOIN machine_cards m ON m.id = v.machine_id JOIN event_cards e ON e.id = v.event_id
      WHERE v.score_id = ${subject} AND v.user_id = ${userId} AND v.action = 'voided' AND v.undone_at IS NULL AND ${maySeeEvent(userId)}
      ORDER BY v.at DESC LIMIT 1
    `.execute(db),
  message({ scoreId, eventId, machineName: machine, value: points, event, reason, hasPage }) {
    const value = plainNumber(points)
    return {
      title: m.notifications_push_voided(),
      body:
        reason === null
          ? m.notifications_push_voided_text({ value, machine, event })
          : m.notifications_push_voided_reason({ value, machine, event, reason }),
      tag: `voided:${scoreId}`,
      url: hasPage ? `/scores/${scoreId}` : `/events/${eventId}`,
    }
  },
})

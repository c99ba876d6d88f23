import { sql } from 'kysely'
import { DAY_MS } from '#accounts/rules/sign-in.ts'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { scoreChanged } from '#scores/server/changes.ts'
import { defineNotification, type NoticeRow } from './define-notification.ts'

interface Moderated {
  scoreId: string
  machineName: string
  value: number
  status: 'verified' | 'rejected'
  /** null: no reason was given */
  reason: string | null
}

/** Players whose score another user has verified or rejected. */
export const moderated = defineNotification<Moderated>({
  kind: 'moderated',
  switch: 'moderated',
  lifetime: DAY_MS,
  change: scoreChanged,
  find: ({ changes }) => sql<NoticeRow>`
    SELECT s.user_id, s.id AS subject, f.body->'score'->>'version' AS mark
    FROM ${changes} f JOIN score_cards s ON s.id = f.body->'score'->>'id'
    WHERE f.body->>'op' = 'moderated' AND f.body->>'by' <> s.user_id AND f.body->'score'->>'status' IN ('verified', 'rejected')`,
  load: (db, { userId, subject }) =>
    sql<Moderated>`
      SELECT s.id AS "scoreId", m.name AS "machineName", s.value, s.status,
        (SELECT nullif(h.reason, '') FROM score_decisions h WHERE h.score_id = s.id ORDER BY h.at DESC, h.id DESC LIMIT 1) AS reason
      FROM score_cards s JOIN machine_cards m ON m.id = s.machine_id
      WHERE s.id = ${subject} AND s.user_id = ${userId} AND s.status IN ('verified', 'rejected')
    `.execute(db),
  message({ scoreId, machineName: machine, value: points, status, reason }) {
    const value = plainNumber(points)
    return {
      title: status === 'verified' ? m.notifications_push_verified() : m.notifications_push_rejected(),
      body:
        reason === null ? m.notifications_push_score({ value, machine }) : m.notifications_push_score_reason({ value, machine, reason }),
      tag: `moderated:${scoreId}`,
      url: `/scores/${scoreId}`,
    }
  },
})

import { sql } from 'kysely'
import { DAY_MS } from '#accounts/rules/sign-in.ts'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { scoresSubmitted } from '#scores/server/changes.ts'
import { defineNotification, type NoticeRow } from './define-notification.ts'

/**
 * How many of the best players are examined to find who was first before a score. The former first may meanwhile have been passed by
 * others.
 */
const BEST_PLAYERS = 10

interface Beaten {
  scoreId: string
  machineId: string
  machineName: string
  value: number
  by: string
}

/** Players who were first on a machine's all-time leaderboard until another player's score. */
export const beaten = defineNotification<Beaten>({
  kind: 'beaten',
  switch: 'beaten',
  lifetime: DAY_MS,
  change: scoresSubmitted,
  find: ({ changes }) => sql<NoticeRow>`
    SELECT holder.user_id, s.id AS subject, '' AS mark
    FROM ${changes} f CROSS JOIN LATERAL jsonb_array_elements(f.body->'scores') submitted JOIN score_cards s ON s.id = submitted->>'id' CROSS JOIN LATERAL (
      SELECT old.user_id, old.value
      FROM (SELECT user_id FROM best_scores WHERE machine_id = s.machine_id ORDER BY value DESC, achieved_at, user_id LIMIT ${BEST_PLAYERS}) best
      CROSS JOIN LATERAL (
        SELECT o.user_id, o.value, o.achieved_at FROM score_cards o
        WHERE o.machine_id = s.machine_id AND o.user_id = best.user_id AND o.status <> 'rejected' AND o.receipt < s.receipt
        ORDER BY o.value DESC, o.achieved_at, o.id LIMIT 1
      ) old
      ORDER BY old.value DESC, old.achieved_at, old.user_id LIMIT 1
    ) holder
    WHERE s.status <> 'rejected' AND holder.user_id <> s.user_id AND s.value > holder.value`,
  load: (db, { subject }) =>
    sql<Beaten>`
      SELECT s.id AS "scoreId", m.id AS "machineId", m.name AS "machineName", s.value, u.display_name AS by
      FROM score_cards s JOIN machine_cards m ON m.id = s.machine_id JOIN user_cards u ON u.id = s.user_id
      WHERE s.id = ${subject} AND s.status <> 'rejected'
    `.execute(db),
  message: ({ scoreId, machineId, machineName: machine, value, by }) => ({
    title: m.notifications_push_beaten(),
    body: m.notifications_push_beaten_text({ by, value: plainNumber(value), machine }),
    tag: `beaten:${machineId}`,
    url: `/scores/${scoreId}`,
  }),
})

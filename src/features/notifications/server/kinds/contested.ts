import { sql } from 'kysely'
import { DAY_MS } from '#accounts/rules/sign-in.ts'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { reportedGameChanged } from '#stations/server/changes.ts'
import { defineNotification, type NoticeRow } from './define-notification.ts'

interface Contested {
  slug: string
  venue: string
  machine: string
  value: number
  /** display names of who has claimed it, and of who says that it is theirs */
  claimer: string
  contester: string
}

/** SQL: who manages which venue. Somebody may manage one in both ways. */
const STAFF = sql<never>`(SELECT o.venue_id, o.user_id FROM venue_manager_cards o
  UNION ALL SELECT v.id, g.user_id FROM venue_cards v JOIN group_managers g ON g.group_id = v.group_id)`

/** Those who manage a venue at which two players claim the same score of a reported game, unless it is their own. */
export const contested = defineNotification<Contested>({
  kind: 'contested',
  switch: 'claims',
  lifetime: DAY_MS,
  change: reportedGameChanged,
  find: ({ changes }) => sql<NoticeRow>`
    SELECT DISTINCT s.user_id, c.game_id || ' ' || c.play AS subject, '' AS mark
    FROM ${changes} f JOIN contested_plays c ON c.game_id = f.body->>'reportedGameId' AND c.play = (f.body->>'contested')::integer
      JOIN ${STAFF} s ON s.venue_id = c.venue_id
    WHERE s.user_id <> c.user_id AND s.user_id <> c.contested_by`,
  load(db, { userId, subject }) {
    const [gameId, play] = subject.split(' ')
    return sql<Contested>`
      SELECT v.slug, v.name AS venue, m.name AS machine, c.score AS value, a.display_name AS claimer, b.display_name AS contester
      FROM contested_plays c JOIN venue_cards v ON v.id = c.venue_id JOIN machine_cards m ON m.id = c.machine_id
        JOIN player_cards a ON a.id = c.user_id JOIN player_cards b ON b.id = c.contested_by
      WHERE c.game_id = ${gameId} AND c.play = ${Number(play)} AND EXISTS (
        SELECT s.user_id FROM ${STAFF} s WHERE s.venue_id = c.venue_id AND s.user_id = ${userId})
    `.execute(db)
  },
  message: facts => ({
    title: m.notifications_push_contested(),
    body: describe(facts),
    tag: `contested:${facts.slug}`,
    url: stationsPath(facts),
  }),
  mail: (facts, site) => ({
    subject: m.notifications_mail_contested_subject({ site: site.name }),
    preview: m.notifications_mail_contested_preview(),
    title: m.notifications_push_contested(),
    body: [describe(facts), { button: m.notifications_mail_contested_button(), url: `${site.url}${stationsPath(facts)}` }],
    closing: m.notifications_mail_contested_closing(),
  }),
})

const stationsPath = ({ slug }: Contested): string => `/venues/${slug}/stations`

const describe = ({ value, machine, venue, claimer, contester }: Contested): string =>
  m.notifications_push_contested_text({ first: claimer, second: contester, value: plainNumber(value), machine, venue })

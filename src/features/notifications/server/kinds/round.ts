import { sql } from 'kysely'
import { eventChanged } from '#events/server/changes.ts'
import { findReseated, listSeatsOfUsers, type SeatOfUser } from '#events/server/shared/seats.ts'
import * as m from '#messages'
import { defineNotification, type NoticeRow } from './define-notification.ts'

const MINUTE = 60_000
/** More players than these are not named: a round may be one group of hundreds. */
const MAX_NAMED = 8

/** Players whom a round gives a group or a bye, when it is drawn and whenever their group or machine changes. */
export const round = defineNotification<SeatOfUser>({
  kind: 'round',
  switch: 'rounds',
  lifetime: 60 * MINUTE,
  pause: MINUTE,
  urgent: true,
  change: eventChanged,
  find: ({ changes }) => sql<NoticeRow>`
    SELECT s.user_id, s.round_id AS subject, max(s.n)::text AS mark FROM (${findReseated(changes)}) s GROUP BY s.user_id, s.round_id`,
  load: async (db, { userId, subject, now }) => ({ rows: await listSeatsOfUsers(db, subject, { userId }, now) }),
  message: seat => ({ title: seat.event, body: describeSeat(seat), tag: `round:${seat.eventId}`, url: `/events/${seat.eventId}` }),
})

function describeSeat({ round: n, oneByOne, bye, machines, others }: SeatOfUser): string {
  if (bye) return m.notifications_push_bye({ n })
  const machine = inWords([...new Set(machines)])
  const isCrowd = others.length > MAX_NAMED
  if (oneByOne && machine === '') return m.notifications_push_up_players({ players: inWords(others) })
  if (oneByOne) return m.notifications_push_up({ machine, players: inWords(others) })
  // The players choose the machine themselves, or the event says none.
  if (machine === '')
    return isCrowd ? m.notifications_push_round_drawn({ n }) : m.notifications_push_round_players({ n, players: inWords(others) })
  return isCrowd ? m.notifications_push_round_crowd({ n, machine }) : m.notifications_push_round({ n, machine, players: inWords(others) })
}

/** "Ann, Bo and Cy". */
function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  if (names.length < 2) return last
  const all = names.slice(0, -1).reduce((all, next) => m.events_list_more({ all, next }))
  return m.notifications_push_and({ all, last })
}

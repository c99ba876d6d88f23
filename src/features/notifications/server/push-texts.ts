import * as m from '#messages'
import { withoutControls } from '#platform/text/names.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import type { Message } from '../rules.ts'

/* The texts of push messages. Call them in `inLocale`, with the language of the user's account. */

/** Maximum code points of a message's text; devices would cut longer text themselves. */
const MAX_BODY_LENGTH = 300

const truncate = (text: string): string => {
  const points = [...withoutControls(text)]
  return points.length <= MAX_BODY_LENGTH ? points.join('') : `${points.slice(0, MAX_BODY_LENGTH - 1).join('')}…`
}

export interface Beaten {
  scoreId: string
  machineId: string
  machineName: string
  value: number
  by: string
}

export const beatenMessage = ({ scoreId, machineId, machineName: machine, value, by }: Beaten): Message => ({
  title: m.notifications_push_beaten(),
  body: truncate(m.notifications_push_beaten_text({ by, value: plainNumber(value), machine })),
  tag: `beaten:${machineId}`,
  url: `/scores/${scoreId}`,
})

const eventTitles = {
  starts: () => m.notifications_push_starts(),
  added: () => m.notifications_push_added(),
  admitted: () => m.notifications_push_admitted(),
} as const

export interface EventNotice {
  kind: keyof typeof eventTitles
  eventId: string
  name: string
  venue: string
}

export const eventMessage = ({ kind, eventId, name, venue }: EventNotice): Message => ({
  title: eventTitles[kind](),
  body: truncate(venue === '' ? name : m.notifications_push_event_at({ name, venue })),
  tag: `${kind}:${eventId}`,
  url: `/events/${eventId}`,
})

export interface Moderated {
  scoreId: string
  machineName: string
  value: number
  status: 'verified' | 'rejected'
  /** null: no reason was given */
  reason: string | null
}

export function moderatedMessage({ scoreId, machineName: machine, value: points, status, reason }: Moderated): Message {
  const value = plainNumber(points)
  return {
    title: status === 'verified' ? m.notifications_push_verified() : m.notifications_push_rejected(),
    body: truncate(
      reason === null ? m.notifications_push_score({ value, machine }) : m.notifications_push_score_reason({ value, machine, reason }),
    ),
    tag: `moderated:${scoreId}`,
    url: `/scores/${scoreId}`,
  }
}

export interface Voided {
  scoreId: string
  eventId: string
  machineName: string
  value: number
  /** the event's name */
  event: string
  /** null: no reason was given */
  reason: string | null
  /** false: who runs the event has entered the score, so that it stands only there */
  hasPage: boolean
}

export function voidedMessage({ scoreId, eventId, machineName: machine, value: points, event, reason, hasPage }: Voided): Message {
  const value = plainNumber(points)
  return {
    title: m.notifications_push_voided(),
    body: truncate(
      reason === null
        ? m.notifications_push_voided_text({ value, machine, event })
        : m.notifications_push_voided_reason({ value, machine, event, reason }),
    ),
    tag: `voided:${scoreId}`,
    url: hasPage ? `/scores/${scoreId}` : `/events/${eventId}`,
  }
}

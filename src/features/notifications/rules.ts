import { withoutControls } from '../../platform/text/names.ts'
import type { NotificationKind } from './contract.ts'

/** Devices of one user that receive push messages. */
export const MAX_DEVICES = 10

const HOUR = 3_600_000

/** ms for which a notice is worth sending, from when it was created */
export const LIFETIME_MS: Readonly<Record<NotificationKind, number>> = {
  beaten: 24 * HOUR,
  starts: HOUR,
  moderated: 24 * HOUR,
  added: 24 * HOUR,
  admitted: 24 * HOUR,
}

/** Outcome of a message by the service's answer. `gone`: the subscription has ended. @param status 0: there was no answer */
export function pushOutcome(status: number): 'taken' | 'gone' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'again' : 'refused'
}

/** The wait that `retry-after` asks for, in ms; 0: none. The header's other form, a date, is ignored. */
export const parseRetryAfter = (header: string | undefined): number => (/^\d{1,6}$/.test(header ?? '') ? Number(header) * 1000 : 0)

/** What a device shows. `url`: a path of this site. */
export interface Message {
  title: string
  body: string
  /** a later message with the same tag replaces the earlier one */
  tag: string
  url: string
}

/** Maximum code points of a message's text; devices would cut longer text themselves. */
const MAX_BODY_LENGTH = 300

const truncate = (text: string): string => {
  const points = [...withoutControls(text)]
  return points.length <= MAX_BODY_LENGTH ? points.join('') : `${points.slice(0, MAX_BODY_LENGTH - 1).join('')}…`
}

const number = new Intl.NumberFormat('en')

export interface Beaten {
  scoreId: string
  machineId: string
  machineName: string
  value: number
  by: string
}

export const beatenMessage = ({ scoreId, machineId, machineName, value, by }: Beaten): Message => ({
  title: 'Your record was beaten',
  body: truncate(`${by} scored ${number.format(value)} on ${machineName}.`),
  tag: `beaten:${machineId}`,
  url: `/scores/${scoreId}`,
})

const EVENT_TITLES = { starts: 'Your event starts', added: 'You were added to an event', admitted: 'You have a place' } as const

export interface EventNotice {
  kind: keyof typeof EVENT_TITLES
  eventId: string
  name: string
  venue: string
}

export const eventMessage = ({ kind, eventId, name, venue }: EventNotice): Message => ({
  title: EVENT_TITLES[kind],
  body: truncate(venue === '' ? name : `${name}, ${venue}`),
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

export function moderatedMessage({ scoreId, machineName, value, status, reason }: Moderated): Message {
  const score = `Your ${number.format(value)} on ${machineName}`
  return {
    title: status === 'verified' ? 'Your score was verified' : 'Your score was rejected',
    body: truncate(reason === null ? `${score}.` : `${score}: ${reason}`),
    tag: `moderated:${scoreId}`,
    url: `/scores/${scoreId}`,
  }
}

/**
 * Returns whom the operators of push services may contact, in the form they require. @param contact an e-mail or https address; null: none
 * is configured. @param sender an e-mail address of this site
 */
export function vapidSubject(contact: string | null, siteUrl: string, sender: string): string {
  const site = siteUrl.startsWith('https://') ? siteUrl : `mailto:${sender}`
  if (contact === null) return site
  return contact.startsWith('https://') ? contact : `mailto:${contact}`
}

import { withoutControls } from '../../platform/live/names.ts'
import type { NotificationKind } from './contract.ts'

/** Devices of one player that are told. */
export const MOST_DEVICES = 10

const HOUR = 3_600_000

/** ms for which a kind of news is worth telling, from when it was news */
export const LIFE: Readonly<Record<NotificationKind, number>> = { beaten: 24 * HOUR, starts: HOUR, moderated: 24 * HOUR }

const MINUTE = 60_000

/** ms until a message that was not taken is tried again: a minute, doubling, at most six hours; or longer, where the service asks for it. */
export const pause = (tries: number, asked: number): number => Math.max(asked, Math.min(MINUTE * 2 ** (tries - 1), 360 * MINUTE))

/** What becomes of a message by the service's answer. `gone`: the subscription has ended. @param status 0: there was no answer */
export function pushOutcome(status: number): 'taken' | 'gone' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'again' : 'refused'
}

/** What `retry-after` asks for, ms; 0: nothing. Its other form, a date, is passed over. */
export const askedPause = (header: string | undefined): number => (/^\d{1,6}$/.test(header ?? '') ? Number(header) * 1000 : 0)

/** What a device shows. `url`: a path of this site. */
export interface Message {
  title: string
  body: string
  /** a later message of the same tag takes the place of the one before */
  tag: string
  url: string
}

/** Code points of a line that a device shows; more than that it would cut itself. */
const MOST_BODY = 300

const short = (text: string): string => {
  const points = [...withoutControls(text)]
  return points.length <= MOST_BODY ? points.join('') : `${points.slice(0, MOST_BODY - 1).join('')}…`
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
  body: short(`${by} scored ${number.format(value)} on ${machineName}.`),
  tag: `beaten:${machineId}`,
  url: `/scores/${scoreId}`,
})

export const startsMessage = ({ eventId, name, venue }: { eventId: string; name: string; venue: string }): Message => ({
  title: 'Your event starts',
  body: short(venue === '' ? name : `${name}, ${venue}`),
  tag: `starts:${eventId}`,
  url: `/events/${eventId}`,
})

export interface Moderated {
  scoreId: string
  machineName: string
  value: number
  status: 'verified' | 'rejected'
  /** null: none was given */
  reason: string | null
}

export function moderatedMessage({ scoreId, machineName, value, status, reason }: Moderated): Message {
  const score = `Your ${number.format(value)} on ${machineName}`
  return {
    title: status === 'verified' ? 'Your score was verified' : 'Your score was rejected',
    body: short(reason === null ? `${score}.` : `${score}: ${reason}`),
    tag: `moderated:${scoreId}`,
    url: `/scores/${scoreId}`,
  }
}

/** Whom push services may write to, as they ask for it. @param contact an e-mail or https address; null: not said. @param sender an address of this site */
export function vapidSubject(contact: string | null, siteUrl: string, sender: string): string {
  const site = siteUrl.startsWith('https://') ? siteUrl : `mailto:${sender}`
  if (contact === null) return site
  return contact.startsWith('https://') ? contact : `mailto:${contact}`
}

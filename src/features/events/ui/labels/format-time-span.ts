import type { EventDoc } from '#events/contract/documents.ts'
import * as m from '#messages'
import { localDate, plainDate, plainTime } from '#platform/ui/format/ssr-format.ts'
import { zoneLabel } from './format-day.ts'
import { DAY_OPTIONS, sameDay, TIME_OPTIONS } from './format-planned-end.ts'

/*
 * Times are those that the server counted, because its rules of time zones are newer than those of most browsers. A browser is asked only for
 * the name of a zone, and only if it would show the same time.
 */

type Span = Pick<EventDoc, 'startsAt' | 'endsAt' | 'startsOffset' | 'endsOffset'>

const localSpan = ({ startsAt, endsAt, startsOffset, endsOffset }: Span): [Date, Date] => [
  localDate(startsAt, startsOffset),
  localDate(endsAt, endsOffset),
]

/** True if a phone has no room for an event's start and end on one line: two days are named, or two time zones. */
export const needsTwoLines = (span: Span): boolean => span.startsOffset !== span.endsOffset || !sameDay(...localSpan(span))

/** The two ends of a span as one text. The zone is named once, unless the clocks change meanwhile. */
const join = (start: string, end: string, [first, last]: readonly [string, string]): string =>
  `${start}${first === last ? '' : ` ${first}`} – ${end} ${last}`

/** Returns an event's start and end in its own time zone, as the server and the first render in the browser show them. */
export function formatSpanPlain(span: Span): string {
  const [start, end] = localSpan(span)
  const moment = (at: Date): string => m.date_moment({ day: plainDate(at), time: plainTime(at) })
  return join(moment(start), sameDay(start, end) ? plainTime(end) : moment(end), [zoneLabel(span.startsOffset), zoneLabel(span.endsOffset)])
}

/** By locale and time zone. To make one takes longer than to format a list of events. */
const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError if the time zone is not known here */
function zoneFormat(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  const format =
    zoneFormats.get(key) ??
    new Intl.DateTimeFormat(locale, { ...TIME_OPTIONS, hourCycle: 'h23', hour: '2-digit', timeZone, timeZoneName: 'short' })
  zoneFormats.set(key, format)
  return format
}

/** Returns the name that the browser gives a zone ("PST"), or that of its offset if the browser shows another time or does not know it. */
function zoneName(at: Date, offset: number, timeZone: string, locale: string): string {
  try {
    const parts = zoneFormat(locale, timeZone).formatToParts(at)
    const part = (type: string): string => parts.find(each => each.type === type)!.value
    if (`${part('hour')}:${part('minute')}` === plainTime(localDate(at, offset))) return part('timeZoneName')
  } catch {
    // Some browsers do not know some zones.
  }
  return zoneLabel(offset)
}

/** Returns an event's start and end in the user's locale and the event's time zone. The year is left out if it is the current one. */
export function formatSpanLocal(span: Span & Pick<EventDoc, 'timeZone'>, locale: string, now: Date): string {
  const [start, end] = localSpan(span)
  const isThisYear = [start, end].every(at => at.getUTCFullYear() === now.getUTCFullYear())
  const format = new Intl.DateTimeFormat(locale, { ...DAY_OPTIONS, ...TIME_OPTIONS, ...(isThisYear ? {} : { year: 'numeric' }) })
  const first = zoneName(span.startsAt, span.startsOffset, span.timeZone, locale)
  const last = zoneName(span.endsAt, span.endsOffset, span.timeZone, locale)
  if (first === last) return `${format.formatRange(start, end)} ${last}`
  return join(format.format(start), (sameDay(start, end) ? new Intl.DateTimeFormat(locale, TIME_OPTIONS) : format).format(end), [
    first,
    last,
  ])
}

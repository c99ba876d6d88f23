import { plainDateTime } from '../../../../platform/ui/format/ssr-format.ts'

interface Span {
  startsAt: Date
  endsAt: Date
  timeZone: string
}

/** Returns an event's start and end in UTC, as the server and the first render in the browser show them. */
export const formatSpanUtc = ({ startsAt, endsAt }: Span): string =>
  `${plainDateTime(startsAt)} – ${sameDay(startsAt, endsAt) ? `${endsAt.toISOString().slice(11, 16)} UTC` : plainDateTime(endsAt)}`

/** True if an event begins and ends on one day of its own time zone. */
export function endsOnSameDay({ startsAt, endsAt, timeZone }: Span): boolean {
  try {
    return isSameDay(startsAt, endsAt, timeZone)
  } catch {
    return sameDay(startsAt, endsAt)
  }
}

/** By time zone. To make one takes longer than to format a list of events. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError if the time zone is not known here */
function isSameDay(a: Date, b: Date, timeZone: string): boolean {
  const days = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone })
  dayFormats.set(timeZone, days)
  return days.format(a) === days.format(b)
}

const sameDay = (a: Date, b: Date): boolean => a.toISOString().slice(0, 10) === b.toISOString().slice(0, 10)

const FORMAT_OPTIONS = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
  numberingSystem: 'latn',
} as const

const DAY_OPTIONS = { weekday: 'short', day: 'numeric', month: 'short', numberingSystem: 'latn' } as const
const TIME_OPTIONS = { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn' } as const

/** Returns an event's planned end in the user's locale and the event's time zone: the time, and the day unless it is today there. */
export function formatPlannedEnd({ endsAt, timeZone }: Pick<Span, 'endsAt' | 'timeZone'>, locale: string, now: Date): string {
  const format = (zone: string): string => {
    const isToday = isSameDay(endsAt, now, zone)
    return new Intl.DateTimeFormat(locale, { ...(isToday ? {} : DAY_OPTIONS), ...TIME_OPTIONS, timeZone: zone }).format(endsAt)
  }
  try {
    return format(timeZone)
  } catch {
    return format('UTC')
  }
}

/**
 * Returns an event's start and end in the user's locale and the event's time zone, or in UTC if the browser does not know that zone. The
 * year is left out if it is the current one.
 */
export function formatSpanLocal({ startsAt, endsAt, timeZone }: Span, locale: string, now: Date): string {
  const format = (zone: string): string => {
    const isThisYear = [startsAt, endsAt].every(at => at.getUTCFullYear() === now.getUTCFullYear())
    const { year, ...withoutYear } = FORMAT_OPTIONS
    return new Intl.DateTimeFormat(locale, { ...withoutYear, ...(isThisYear ? {} : { year }), timeZone: zone }).formatRange(
      startsAt,
      endsAt,
    )
  }
  try {
    return format(timeZone)
  } catch {
    return format('UTC')
  }
}

import { plainDateTime } from '../../../../platform/ui/format/ssr-format.ts'

interface Span {
  startsAt: Date
  endsAt: Date
  timeZone: string
}

/** Returns an event's start and end in UTC, as the server and the first render in the browser show them. */
export const plainSpan = ({ startsAt, endsAt }: Span): string =>
  `${plainDateTime(startsAt)} – ${sameDay(startsAt, endsAt) ? `${endsAt.toISOString().slice(11, 16)} UTC` : plainDateTime(endsAt)}`

const sameDay = (a: Date, b: Date): boolean => a.toISOString().slice(0, 10) === b.toISOString().slice(0, 10)

const SHOWN = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
  numberingSystem: 'latn',
} as const

/** Returns the same in the user's locale and the event's time zone, or in UTC if the browser does not know that zone. */
export function localSpan({ startsAt, endsAt, timeZone }: Span, locale: string): string {
  const format = (zone: string): string => new Intl.DateTimeFormat(locale, { ...SHOWN, timeZone: zone }).formatRange(startsAt, endsAt)
  try {
    return format(timeZone)
  } catch {
    return format('UTC')
  }
}

import { localDate, plainTime } from '#platform/ui/format/ssr-format.ts'
import { zoneOffset } from '#platform/ui/time/zoned-time.ts'
import { TIME_OPTIONS } from './format-planned-end.ts'

/**
 * Returns when a round begins in the event's time zone, as the user's clock shows times.
 * @param locale the user's; null: not known yet, as in the first render
 */
export function formatRoundStart(startsAt: Date, timeZone: string, locale: string | null): string {
  const start = localDate(startsAt, zoneOffset(startsAt.getTime(), timeZone))
  return locale === null ? plainTime(start) : new Intl.DateTimeFormat(locale, TIME_OPTIONS).format(start)
}

import type { EventDoc } from '#events/contract/documents.ts'
import { localDate } from '#platform/ui/format/ssr-format.ts'

/** Formats of dates that `localDate` has moved to the event's time zone. */
export const DAY_OPTIONS = { weekday: 'short', day: 'numeric', month: 'short', numberingSystem: 'latn', timeZone: 'UTC' } as const
export const TIME_OPTIONS = { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn', timeZone: 'UTC' } as const

export const sameDay = (a: Date, b: Date): boolean => a.toISOString().slice(0, 10) === b.toISOString().slice(0, 10)

/** Returns an event's planned end in the user's locale and the event's time zone: the time, and the day unless it is today there. */
export function formatPlannedEnd({ endsAt, endsOffset }: Pick<EventDoc, 'endsAt' | 'endsOffset'>, locale: string, now: Date): string {
  const end = localDate(endsAt, endsOffset)
  const isToday = sameDay(end, localDate(now, endsOffset))
  return new Intl.DateTimeFormat(locale, { ...(isToday ? {} : DAY_OPTIONS), ...TIME_OPTIONS }).format(end)
}

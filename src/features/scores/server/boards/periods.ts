import { fromLocalInput, zoneOffset } from '#platform/ui/time/zoned-time.ts'
import type { Window } from '#scores/rules.ts'

/*
 * The calendar periods of boards. A day begins at midnight of a time zone: of the venue or the event whose board it is, otherwise of the
 * site. A day on which clocks change has 23 or 25 hours.
 */

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** Makes a date of the calendar, whose UTC fields are the year, the month (0 to 11) and the day. Months and days beyond their range count on. */
function calendarDate(year: number, month = 0, day = 1): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date
}

/** The date that a calendar in the time zone shows. */
const dateIn = (at: Date, timeZone: string): Date => {
  const local = new Date(at.getTime() + zoneOffset(at.getTime(), timeZone) * MINUTE)
  return calendarDate(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
}

/** When a date begins in the time zone, in ms. Where clocks skip midnight, the date begins when they do. */
const startOf = (date: Date, timeZone: string): number =>
  timeZone === 'UTC' ? date.getTime() : fromLocalInput(date.toISOString().slice(0, 16), timeZone)!.getTime()

/** The Monday of a date's week. */
const mondayOf = (date: Date): Date => new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY)

/** First date of a window's period, and the first one after it. */
function periodDates(window: Exclude<Window, 'all'>, date: Date): { first: Date; next: Date } {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  switch (window) {
    case 'year':
      return { first: calendarDate(year), next: calendarDate(year + 1) }
    case 'month':
      return { first: calendarDate(year, month), next: calendarDate(year, month + 1) }
    case 'week': {
      const first = mondayOf(date)
      return { first, next: new Date(first.getTime() + 7 * DAY) }
    }
    case 'day':
      return { first: date, next: new Date(date.getTime() + DAY) }
  }
}

function nameOf(window: Exclude<Window, 'all'>, date: Date): string {
  const year = date.getUTCFullYear()
  switch (window) {
    case 'year':
      return String(year)
    case 'month':
      return `${year}-${twoDigits(date.getUTCMonth() + 1)}`
    case 'day':
      return `${year}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
    case 'week': {
      const thursday = new Date(mondayOf(date).getTime() + 3 * DAY)
      const weekYear = thursday.getUTCFullYear()
      return `${weekYear}-W${twoDigits(1 + Math.floor((thursday.getTime() - calendarDate(weekYear).getTime()) / (7 * DAY)))}`
    }
  }
}

/** A calendar period, such as a month. `from` and `to` in ms, the end excluded. */
export interface Period {
  /** such as "2026", "2026-11", "2026-W47" or "2026-11-21" */
  name: string
  timeZone: string
  from: number
  to: number
}

/** Returns the period of a window (weeks by ISO 8601) that contains a moment, in a time zone such as Europe/Berlin; null for `all`. */
export function periodAt(window: Window, at: Date, timeZone: string): Period | null {
  if (window === 'all') return null
  const date = dateIn(at, timeZone)
  const { first, next } = periodDates(window, date)
  return { name: nameOf(window, date), timeZone, from: startOf(first, timeZone), to: startOf(next, timeZone) }
}

/** The days whose records the home page shows, today and the six before, in a time zone: in ms, the end excluded. */
export function recordDays(now: number, timeZone: string): { from: number; to: number } {
  const today = dateIn(new Date(now), timeZone)
  return { from: startOf(new Date(today.getTime() - 6 * DAY), timeZone), to: startOf(new Date(today.getTime() + DAY), timeZone) }
}

/** The hours in which a player has submitted a score who counts as playing now, this one and the three before: in ms, the end excluded. */
export function playingHours(now: number): { from: number; to: number } {
  const hour = now - (now % HOUR)
  return { from: hour - 3 * HOUR, to: hour + HOUR }
}

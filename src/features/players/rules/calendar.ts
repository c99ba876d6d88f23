const DAY_MS = 24 * 60 * 60 * 1000

export const CALENDAR_WEEKS = 53

/** Returns the number of a moment's UTC day, counted from 1 January 1970. @param at ms */
export const dayNumber = (at: number): number => Math.floor(at / DAY_MS)

/** Returns a day as text such as "2026-01-31". */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Returns the number of the day that a text such as "2026-01-31" names. */
export const parseDay = (text: string): number => dayNumber(Date.parse(text))

/** Returns the first moment of a day, in UTC. */
export const dayStart = (day: number): Date => new Date(day * DAY_MS)

/** Returns the weekday of a day: 0 for Monday, 6 for Sunday. */
export const weekday = (day: number): number => (day + 3) % 7

/** Returns the first day of a calendar of 53 weeks, the last of which is the week of the given day. Weeks begin on Monday. */
export const firstCalendarDay = (today: number): number => today - weekday(today) - 7 * (CALENDAR_WEEKS - 1)

/** A day of a calendar. `week`: 0 for the first. */
export interface CalendarDay {
  day: number
  week: number
  weekday: number
  scores: number
  /** how dark the day is shown: 0 without scores, 4 for the days with the most */
  level: number
}

/** A month of a calendar. `month`: 1 for January. */
export interface CalendarMonth {
  year: number
  month: number
  /** the first week that begins in the month, or that the calendar begins with */
  week: number
  scores: number
  /** how many days have a score */
  days: number
}

export interface Calendar {
  days: CalendarDay[]
  months: CalendarMonth[]
  scores: number
  /** how many days have a score */
  playedDays: number
  /** the day with the most scores, the latest of several; null: there are no scores */
  busiest: CalendarDay | null
}

export const LEVELS = 4

/** Lays out a year of days. @param firstDay a Monday @param counts the scores of each day from then on */
export function layOutCalendar(firstDay: number, counts: readonly number[]): Calendar {
  const most = Math.max(0, ...counts)
  const days = counts.map((scores, i) => ({
    day: firstDay + i,
    week: Math.floor(i / 7),
    weekday: i % 7,
    scores,
    level: scores === 0 ? 0 : Math.ceil((LEVELS * scores) / most),
  }))
  const months: CalendarMonth[] = []
  for (const { day, week, weekday: at, scores } of days) {
    const date = dayStart(day)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
    const last = months.at(-1)
    const own = last?.month === month && last.year === year ? last : { year, month, week: at === 0 ? week : week + 1, scores: 0, days: 0 }
    if (own !== last) months.push(own)
    own.scores += scores
    if (scores > 0) own.days++
  }
  const played = days.filter(({ scores }) => scores > 0)
  return {
    days,
    months,
    scores: played.reduce((sum, { scores }) => sum + scores, 0),
    playedDays: played.length,
    busiest: played.findLast(({ scores }) => scores === most) ?? null,
  }
}

/** Returns the scores of the last 30 days, today included, and of the 30 days before. @param counts the scores of each day up to today */
export function compareMonths(counts: readonly number[]): { latest: number; before: number } {
  const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
  return { latest: sum(counts.slice(-30)), before: sum(counts.slice(-60, -30)) }
}

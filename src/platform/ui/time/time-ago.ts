import * as m from '#messages'
import { dateFormat } from '../format/user-format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The last one whose `from` is at most a time's age (ms) says how it is told. */
const steps: { from: number; unit: number; words(n: number): string }[] = [
  { from: 0, unit: MINUTE, words: () => m.time_ago_now() },
  { from: MINUTE, unit: MINUTE, words: n => m.time_ago_minutes({ n }) },
  { from: HOUR, unit: HOUR, words: n => m.time_ago_hours({ n }) },
  { from: DAY, unit: DAY, words: n => (n === 1 ? m.time_ago_yesterday() : n === 2 ? m.time_ago_two_days() : m.time_ago_days({ n })) },
  { from: 14 * DAY, unit: 7 * DAY, words: n => m.time_ago_weeks({ n }) },
  { from: 60 * DAY, unit: 30.44 * DAY, words: n => (n === 1 ? m.time_ago_last_month() : m.time_ago_months({ n })) },
]

/**
 * "5m ago"; "now" within a minute; the date after a year. A time in the future, as from a slow local clock, also gives "now". These are
 * messages, because the formatter that browsers have for it takes a phone a tenth of a second to make.
 * @param locale the user's, for the date
 */
export function timeAgo(at: number, now: number, locale: string): string {
  const age = Math.max(0, now - at)
  if (age >= 365 * DAY) return dateFormat(locale).format(at)
  const { unit, words } = steps.findLast(({ from }) => age >= from)!
  return words(Math.floor(age / unit))
}

import { Cron } from 'croner'
import { fieldError } from '../live/contract.ts'
import type { BackupSettings } from './settings-schema.ts'

type Schedule = Pick<BackupSettings, 'schedule' | 'timeZone'>

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Where the longest pause is searched, in ms after the last run, and what may be skipped there. The minutes are the same in each hour that
 * has runs, and the hours on each day that has: after two hours only pauses that leave out an hour can be longer than those that were found,
 * and after two days only pauses that leave out a day (23 hours long, when the clocks go forward). Each year has the same months.
 */
const SEARCH = [
  { until: 2 * HOUR, skip: 0 },
  { until: 2 * DAY, skip: HOUR },
  { until: 366 * DAY, skip: 23 * HOUR },
]

/** @returns null: no backups by themselves @throws Error if it is no schedule */
function parse({ schedule, timeZone }: Schedule): Cron | null {
  return schedule === null ? null : new Cron(schedule, { paused: true, timezone: timeZone, mode: '5-part' })
}

/** @throws DdpError 400 naming the field, if the schedule or its time zone is not valid, or it never comes */
export function checkSchedule({ schedule, timeZone }: Schedule, now: number): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw fieldError('backups.timeZone', 'must be a time zone such as Europe/Berlin')
  }
  let next: Date | null = null
  try {
    next = schedule === null ? new Date(0) : parse({ schedule, timeZone })!.nextRun(new Date(now))
  } catch {
    // What croner says of it is for programmers.
  }
  if (next === null) throw fieldError('backups.schedule', 'must be a schedule of five fields such as 0 4 * * *')
}

/** @returns ms; null: there is no run */
export const nextRun = (schedule: Schedule, after: number): number | null => parse(schedule)?.nextRun(new Date(after))?.getTime() ?? null

/** Returns the last scheduled time up to and including `now`. @returns ms; null: there was none */
export const lastRun = (schedule: Schedule, now: number): number | null =>
  // The reference itself does not count.
  parse(schedule)
    ?.previousRuns(1, new Date(now + 1000))[0]
    ?.getTime() ?? null

/**
 * Returns the longest pause between two runs, from the last run up to `now` to a year after it, ms; null: there is no schedule. A pause
 * within a day in which the clocks go back may be an hour longer.
 */
export function longestPause(schedule: Schedule, now: number): number | null {
  const first = lastRun(schedule, now) ?? nextRun(schedule, now)
  let at = first === null ? null : nextRun(schedule, first)
  if (first === null || at === null) return null
  const cron = parse(schedule)!
  let longest = at - first
  for (const { until, skip } of SEARCH)
    while (at < first + until) {
      // A pause that is longer than this step, and begins neither before `at` nor after the step, has its end after the step.
      const step: Date | null = cron.nextRun(new Date(at + Math.max(longest, skip) - 1000))
      if (step === null) return longest
      const next = step.getTime()
      if (next - at > longest) longest = Math.max(longest, next - cron.previousRuns(1, step)[0]!.getTime())
      at = next
    }
  return longest
}

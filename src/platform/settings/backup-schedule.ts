import { Cron } from 'croner'
import { fieldError } from '#platform/live/contract.ts'
import { fieldRule, mustBeTimeZone } from '#platform/text/field-rules.ts'
import type { BackupSettings } from './settings-schema.ts'

type Schedule = Pick<BackupSettings, 'schedule' | 'timeZone'>

/** ms after which a backup is too old where there is no schedule */
const OLD_BACKUP_MS = 7 * 86_400_000

/** @returns null: no backups by themselves @throws Error if it is no schedule */
function parse({ schedule, timeZone }: Schedule): Cron | null {
  return schedule === null ? null : new Cron(schedule, { paused: true, timezone: timeZone, mode: '5-part' })
}

/** @throws DdpError 400 naming the field, if the schedule or its time zone is not valid, or it never comes */
export function checkSchedule({ schedule, timeZone }: Schedule, now: number): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw fieldError('backups.timeZone', mustBeTimeZone())
  }
  let next: Date | null = null
  try {
    next = schedule === null ? new Date(0) : parse({ schedule, timeZone })!.nextRun(new Date(now))
  } catch {
    // What croner says of it is for programmers.
  }
  if (next === null) throw fieldError('backups.schedule', fieldRule('schedule', 'must be a schedule of five fields such as 0 4 * * *'))
}

/** @returns ms; null: there is no run */
export const nextRun = (schedule: Schedule, after: number): number | null => parse(schedule)?.nextRun(new Date(after))?.getTime() ?? null

/** Returns the last scheduled time up to and including `now`. @returns ms; null: there was none */
export const lastRun = (schedule: Schedule, now: number): number | null =>
  // The reference itself does not count.
  parse(schedule)
    ?.previousRuns(1, new Date(now + 1000))[0]
    ?.getTime() ?? null

/** Returns from when on a backup is too old: the second scheduled time after it, or a week without a schedule. @param at when it ended, ms */
export const lateAt = (schedule: Schedule, at: number): number =>
  parse(schedule)?.nextRuns(2, new Date(at))[1]?.getTime() ?? at + OLD_BACKUP_MS

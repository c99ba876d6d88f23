import { expect, it } from 'vitest'
import { checkSchedule, lastRun, longestPause, nextRun } from './backup-schedule.ts'

const at = (text: string): number => Date.parse(text)
const daily = { schedule: '0 4 * * *', timeZone: 'Europe/Berlin' }
const HOUR = 3_600_000

it('finds the next run and the last one in the time zone of the schedule', () => {
  expect(nextRun(daily, at('2026-11-24T02:59:00Z'))).toBe(at('2026-11-24T03:00:00Z'))
  expect(nextRun(daily, at('2026-11-24T03:00:00Z'))).toBe(at('2026-11-25T03:00:00Z'))
  expect(nextRun(daily, at('2026-07-01T00:00:00Z'))).toBe(at('2026-07-01T02:00:00Z'))
  expect(lastRun(daily, at('2026-11-24T02:59:00Z'))).toBe(at('2026-11-23T03:00:00Z'))
  expect(lastRun(daily, at('2026-11-24T03:00:00Z'))).toBe(at('2026-11-24T03:00:00Z'))
})

it('has no run without a schedule', () => {
  const none = { schedule: null, timeZone: 'UTC' }
  expect([nextRun(none, 0), lastRun(none, 0), longestPause(none, 0)]).toEqual([null, null, null])
})

it('takes the longest pause between two runs, so that a weekend is not late', () => {
  expect(longestPause({ schedule: '0 4 * * *', timeZone: 'UTC' }, at('2026-11-24T00:00:00Z'))).toBe(24 * HOUR)
  expect(longestPause({ schedule: '0 4 * * 1-5', timeZone: 'UTC' }, at('2026-11-24T00:00:00Z'))).toBe(72 * HOUR)
})

it.each([
  ['each hour of working days', '0 * * * 1-5', 49],
  ['each minute of working days', '* * * * 1-5', 48 + 1 / 60],
  ['working hours of working days', '*/10 8-18 * * 1-5', 48 + 13 + 10 / 60],
  ['two runs of an hour that are far apart', '0,40 * * * *', 40 / 60],
  ['each hour but those of the lunch break', '30 0-11,15-23 * * *', 4],
  ['each day of some months', '0 4 * 1-6 *', 185 * 24],
  ['once a year', '0 4 1 1 *', 365 * 24],
  ['the leap day', '0 4 29 2 *', (4 * 365 + 1) * 24],
])('finds the longest pause of %s at any time', (_, schedule, hours) => {
  // A Friday evening, a Saturday and a Wednesday at noon
  for (const now of ['2026-11-27T21:30:00Z', '2026-11-28T12:00:00Z', '2026-11-25T12:00:00Z'])
    expect(longestPause({ schedule, timeZone: 'UTC' }, at(now))).toBeCloseTo(hours * HOUR, 3)
})

it.each([
  ['no cron', 'every day', 'UTC', 'backups.schedule'],
  ['seconds', '* * * * * *', 'UTC', 'backups.schedule'],
  ['a day that never comes', '0 4 31 2 *', 'UTC', 'backups.schedule'],
  ['an hour that no day has', '0 24 * * *', 'UTC', 'backups.schedule'],
  ['no time zone', '0 4 * * *', 'Berlin', 'backups.timeZone'],
])('refuses %s', (_, schedule, timeZone, path) => {
  expect(() => checkSchedule({ schedule, timeZone }, 0)).toThrow(
    expect.objectContaining({ error: 400, details: [expect.objectContaining({ path })] }),
  )
})

it('takes schedules of five fields, and none', () => {
  for (const schedule of ['0 4 * * *', '30 3 * * 0', '*/30 * * * *', null]) checkSchedule({ schedule, timeZone: 'Asia/Tokyo' }, 0)
})

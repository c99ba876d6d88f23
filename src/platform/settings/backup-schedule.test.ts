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

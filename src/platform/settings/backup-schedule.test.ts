import { expect, it } from 'vitest'
import { checkSchedule, lastRun, lateAt, nextRun } from './backup-schedule.ts'

const at = (text: string): number => Date.parse(text)
const daily = { schedule: '0 4 * * *', timeZone: 'Europe/Berlin' }

it('finds the next run and the last one in the time zone of the schedule', () => {
  expect(nextRun(daily, at('2026-11-24T02:59:00Z'))).toBe(at('2026-11-24T03:00:00Z'))
  expect(nextRun(daily, at('2026-11-24T03:00:00Z'))).toBe(at('2026-11-25T03:00:00Z'))
  expect(nextRun(daily, at('2026-07-01T00:00:00Z'))).toBe(at('2026-07-01T02:00:00Z'))
  expect(lastRun(daily, at('2026-11-24T02:59:00Z'))).toBe(at('2026-11-23T03:00:00Z'))
  expect(lastRun(daily, at('2026-11-24T03:00:00Z'))).toBe(at('2026-11-24T03:00:00Z'))
})

it('has no run without a schedule', () => {
  const none = { schedule: null, timeZone: 'UTC' }
  expect([nextRun(none, 0), lastRun(none, 0)]).toEqual([null, null])
})

it.each([
  ['each day', '0 4 * * *', '2026-11-24T04:02:00Z', '2026-11-26T04:00:00Z'],
  ['each hour of working days, on a weekend', '0 * * * 1-5', '2026-11-27T23:01:00Z', '2026-11-30T01:00:00Z'],
  ['working days', '0 4 * * 1-5', '2026-11-27T04:02:00Z', '2026-12-01T04:00:00Z'],
  ['a year', '0 4 1 1 *', '2026-01-01T04:02:00Z', '2028-01-01T04:00:00Z'],
])('says that a backup is too old when a second one was due since: %s', (_, schedule, last, late) => {
  expect(lateAt({ schedule, timeZone: 'UTC' }, at(last))).toBe(at(late))
})

it('says that a backup is too old after a week where there is no schedule', () => {
  expect(lateAt({ schedule: null, timeZone: 'UTC' }, at('2026-11-24T12:00:00Z'))).toBe(at('2026-12-01T12:00:00Z'))
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

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTime, toSchedule, toScheduleFields } from './schedule-fields.ts'

it('shows the usual schedules by time and day, and others as they are', () => {
  expect(toScheduleFields(null)).toMatchObject({ frequency: 'off', time: '04:00' })
  expect(toScheduleFields('0 4 * * *')).toMatchObject({ frequency: 'daily', time: '04:00' })
  expect(toScheduleFields('30 23 * * 5')).toMatchObject({ frequency: 'weekly', time: '23:30', weekday: '5' })
  expect(toScheduleFields('*/30 * * * *')).toMatchObject({ frequency: 'custom', cron: '*/30 * * * *' })
})

it('makes of what is shown the schedule that it was', () => {
  const time = fc.tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 23 }), fc.constantFrom('*', '0', '3', '6'))
  const schedule = fc.oneof(
    time.map(([minute, hour, day]) => `${minute} ${hour} * * ${day}`),
    fc.constantFrom(null, '*/5 * * * *', '0 4 1 * *', '0 4 * * 1-5'),
  )
  fc.assert(
    fc.property(schedule, each => {
      expect(toSchedule(toScheduleFields(each))).toBe(each)
    }),
  )
})

it('knows times of the day', () => {
  for (const time of ['04:00', '4:00', '23:59']) expect(isTime(time)).toBe(true)
  for (const time of ['24:00', '4', '04:60', '']) expect(isTime(time)).toBe(false)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WINDOWS } from '#scores/rules.ts'
import { periodAt, playingHours, recordDays } from './periods.ts'

const at = (text: string): Date => new Date(text)
const name = (window: (typeof WINDOWS)[number], text: string, zone = 'UTC') => periodAt(window, at(text), zone)?.name ?? null
/** The first and the last moment of a period. */
const span = (window: 'year' | 'month' | 'week' | 'day', text: string, zone: string) => {
  const { from, to } = periodAt(window, at(text), zone)!
  return [new Date(from).toISOString(), new Date(to).toISOString()]
}
const HOUR = 3_600_000

describe('a period', () => {
  it('has the name that calendars give it, weeks by ISO', () => {
    expect(WINDOWS.map(window => name(window, '2026-11-21T23:59:59.999Z'))).toEqual([null, '2026', '2026-11', '2026-W47', '2026-11-21'])
    for (const [day, week] of [
      ['2024-12-29', '2024-W52'],
      ['2024-12-30', '2025-W01'],
      ['2026-01-01', '2026-W01'],
      ['2027-01-03', '2026-W53'],
      ['2027-01-04', '2027-W01'],
      ['1970-01-01', '1970-W01'],
    ] as const)
      expect(name('week', `${day}T00:00:00Z`), day).toBe(week)
  })

  it('begins at midnight of the time zone, at the ends of months and years too', () => {
    expect(name('day', '2026-11-30T23:30:00Z', 'Europe/Berlin')).toBe('2026-12-01')
    expect(name('month', '2026-11-30T23:30:00Z', 'Europe/Berlin')).toBe('2026-12')
    expect(name('month', '2026-12-01T04:59:59Z', 'America/New_York')).toBe('2026-11')
    expect(name('year', '2026-12-31T10:30:00Z', 'Pacific/Auckland')).toBe('2026')
    expect(name('year', '2026-12-31T11:00:00Z', 'Pacific/Auckland')).toBe('2027')
    expect(span('month', '2026-11-15T12:00:00Z', 'Asia/Kolkata')).toEqual(['2026-10-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z'])
    expect(span('week', '2027-01-01T12:00:00Z', 'America/Los_Angeles')).toEqual(['2026-12-28T08:00:00.000Z', '2027-01-04T08:00:00.000Z'])
  })

  it('of a day on which clocks change has 23 or 25 hours, and the week and the month have an hour less or more', () => {
    expect(span('day', '2026-03-29T12:00:00Z', 'Europe/Berlin')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
    expect(span('day', '2026-10-25T12:00:00Z', 'Europe/Berlin')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
    expect(span('week', '2026-10-25T12:00:00Z', 'Europe/Berlin')).toEqual(['2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
    expect(span('month', '2026-03-10T12:00:00Z', 'America/New_York')).toEqual(['2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'])
    // Both of the hours that clocks show twice belong to the day.
    expect(name('day', '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25')
    expect(name('day', '2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe('2026-10-25')
  })

  it('begins when clocks are set forward over midnight, or at the first of two midnights', () => {
    // In Cairo, clocks go from 0:00 to 1:00.
    expect(span('day', '2026-04-24T12:00:00Z', 'Africa/Cairo')).toEqual(['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'])
    // In the Azores, they go from 1:00 back to 0:00.
    expect(span('day', '2026-10-25T12:00:00Z', 'Atlantic/Azores')).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'])
  })

  it('contains its moment, and the next one begins where it ends, in any time zone', () => {
    const moments = fc.date({ min: at('1970-01-10T00:00:00Z'), max: at('2200-01-01T00:00:00Z'), noInvalidDate: true })
    const zones = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(moments, fc.constantFrom('year', 'month', 'week', 'day'), zones, (moment, window, zone) => {
        const period = periodAt(window, moment, zone)!
        expect(period.from <= moment.getTime() && moment.getTime() < period.to).toBe(true)
        expect(periodAt(window, new Date(period.from), zone)).toEqual(period)
        expect(periodAt(window, new Date(period.to - 1), zone)).toEqual(period)
        expect(periodAt(window, new Date(period.to), zone)!.from).toBe(period.to)
        expect(periodAt(window, new Date(period.from - 1), zone)!.to).toBe(period.from)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the times of the home page’s highlights', () => {
  it('are whole days of the site and whole hours, so that they are the same for everyone who asks in the same one', () => {
    const moment = at('2026-11-24T10:59:59.999Z').getTime()
    const days = (zone: string) => Object.values(recordDays(moment, zone)).map(each => new Date(each).toISOString())
    expect(days('UTC')).toEqual(['2026-11-18T00:00:00.000Z', '2026-11-25T00:00:00.000Z'])
    expect(days('Pacific/Auckland')).toEqual(['2026-11-17T11:00:00.000Z', '2026-11-24T11:00:00.000Z'])
    expect(playingHours(moment)).toEqual({ from: moment + 1 - 4 * HOUR, to: moment + 1 })
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromLocalInput, listTimeZones, toLocalInput } from './zoned-time.ts'

const utc = (text: string): Date => new Date(`${text}Z`)

it('formats a moment as local time, in summer and in winter', () => {
  expect(toLocalInput(utc('2026-07-01T18:00'), 'Europe/Berlin')).toBe('2026-07-01T20:00')
  expect(toLocalInput(utc('2026-12-01T18:00'), 'Europe/Berlin')).toBe('2026-12-01T19:00')
  expect(toLocalInput(utc('2026-12-31T23:30'), 'Asia/Kolkata')).toBe('2027-01-01T05:00')
  expect(toLocalInput(utc('2026-12-01T05:00'), 'America/New_York')).toBe('2026-12-01T00:00')
})

it('takes the first of two possible moments when clocks are set back', () => {
  expect(fromLocalInput('2026-10-25T02:30', 'Europe/Berlin')).toEqual(utc('2026-10-25T00:30'))
  expect(fromLocalInput('2026-11-01T01:30', 'America/New_York')).toEqual(utc('2026-11-01T05:30'))
})

it('moves a local time that clocks skip later by the skipped duration', () => {
  const skipped = fromLocalInput('2026-03-29T02:30', 'Europe/Berlin')!
  expect(skipped).toEqual(utc('2026-03-29T01:30'))
  expect(toLocalInput(skipped, 'Europe/Berlin')).toBe('2026-03-29T03:30')
  expect(fromLocalInput('2026-03-08T02:00', 'America/New_York')).toEqual(utc('2026-03-08T07:00'))
})

it('converts every local time to a moment and back to the same minute', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu']
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e9 }), fc.constantFrom(...zones), (seconds, zone) => {
      const localTime = toLocalInput(new Date(seconds * 1000), zone)
      expect(toLocalInput(fromLocalInput(localTime, zone)!, zone)).toBe(localTime)
    }),
  )
})

it('returns null for text that is not a time', () => {
  for (const text of ['', '2026-11-21', 'tonight', '2026-13-21T19:00']) expect(fromLocalInput(text, 'UTC')).toBe(null)
  expect(fromLocalInput('2026-11-21T19:00:30', 'UTC')).toEqual(utc('2026-11-21T19:00'))
})

it('lists the time zones, including the given one', () => {
  expect(listTimeZones('Europe/Berlin')).toContain('UTC')
  expect(listTimeZones('Etc/GMT+5')).toContain('Etc/GMT+5')
})

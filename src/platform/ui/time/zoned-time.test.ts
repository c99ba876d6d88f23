import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeZoneRules } from '../../../../scripts/time-zones.mjs'
import zoneRulesFile from './zone-rules.ts?raw'
import { fromLocalInput, timeZoneChoices, toLocalInput, zoneOffset } from './zoned-time.ts'

const utc = (text: string): Date => new Date(`${text}Z`)

it('formats a moment as local time, in summer and in winter', () => {
  expect(toLocalInput(utc('2026-07-01T18:00'), 'Europe/Berlin')).toBe('2026-07-01T20:00')
  expect(toLocalInput(utc('2026-12-01T18:00'), 'Europe/Berlin')).toBe('2026-12-01T19:00')
  expect(toLocalInput(utc('2026-12-31T23:30'), 'Asia/Kolkata')).toBe('2027-01-01T05:00')
  expect(toLocalInput(utc('2026-12-01T05:00'), 'America/New_York')).toBe('2026-12-01T00:00')
})

it('knows the clocks that were changed by law in 2026, whatever Node knows of them', () => {
  const local = (zone: string): string => toLocalInput(utc('2026-12-12T03:00'), zone)
  // British Columbia stays ahead, Manitoba and Alberta do too, and Morocco went back for good.
  expect(local('America/Vancouver')).toBe('2026-12-11T20:00')
  expect(local('America/Winnipeg')).toBe('2026-12-11T22:00')
  expect(local('America/Edmonton')).toBe('2026-12-11T21:00')
  expect(local('Africa/Casablanca')).toBe('2026-12-12T03:00')
  expect(fromLocalInput('2026-12-11T20:00', 'America/Vancouver')).toEqual(utc('2026-12-12T03:00'))
  expect(zoneOffset(utc('2026-06-12T03:00').getTime(), 'America/Vancouver')).toBe(-420)
})

it('has rules for every zone of the runtime, and asks the runtime about what is none', () => {
  const winter = utc('2026-01-15T12:00').getTime()
  for (const zone of Intl.supportedValuesOf('timeZone'))
    expect([zone, toLocalInput(new Date(winter), zone)]).toEqual([zone, byRuntime(winter, zone)])
  expect(zoneOffset(winter, 'europe/berlin')).toBe(60)
  expect(zoneOffset(winter, 'Nowhere/Atlantis')).toBe(0)
})

/** What the runtime itself makes of a moment: before 2026's changes it agrees. */
const byRuntime = (at: number, timeZone: string): string =>
  new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).replace(' ', 'T')

it('has the rules of the time zone package that is installed', () => {
  expect(zoneRulesFile).toBe(writeZoneRules())
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
  expect(timeZoneChoices('Europe/Berlin')).toContainEqual({ value: 'UTC', label: 'UTC' })
  expect(timeZoneChoices('Etc/GMT+5')).toContainEqual({ value: 'Etc/GMT+5', label: 'Etc/GMT+5' })
  expect(timeZoneChoices('UTC')).toContainEqual({ value: 'America/New_York', label: 'America/New York' })
})

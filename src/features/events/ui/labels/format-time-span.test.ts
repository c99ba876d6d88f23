import { expect, it } from 'vitest'
import { endsOnSameDay, formatPlannedEnd, formatSpanLocal, formatSpanUtc } from './format-time-span.ts'

const evening = { startsAt: new Date('2026-11-21T19:00:00Z'), endsAt: new Date('2026-11-21T23:30:00Z'), timeZone: 'America/New_York' }

it('the server’s page shows UTC, and a day that start and end share only once', () => {
  expect(formatSpanUtc(evening)).toBe('Nov 21, 2026, 19:00 UTC – 23:30 UTC')
  expect(formatSpanUtc({ ...evening, endsAt: new Date('2026-12-01T07:00:00Z') })).toBe('Nov 21, 2026, 19:00 UTC – Dec 1, 2026, 07:00 UTC')
})

it('the user’s page shows the event’s own time zone and names it', () => {
  const now = new Date('2027-01-01T12:00:00Z')
  const formatted = formatSpanLocal(evening, 'en-US', now).replace(/\s/g, ' ')
  expect(formatted).toContain('Sat, Nov 21, 2026')
  expect(formatSpanLocal(evening, 'en-US', evening.startsAt)).not.toContain('2026')
  expect(formatted).toMatch(/2:00 . 6:30 PM EST/)
  expect(formatSpanLocal({ ...evening, timeZone: 'Nowhere/Atlantis' }, 'en-US', now)).toContain('UTC')
})

it('the planned end names the day unless it is today in the event’s time zone', () => {
  const format = (now: string, timeZone = evening.timeZone): string =>
    formatPlannedEnd({ ...evening, timeZone }, 'en-US', new Date(now)).replace(/\s/g, ' ')
  expect(format('2026-11-22T03:00:00Z')).toBe('6:30 PM')
  expect(format('2026-11-22T06:00:00Z')).toBe('Sat, Nov 21, 6:30 PM')
  expect(format('2026-11-21T23:45:00Z', 'Nowhere/Atlantis')).toBe('11:30 PM')
})

it('knows whether an event ends on the day on which it began, in its own time zone', () => {
  expect(endsOnSameDay(evening)).toBe(true)
  expect(endsOnSameDay({ ...evening, timeZone: 'Europe/Berlin' })).toBe(false)
  expect(endsOnSameDay({ ...evening, timeZone: 'Europe/Nowhere' })).toBe(true)
})

import { expect, it } from 'vitest'
import { localSpan, plainSpan } from './format-time-span.ts'

const evening = { startsAt: new Date('2026-11-21T19:00:00Z'), endsAt: new Date('2026-11-21T23:30:00Z'), timeZone: 'America/New_York' }

it('everybody’s page is in UTC, and says the day once', () => {
  expect(plainSpan(evening)).toBe('Nov 21, 2026, 19:00 UTC – 23:30 UTC')
  expect(plainSpan({ ...evening, endsAt: new Date('2026-12-01T07:00:00Z') })).toBe('Nov 21, 2026, 19:00 UTC – Dec 1, 2026, 07:00 UTC')
})

it('the reader’s is in the event’s own time zone, which it names', () => {
  const words = localSpan(evening, 'en-US').replace(/\s/g, ' ')
  expect(words).toContain('Sat, Nov 21, 2026')
  expect(words).toMatch(/2:00 . 6:30 PM EST/)
  expect(localSpan({ ...evening, timeZone: 'Nowhere/Atlantis' }, 'en-US')).toContain('UTC')
})

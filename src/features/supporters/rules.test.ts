import { expect, it } from 'vitest'
import { nextNight, waitLabel } from './rules.ts'

it('reads memberships again in the next night, at 03:00 UTC', () => {
  const at = (text: string): string => new Date(nextNight(Date.parse(text))).toISOString()
  expect(at('2026-11-22T01:00:00Z')).toBe('2026-11-22T03:00:00.000Z')
  expect(at('2026-11-22T03:00:00Z')).toBe('2026-11-23T03:00:00.000Z')
  expect(at('2026-12-31T23:59:59.999Z')).toBe('2027-01-01T03:00:00.000Z')
})

it('formats the wait in whole minutes', () => {
  expect([1, 60_000, 60_001, 300_000].map(waitLabel)).toEqual(['a minute', 'a minute', '2 minutes', '5 minutes'])
})

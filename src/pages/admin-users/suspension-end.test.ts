import { expect, it } from 'vitest'
import { suspensionEnd, toLocalValue } from './suspension-end.ts'

const NOW = Date.UTC(2026, 10, 24, 18)

it('is some days after now, or open', () => {
  expect(suspensionEnd('7', '', NOW)).toEqual(new Date(NOW + 7 * 86_400_000))
  expect(suspensionEnd('never', '', NOW)).toBe(undefined)
})

it('is a date that lies ahead', () => {
  const tomorrow = new Date(NOW + 86_400_000)
  expect(suspensionEnd('date', toLocalValue(tomorrow), NOW)).toEqual(tomorrow)
  expect(suspensionEnd('date', toLocalValue(new Date(NOW)), NOW)).toBe(null)
  expect(suspensionEnd('date', '', NOW)).toBe(null)
})

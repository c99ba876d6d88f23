import { expect, it } from 'vitest'
import { planName } from './prepared-statement.ts'

it('names a marked statement by its text, wherever it stands, and no other', () => {
  const first = planName('/* planned once */ SELECT 1')
  expect(first).toMatch(/^\w+$/)
  expect(planName('\n    /* planned once */ SELECT 2')).not.toBe(first)
  expect(planName('/* planned once */ SELECT 1')).toBe(first)
  expect(planName('SELECT 1')).toBeUndefined()
  expect(planName("SELECT '/* planned once */'")).toBeUndefined()
})

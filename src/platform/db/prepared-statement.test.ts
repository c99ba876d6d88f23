import { expect, it } from 'vitest'
import { statementName } from './prepared-statement.ts'

it('names a marked statement by its text, wherever it stands, and no other', () => {
  const first = statementName('/* planned once */ SELECT 1')
  expect(first).toMatch(/^\w+$/)
  expect(statementName('\n    /* planned once */ SELECT 2')).not.toBe(first)
  expect(statementName('/* planned once */ SELECT 1')).toBe(first)
  expect(statementName('SELECT 1')).toBeUndefined()
  expect(statementName("SELECT '/* planned once */'")).toBeUndefined()
})

import { expect, it } from 'vitest'
import { toInitials } from './initials.ts'

it('initials are capital letters and digits, ten at most', () => {
  expect(toInitials('ab c-1')).toBe('ABC1')
  expect(toInitials('äöü')).toBe('')
  expect(toInitials('abcdefghijkl')).toBe('ABCDEFGHIJ')
})

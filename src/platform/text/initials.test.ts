import { expect, test } from 'vitest'
import { initials, monogram } from './initials.ts'

test('initials of people', () => {
  expect(initials('Ada Moreau')).toBe('AM')
  expect(initials('keith')).toBe('K')
  expect(initials('Jan van der Berg')).toBe('JB')
  expect(initials('pin_wizard')).toBe('PW')
  expect(initials('🐢 power')).toBe('🐢P')
  expect(initials('  ')).toBe('?')
})

test('machines are called what players call them', () => {
  expect(monogram('Attack From Mars')).toBe('AFM')
  expect(monogram('Medieval Madness')).toBe('MM')
  expect(monogram('The Addams Family')).toBe('TAF')
  expect(monogram('Teenage Mutant Ninja Turtles')).toBe('TMNT')
  expect(monogram('Firepower')).toBe('FI')
  expect(monogram('Godzilla (Premium)')).toBe('GO')
  expect(monogram('Indiana Jones: The Pinball Adventure')).toBe('IJ')
  expect(monogram('Captain Fantastic and The Brown Dirt Cowboy')).toBe('CFBD')
  expect(monogram('')).toBe('?')
})

import { expect, it } from 'vitest'
import { plainName } from './plain-name.ts'

it.each([
  ['Größte Bühne', 'groesste-buehne'],
  ['  Ligue d’été №2 ', 'ligue-d-ete-2'],
  ['موسم الشتاء', 'موسم-الشتاء'],
  ['★★★', ''],
])('makes a part of an address of %s', (name, slug) => expect(plainName(name, 60)).toBe(slug))

it('ends between letters, and not with a hyphen, where the name is too long', () => {
  expect(plainName('Thursday league', 9)).toBe('thursday')
  expect(plainName('ابجد', 5)).toBe('اب')
})

import { expect, it } from 'vitest'
import { toSlug } from './slug.ts'

it.each([
  ['Größte Bühne', 'groesste-buehne'],
  ['  Ligue d’été №2 ', 'ligue-d-ete-2'],
  ['موسم الشتاء', 'موسم-الشتاء'],
  ['★★★', ''],
])('makes a part of an address of %s', (name, slug) => expect(toSlug(name, 60)).toBe(slug))

it('ends between letters, and not with a hyphen, where the name is too long', () => {
  expect(toSlug('Thursday league', 9)).toBe('thursday')
  expect(toSlug('ابجد', 5)).toBe('اب')
})

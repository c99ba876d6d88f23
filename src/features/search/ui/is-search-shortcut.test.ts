import { expect, it } from 'vitest'
import { asksForSearch, type Press } from './is-search-shortcut.ts'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...more,
})

it('is a slash, Ctrl+K or ⌘K', () => {
  for (const each of [press('/'), press('k', { ctrlKey: true }), press('K', { ctrlKey: true }), press('k', { metaKey: true })])
    expect(asksForSearch(each, false)).toBe(true)
})

it('is no other key, nor these with others', () => {
  for (const each of [
    press('k'),
    press('?'),
    press('/', { ctrlKey: true }),
    press('/', { metaKey: true }),
    press('/', { altKey: true }),
    press('k', { ctrlKey: true, metaKey: true }),
    press('k', { ctrlKey: true, altKey: true }),
  ])
    expect(asksForSearch(each, false)).toBe(false)
})

it('takes nothing from somebody who types but ⌘K', () => {
  expect(asksForSearch(press('/'), true)).toBe(false)
  expect(asksForSearch(press('k', { ctrlKey: true }), true)).toBe(false)
  expect(asksForSearch(press('k', { metaKey: true }), true)).toBe(true)
})

it('takes no key that is part of a composed character or was for something else', () => {
  expect(asksForSearch(press('/', { isComposing: true }), false)).toBe(false)
  expect(asksForSearch(press('/', { defaultPrevented: true }), false)).toBe(false)
})

import { expect, it } from 'vitest'
import { isSearchShortcut, type KeyPress } from './is-search-shortcut.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
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
    expect(isSearchShortcut(each, false)).toBe(true)
})

it('is no other key, nor these keys with other modifiers', () => {
  for (const each of [
    press('k'),
    press('?'),
    press('/', { ctrlKey: true }),
    press('/', { metaKey: true }),
    press('/', { altKey: true }),
    press('k', { ctrlKey: true, metaKey: true }),
    press('k', { ctrlKey: true, altKey: true }),
  ])
    expect(isSearchShortcut(each, false)).toBe(false)
})

it('while the user types, only ⌘K is the shortcut', () => {
  expect(isSearchShortcut(press('/'), true)).toBe(false)
  expect(isSearchShortcut(press('k', { ctrlKey: true }), true)).toBe(false)
  expect(isSearchShortcut(press('k', { metaKey: true }), true)).toBe(true)
})

it('is not a key that composes a character or was handled already', () => {
  expect(isSearchShortcut(press('/', { isComposing: true }), false)).toBe(false)
  expect(isSearchShortcut(press('/', { defaultPrevented: true }), false)).toBe(false)
})

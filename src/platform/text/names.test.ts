import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { name } from '../live/schemas.ts'
import { nameProblem, withoutControls } from './names.ts'

describe('a name', () => {
  it.each([
    'Ada',
    'Zoë O’Neil-Łukasz',
    'رضا',
    'می‌خواهم',
    'क्‍ष',
    '李雷',
    '🎱',
    '👩‍👩‍👧‍👦',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '❤️',
    '7',
    '?!',
  ])('may be %j', text => expect(nameProblem(text)).toBeNull())

  it.each([
    ['\u0000', 'a\u0007b', 'a\nb', 'a\tb', 'a\u007f', 'a\u0085b', 'a\u2028b', 'a\u2029b', '\ud800', 'a\udc00'],
    ['a\u202eb', '\u202a', 'a\u200e', '\u200fa', 'a\u061cb', '\u2066a\u2069', '\u2067', 'a\u202c'],
    [
      '',
      ' ',
      '\u00a0',
      '\u200b',
      '\u3164',
      '\u2800',
      '\u00ad',
      '\u115f\u1160',
      '\uffa0',
      '\u200d',
      '\u2060\ufeff',
      '\u0301',
      '\ufe0f',
      '\u{e0041}',
    ],
  ])('may not be %j', (...texts) => {
    for (const text of texts) expect([text, nameProblem(text)]).toEqual([text, expect.stringMatching(/^must /)])
  })

  it('is checked after it was trimmed, and may be empty only where a contract allows it', () => {
    expect(v.parse(name(1, 10), '  Ada ')).toBe('Ada')
    expect(v.parse(name(0, 10), '   ')).toBe('')
    for (const bad of ['', '\u3164', 'a\u202eb']) expect([bad, v.safeParse(name(1, 10), bad).success]).toEqual([bad, false])
    expect(v.safeParse(name(0, 10), '\u2800').issues?.[0].message).toBe('must hold a visible character')
  })
})

it('takes out of a text what would reach beyond it, and leaves marks, joiners and lines', () => {
  expect(withoutControls('a\u202eb\u202c \u2066c\u2069\u0007\u0090')).toBe('ab c')
  for (const text of ['می‌خواهم\u200f!', 'two\nlines\tand a tab', '👩‍👩‍👧‍👦']) expect(withoutControls(text)).toBe(text)
})

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { name, text } from '#platform/live/schemas.ts'
import { nameProblem, newNameProblem, withoutOverrides, withoutUnseen } from './names.ts'
import { withoutControls } from './without-controls.ts'

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

describe('a name that is being chosen', () => {
  it.each(['аdmin', 'Tіlda', 'Βob', 'аdmin 2', 'Ann-Mаrie', 'Pоман'])('does not mix letters of two alphabets that look alike: %s', text => {
    expect(newNameProblem(text)).toBe('must not mix letters of different alphabets that look alike')
    expect(nameProblem(text)).toBeNull()
  })

  it.each(['Роман', 'Анна Smith', 'KoЯn', 'Ωmega', 'Αθηνά', 'Toys Я Us', 'Νίκος-Nikos', '李Lei', 'رضا Reza', 'Łukasz', 'ＴＡＲＯ', 'Արամ'])(
    'may be %s',
    text => expect(newNameProblem(text)).toBeNull(),
  )

  it('loses what nobody sees, and keeps what texts and emoji need', () => {
    for (const text of [
      'ad\u200bmin',
      'ad\u00admin',
      '\ufeffadmin',
      'ad\u2060min',
      'ad\u200dmin',
      'ad\u200b\u200cmin\u200d',
      'admin\ufe0f',
      'ad\u{e0041}min',
      'admin\u3164',
      'a\u034fdmin',
    ])
      expect([text, withoutUnseen(text)]).toEqual([text, 'admin'])
    for (const text of [
      'می\u200cخواهم',
      'क्\u200dष',
      '👩‍👩‍👧‍👦',
      '❤️',
      '1️⃣',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '葛\u{e0100}城',
    ])
      expect(withoutUnseen(text)).toBe(text)
    expect(v.parse(name(1, 10), ' ad\u200bmin\u200b ')).toBe('admin')
    expect(v.safeParse(name(1, 10), '\u200b').success).toBe(false)
  })
})

it('takes overrides of the direction out of longer texts, and leaves marks, isolates, and embeddings without an override', () => {
  expect(withoutOverrides('pay \u202e0001\u202c, \u202bx\u202c')).toBe('pay 0001, x')
  for (const each of ['\u2067מה\u2069 so', 'a\u200f!', '\u202bשלום\u202c']) expect(withoutOverrides(each)).toBe(each)
  expect(v.parse(text(0, 20, { lines: true }), 'good\u202eevil\u202c\n\u2067x\u2069')).toBe('goodevil\n\u2067x\u2069')
})

import fc from 'fast-check'
import unhomoglyph from 'unhomoglyph'
import { describe, expect, it } from 'vitest'
import { foldName, usernameKey, usernameProblem } from '#accounts/rules.ts'
import { newNameProblem } from '#platform/text/names.ts'
import { getSkeletons, looksOfficial } from './lookalikes.ts'

const alike = (one: string, other: string): boolean => getSkeletons(one).some(each => getSkeletons(other).includes(each))

describe('the key of user names', () => {
  it.each([
    ['ＤＩＮＡ', 'dina'],
    ['ⅾina', 'dina'],
    ['DINA', 'dina'],
    ['𝕕𝕚𝕟𝕒', 'dina'],
    ['ﬁn', 'fin'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['STRASSE', 'straße'],
    [' Zoe\u0308 ', 'zoë'],
  ])('is the same for %s and %s', (one, other) => expect(usernameKey(one)).toBe(usernameKey(other)))

  it.each([
    ['zoë', 'zoe'],
    ['аdmin', 'admin'],
    ['ann', 'anna'],
  ])('differs for %s and %s', (one, other) => expect(usernameKey(one)).not.toBe(usernameKey(other)))

  it('is the folded name for ASCII names, and is its own key', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), text => usernameKey(text) === foldName(text)))
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => usernameKey(usernameKey(text)) === usernameKey(text)))
  })
})

describe('user names that look alike', () => {
  it.each([
    ['аdmin', 'admin'],
    ['АDMIN', 'ADMIN'],
    ['АDMIN', 'admin'],
    ['ΗELLO', 'hello'],
    ['аdmin', 'αdmin'],
    ['ⅾina', 'dina'],
    ['ѕсоре', 'scope'],
  ])('are %s and %s', (one, other) => expect(alike(one, other)).toBe(true))

  it.each([
    ['zoë', 'zoe'],
    ['иван', 'ivan'],
    ['李雷', '李蕾'],
    ['jörg', 'jorg'],
    ['رضا', 'رضی'],
  ])('are not %s and %s', (one, other) => expect(alike(one, other)).toBe(false))

  it('have few and short skeletons, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
        const skeletons = getSkeletons(text)
        return skeletons.length >= 1 && skeletons.length <= 2
      }),
    )
  })
})

it('refuses user names with invisible characters', () => {
  for (const name of ['dina\u3164', '\u3164', 'di\u034fna', 'dina\ufe0f', '\u115f', 'd\u200dina', 'd\u202eina', '\u{13441}'])
    expect([name, usernameProblem(name)]).toEqual([name, expect.any(String)])
})

it('knows in the browser too which letters of Greek, Cyrillic and Armenian look like one of a–z', () => {
  for (let code = 0x80; code <= 0xffff; code++) {
    const letter = String.fromCodePoint(code)
    if (!/^[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]$/u.test(letter) || !/\p{L}/u.test(letter)) continue
    if (letter.normalize('NFKC') !== letter) continue
    const isMixed = newNameProblem(`b${letter}`) !== null
    expect([letter, isMixed]).toEqual([letter, /^[A-Za-z]$/.test(unhomoglyph(letter))])
  }
})

describe('the name of an office or of the site', () => {
  it.each(['аdmin', 'ＡＤＭＩＮ', '𝐚𝐝𝐦𝐢𝐧', 'ᎪᎠmin', 'admın', 'The аdmin', 'Flірреr Сlub', 'moderatоr'])('is imitated by %s', text =>
    expect(looksOfficial(text, 'Flipper Club')).toBe(true),
  )

  it.each(['admin', 'Admin', 'Flipper Club', 'Ævar Admin', 'Роман', 'Адмирал', 'ädmin', 'Адміністратор', 'مدير', 'スタッフ'])(
    'is not imitated by %s',
    text => expect(looksOfficial(text, 'Flipper Club')).toBe(false),
  )
})

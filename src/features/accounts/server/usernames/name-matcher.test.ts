import { describe, expect, it } from 'vitest'
import type { BlockedKind } from '#accounts/rules/blocked-names.ts'
import { blockedKeys, NameMatcher, type NamesToCheck } from './name-matcher.ts'

const isMatch = (kind: BlockedKind, name: string, names: NamesToCheck, anywhere = false): boolean =>
  new NameMatcher(names).matches({ kind, keys: blockedKeys(kind, name), anywhere })

describe('a blocked user name', () => {
  it.each([
    ['admin', 'Admin', true],
    ['admin', 'аdmin', true],
    ['admin', 'ＡＤＭＩＮ', true],
    ['admin', 'admin2', false],
    ['admin', 'my admin', false],
  ])('%s: %s %s', (name, username, expected) => expect(isMatch('username', name, { username })).toBe(expected))

  it('is no word of a display name', () => expect(isMatch('username', 'admin', { username: 'x', texts: ['admin'] })).toBe(false))
})

describe('a blocked word', () => {
  it.each([
    ['cunt', 'Scunthorpe', false],
    ['cunt', 'CUNT', true],
    ['nazi', 'nazi88', true],
    ['nazi', '88-nazi_club', true],
    ['nazi', 'nаzi', true],
    ['nazi', 'denazify', false],
    ['nazi', 'n.a.z.i', false],
    ['bad', 'Bad.apple', true],
    ['bad', 'bad’s', true],
    ['bad', 'badger', false],
    ['ü', 'Über Ü', true],
    ['كلب', 'يا كلب', true],
  ])('as a whole word, %s in “%s”: %s', (word, text, expected) => expect(isMatch('word', word, { texts: [text] })).toBe(expected))

  it.each([
    ['nazi', 'denazify', true],
    ['nazi', 'n.a.z.i', true],
    ['nazi', 'Na zi', true],
    ['nazi', 'xхNΑZIx', true],
    ['nazi', 'nasi goreng', false],
  ])('anywhere, %s in “%s”: %s', (word, text, expected) => expect(isMatch('word', word, { texts: [text] }, true)).toBe(expected))
})

describe('a blocked domain', () => {
  it.each([
    ['spam.example', 'me@spam.example', true],
    ['spam.example', 'me@Mail.SPAM.example', true],
    ['spam.example', 'me@spam.example.', true],
    ['spam.example', 'me@notspam.example', false],
    ['spam.example', 'spam.example@example.com', false],
    ['bücher.example', 'me@xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'me@BÜCHER.example', true],
  ])('%s and %s: %s', (domain, email, expected) => expect(isMatch('domain', domain, { emails: [email] })).toBe(expected))
})

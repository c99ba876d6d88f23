import { describe, expect, it } from 'vitest'
import { isGuestName, isNameList, nameKey, parseNameList } from './name-list.ts'

const read = (text: string): string =>
  parseNameList(text)
    .map(({ displayName, ifpaNumber = '-' }) => `${displayName}/${ifpaNumber}`)
    .join(' ')

describe('a list of names', () => {
  it.each([
    ['Ann\nBob\r\n\n  Cleo  ', 'Ann/- Bob/- Cleo/-'],
    ['Ann, Bob; Cleo\tDan', 'Ann/- Bob/- Cleo/- Dan/-'],
    ['آن، بوب', 'آن/- بوب/-'],
    ['1. Ann\n2) Bob\n- Cleo\n• Dan', 'Ann/- Bob/- Cleo/- Dan/-'],
    ['Ann 12345\nBob (77)\nCleo #5\nDan IFPA 123\nEve (IFPA 9)', 'Ann/12345 Bob/77 Cleo/5 Dan/123 Eve/9'],
    ['Ann,12345\n"Bob",2\nCleo\t900', 'Ann/12345 Bob/2 Cleo/900'],
    ['Ann, 12345, Bob', 'Ann/12345 Bob/-'],
    ['Player 1\nPlayer 22', 'Player 1/- Player 22/-'],
    ['Bob 1234567', 'Bob 1234567/-'],
    ['12345', '12345/-'],
    ['آن ١٢٣٤٥\nBob (７７)\nCleo، ۹۰۰', 'آن/12345 Bob/77 Cleo/900'],
    [' \n ,, ', ''],
  ])('reads %j', (text, players) => expect(read(text)).toBe(players))

  it('is more than one name', () => {
    expect(['Ann', 'Ann, 12345', 'Ann,', 'Ann Bob'].map(isNameList)).toEqual([false, false, false, false])
    expect(['Ann, Bob', 'Ann\nBob'].map(isNameList)).toEqual([true, true])
  })
})

it('compares names without case, accents and spaces', () => {
  expect(['anna', 'Ánna', ' ANNA ', 'An na', 'Ａｎｎａ'].map(nameKey)).toEqual(Array(5).fill('anna'))
  expect(nameKey('Anna B')).not.toBe(nameKey('Anna'))
  expect(nameKey('رِضا')).toBe(nameKey('رضا'))
})

it('knows which names the server refuses', () => {
  expect(['Ann', 'a'.repeat(60)].map(isGuestName)).toEqual([true, true])
  expect(['', '\u3164', 'a\u202eb', 'a'.repeat(61)].map(isGuestName)).toEqual([false, false, false, false])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findKnownPlayer, indexKnownPlayers } from '#events/rules/known-players.ts'
import { type KnownPlayer, listKnownPlayers, matchKnownPlayers } from './match-known.ts'

const KNOWN = listKnownPlayers(
  [
    { _id: 'p-ann', name: 'Ann Berg', ifpaNumber: '12' },
    { _id: 'p-bob', name: 'Bob', note: 'left-handed' },
    { _id: 'p-bob2', name: 'Bob', ifpaNumber: '700' },
    { _id: 'p-cleo', name: 'Cleo', userId: 'u-cleo', username: 'cleo77' },
  ],
  [
    { userId: 'u-cleo', username: 'cleo77', displayName: 'Cleo' },
    { userId: 'u-dan', username: 'danny', displayName: 'Dan' },
  ],
)
const INDEX = indexKnownPlayers(KNOWN)

it('knows a member who was on the list before as one player', () => {
  expect(KNOWN.map(({ key, personId, userId }) => [key, personId, userId])).toEqual([
    ['p-ann', 'p-ann', undefined],
    ['p-bob', 'p-bob', undefined],
    ['p-bob2', 'p-bob2', undefined],
    ['p-cleo', 'p-cleo', 'u-cleo'],
    ['u-dan', undefined, 'u-dan'],
  ])
})

describe('a typed name', () => {
  const found = (displayName: string, ifpaNumber?: string): string | null =>
    findKnownPlayer({ displayName, ...(ifpaNumber === undefined ? {} : { ifpaNumber }) }, INDEX)?.key ?? null

  it('means who is called so, without case, accents and spaces, or has the user name', () => {
    expect(found('ÁNN berg')).toBe('p-ann')
    expect(found('Cleo77')).toBe('p-cleo')
    expect(found('dan')).toBe('u-dan')
    expect(found('Danny')).toBe('u-dan')
    expect(found('Eve')).toBe(null)
  })

  it('means who has the IFPA number, whatever the name and its leading zeros', () => {
    expect(found('A. Berg', '000012')).toBe('p-ann')
    expect(found('Bob', '700')).toBe('p-bob2')
  })

  it('means nobody if it could be several, or the number is another', () => {
    expect(found('Bob')).toBe(null)
    expect(found('Ann Berg', '13')).toBe(null)
    expect(found('Bob', '9')).toBe('p-bob')
  })

  it('with zeros for its number has none', () => {
    expect(found('Ann Berg', '0')).toBe('p-ann')
    expect(found('Eve', '000')).toBe(null)
    const zeros = indexKnownPlayers(listKnownPlayers([{ _id: 'p-fay', name: 'Fay', ifpaNumber: '000' }], []))
    expect(findKnownPlayer({ displayName: 'Gus', ifpaNumber: '0' }, zeros)).toBe(null)
    expect(findKnownPlayer({ displayName: 'Fay', ifpaNumber: '5' }, zeros)?.key).toBe('p-fay')
  })
})

it('makes an entry of the account if there is one, otherwise of the person, and leaves guests and presence as they are', () => {
  expect(
    matchKnownPlayers(
      [
        { displayName: 'cleo', presence: 'expected' },
        { displayName: 'ann berg' },
        { displayName: 'bob', ifpaNumber: '9' },
        { displayName: 'Eve', ifpaNumber: '5' },
        { displayName: 'Bob', userId: 'u-other' },
      ],
      INDEX,
    ),
  ).toEqual([
    { displayName: 'Cleo', userId: 'u-cleo', presence: 'expected' },
    { displayName: 'Ann Berg', personId: 'p-ann', ifpaNumber: '12' },
    { displayName: 'Bob', personId: 'p-bob', ifpaNumber: '9' },
    { displayName: 'Eve', ifpaNumber: '5' },
    { displayName: 'Bob', userId: 'u-other' },
  ])
})

/** The same written from its rule alone: with letters of ASCII a name is compared in lower case. */
function findPlainly(name: string, number: string | undefined, known: readonly KnownPlayer[]): KnownPlayer | null {
  const agreeing: KnownPlayer[] = []
  const named: KnownPlayer[] = []
  for (const each of known) {
    if (number !== undefined && each.ifpaNumber !== undefined && BigInt(each.ifpaNumber) === BigInt(number)) agreeing.push(each)
    const isCalledSo = [each.displayName, each.username ?? ''].some(own => own.toLowerCase() === name.toLowerCase())
    if (isCalledSo && (number === undefined || each.ifpaNumber === undefined)) named.push(each)
  }
  const meant = agreeing.length > 0 ? agreeing : named
  return meant.length === 1 ? meant[0]! : null
}

it('finds whom the plain rule finds, among any known players', () => {
  const name = fc.constantFrom('Ann', 'ann', 'BOB', 'Bob', 'cleo', 'Dan')
  const number = fc.option(fc.constantFrom('1', '01', '2', '000002', '30'), { nil: undefined })
  const known = fc
    .array(fc.record({ displayName: name, ifpaNumber: number, username: fc.option(name, { nil: undefined }) }), { maxLength: 6 })
    .map(list =>
      list.map(
        ({ displayName, ifpaNumber, username }, i): KnownPlayer => ({
          key: `k${i}`,
          displayName,
          search: '',
          ...(ifpaNumber === undefined ? {} : { ifpaNumber }),
          ...(username === undefined ? {} : { username }),
        }),
      ),
    )
  fc.assert(
    fc.property(name, number, known, (displayName, ifpaNumber, list) => {
      const typed = { displayName, ...(ifpaNumber === undefined ? {} : { ifpaNumber }) }
      expect(findKnownPlayer(typed, indexKnownPlayers(list))).toBe(findPlainly(displayName, ifpaNumber, list))
    }),
    { numRuns: 1000 },
  )
})

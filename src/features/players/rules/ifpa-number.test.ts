import { expect, it } from 'vitest'
import { ifpaNumberKey, listSharedIfpaNumbers } from './ifpa-number.ts'

it('an IFPA number is the same with leading zeros and in the digits of any script; zeros alone are none', () => {
  expect(['12', '000012', ' 012', '١٢'].map(ifpaNumberKey)).toEqual(['12', '12', '12', '12'])
  expect([undefined, '', '0', '000000'].map(ifpaNumberKey)).toEqual([null, null, null, null])
  expect(ifpaNumberKey('120')).toBe('120')
})

it('players who have one IFPA number are listed together', () => {
  const players = ['4711', '12', '4711', undefined, '000012', '0', '0', '13'].map((ifpaNumber, i) => ({
    name: `p${i}`,
    ...(ifpaNumber === undefined ? {} : { ifpaNumber }),
  }))
  expect(listSharedIfpaNumbers(players).map(shared => shared.map(({ name }) => name))).toEqual([
    ['p0', 'p2'],
    ['p1', 'p4'],
  ])
})

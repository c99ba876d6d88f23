import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placesProblem } from '#events/rules/rounds.ts'
import {
  applyTap,
  completeOrder,
  type EnteredResult,
  joinNames,
  orderByScores,
  placeOrderLabel,
  placesWithTies,
  takeBack,
  tiedPlayers,
} from './result-entry.ts'

const four = ['ada', 'ben', 'chloe', 'dev']
const tapAll = (...taps: string[]): string[] => taps.reduce<string[]>(applyTap, [])

it('gives places in the order of taps, and a player who has a place keeps it', () => {
  expect(tapAll('chloe', 'ada')).toEqual(['chloe', 'ada'])
  expect(tapAll('chloe', 'ada', 'chloe', 'ada')).toEqual(['chloe', 'ada'])
})

it('fills the last place in, which a fourth tap keeps', () => {
  expect(completeOrder(tapAll('chloe', 'ada'), four)).toBeNull()
  const filledIn = completeOrder(tapAll('chloe', 'ada', 'dev'), four)
  expect(filledIn).toEqual(['chloe', 'ada', 'dev', 'ben'])
  expect(completeOrder(tapAll('chloe', 'ada', 'dev', 'ben'), four)).toEqual(filledIn)
})

it('takes one place back, with the ties of its player', () => {
  const entered: EnteredResult = { taps: ['ada', 'ben', 'chloe', 'dev'], tied: ['ben', 'chloe'] }
  expect(takeBack(entered, 'dev')).toEqual({ taps: ['ada', 'ben', 'chloe'], tied: ['ben', 'chloe'] })
  expect(takeBack(entered, 'ada')).toEqual({ taps: ['ben', 'chloe', 'dev'], tied: ['chloe'] })
  expect(takeBack(entered, 'ben')).toEqual({ taps: ['ada', 'chloe', 'dev'], tied: [] })
  expect(takeBack({ taps: ['ada'], tied: [] }, 'ben')).toEqual({ taps: ['ada'], tied: [] })
})

it('shares places among tied players, in a form that the server takes, and reads them back', () => {
  expect(placesWithTies(four, ['chloe'], () => true)).toEqual([1, 2, 2, 4])
  expect(placesWithTies(four, ['ada', 'ben', 'dev'], () => true)).toEqual([1, 1, 3, 3])
  fc.assert(
    fc.property(fc.subarray(four), tied => {
      const places = placesWithTies(four, tied, () => true)
      expect(placesProblem(four.length, places)).toBeNull()
      expect(tiedPlayers(four, places)).toEqual(tied.filter(each => each !== 'ada'))
    }),
  )
  expect(tiedPlayers(four, undefined)).toEqual([])
})

it('formats a finishing order and a list of names as text', () => {
  const name = (id: string): string => id[0]!.toUpperCase() + id.slice(1)
  expect(placeOrderLabel(['chloe', 'ada'].map(name))).toBe('Chloe 1st, Ada 2nd')
  expect(placeOrderLabel(['chloe', 'ada', 'dev'].map(name), [1, 1, 3])).toBe('Chloe 1st, Ada 1st, Dev 3rd')
  expect(joinNames(['Ada'])).toBe('Ada')
  expect(joinNames(['Ada', 'Ben', 'Dev'])).toBe('Ada, Ben and Dev')
})

it('a player shares a place only where the format lets two share it', () => {
  const fair = (place: number): boolean => place === 2
  expect(placesWithTies(['ada', 'ben', 'chloe', 'dev'], ['ben', 'chloe', 'dev'], fair)).toEqual([1, 2, 2, 4])
})

it('puts players with a score first, the highest before the others, ties equal ones, and leaves the others as they were', () => {
  const none = new Map<string, number>()
  const tapped = { taps: tapAll('dev', 'ada'), tied: [] }
  const one = new Map([['ben', 20]])
  const first = orderByScores(tapped, one, none)
  expect(first).toEqual({ taps: ['ben', 'dev', 'ada'], tied: [] })
  const two = new Map([...one, ['ada', 20]])
  const second = orderByScores(first, two, one)
  expect(second).toEqual({ taps: ['ben', 'ada', 'dev'], tied: ['ada'] })
  expect(completeOrder(second.taps, four)).toEqual(['ben', 'ada', 'dev', 'chloe'])
  // Who has lost a score has lost the place too.
  expect(orderByScores(second, new Map([['ada', 5]]), two)).toEqual({ taps: ['ada', 'dev'], tied: [] })
})

it('gives the same order whatever order scores are typed in, unless they are equal', () => {
  const typed = fc
    .uniqueArray(fc.nat(), { minLength: 4, maxLength: 4 })
    .chain(scores => fc.tuple(fc.constant(scores), fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 })))
  fc.assert(
    fc.property(typed, ([scores, sequence]) => {
      let entered: EnteredResult = { taps: [], tied: [] }
      let known = new Map<string, number>()
      for (const i of sequence) {
        const next = new Map([...known, [four[i]!, scores[i]!] as const])
        entered = orderByScores(entered, next, known)
        known = next
      }
      const sorted = four.toSorted((a, b) => scores[four.indexOf(b)]! - scores[four.indexOf(a)]!)
      expect(entered).toEqual({ taps: sorted, tied: [] })
    }),
  )
})

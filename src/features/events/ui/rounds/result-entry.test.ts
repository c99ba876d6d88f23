import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placesProblem } from '#events/rules/rounds.ts'
import {
  applyTap,
  completeOrder,
  type EnteredResult,
  joinNames,
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

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { namesTogether, placeOrderLabel, tapped } from './result-entry.ts'

const four = ['ada', 'ben', 'chloe', 'dev']
const tapAll = (...taps: string[]): string[] => taps.reduce<string[]>((order, tap) => tapped(order, tap, four), [])

it('gives places in the order of taps, and the last place to who is left', () => {
  expect(tapAll('chloe')).toEqual(['chloe'])
  expect(tapAll('chloe', 'ada')).toEqual(['chloe', 'ada'])
  expect(tapAll('chloe', 'ada', 'dev')).toEqual(['chloe', 'ada', 'dev', 'ben'])
  expect(tapped([], 'ben', ['ada', 'ben'])).toEqual(['ben', 'ada'])
})

it('takes a place back by another tap, and those behind move up', () => {
  expect(tapAll('chloe', 'ada', 'chloe')).toEqual(['ada'])
  expect(tapAll('chloe', 'ada', 'dev', 'chloe')).toEqual(['ada', 'dev'])
  expect(tapAll('chloe', 'ada', 'dev', 'dev')).toEqual(['chloe', 'ada'])
})

it('takes back the last tap when the last place is tapped, which nobody had tapped', () => {
  expect(tapAll('chloe', 'ada', 'dev', 'ben')).toEqual(['chloe', 'ada'])
  expect(tapped(['ben', 'ada'], 'ada', ['ada', 'ben'])).toEqual([])
})

it('never names anybody twice, and is never one short of complete', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 4 }), fc.array(fc.nat(3)), (size, taps) => {
      const group = four.slice(0, size)
      let order: string[] = []
      for (const tap of taps) {
        order = tapped(order, group[tap % size]!, group)
        expect(new Set(order).size).toBe(order.length)
        expect(order.length).not.toBe(size - 1)
      }
    }),
  )
})

it('says an order and a company in words', () => {
  const name = (id: string): string => id[0]!.toUpperCase() + id.slice(1)
  expect(placeOrderLabel(['chloe', 'ada'].map(name))).toBe('Chloe 1st, Ada 2nd')
  expect(namesTogether(['Ada'])).toBe('Ada')
  expect(namesTogether(['Ada', 'Ben', 'Dev'])).toBe('Ada, Ben and Dev')
})

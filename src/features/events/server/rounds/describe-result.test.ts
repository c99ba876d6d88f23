import { expect, it } from 'vitest'
import type { AmazingRace } from '../../formats/amazing-race/rules.ts'
import type { MatchPlay } from '../../formats/match-play/rules.ts'
import { describeResult } from './describe-result.ts'

const match: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 2, points: 'ifpa' }
const race: AmazingRace = { kind: 'amazing-race', out: 2 }

it('lists the players in order, with places only where the order does not say them', () => {
  const order = ['ada', 'ben', 'chloe']
  expect(describeResult(match, { order, places: null })).toBe('{ada}, {ben}, {chloe}')
  expect(describeResult(match, { order, places: [1, 2, 2] })).toBe('1. {ada}, 2. {ben}, 2. {chloe}')
})

it('leaves out places that do not count', () => {
  expect(describeResult(race, { order: ['ada', 'ben', 'chloe', 'dev'], places: null })).toBe('3. {chloe}, 4. {dev}')
})

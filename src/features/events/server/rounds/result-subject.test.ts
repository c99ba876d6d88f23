import { expect, it } from 'vitest'
import type { AmazingRace } from '#events/formats/amazing-race/rules.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { resultSubject } from './result-subject.ts'

const match: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 2, points: 'ifpa' }
const race: AmazingRace = { kind: 'amazing-race', out: 2 }

const group = { round: 2, number: 3, games: [] }

it('lists the players in order, with places only where the order does not say them', () => {
  const order = ['ada', 'ben', 'chloe']
  const played = { group, game: 1, machines: [] }
  expect(resultSubject(played, match, { order, places: null })).toMatchObject({ round: 2, group: 3, players: order })
  expect(resultSubject(played, match, { order, places: null })).not.toHaveProperty('places')
  expect(resultSubject(played, match, { order, places: [1, 2, 2] })).toMatchObject({ players: order, places: [1, 2, 2] })
})

it('leaves out places that do not count', () => {
  expect(resultSubject({ group, game: 1, machines: [] }, race, { order: ['ada', 'ben', 'chloe', 'dev'], places: null })).toMatchObject({
    players: ['chloe', 'dev'],
    places: [3, 4],
  })
})

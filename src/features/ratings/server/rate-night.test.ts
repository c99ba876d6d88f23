import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RatedGame } from '#events/server/api.ts'
import { type PlayerStrength, rateNight } from './rate-night.ts'
import { ratePlainly } from './testing/plain-glicko.ts'

const DAY = 86_400_000
const IDS = ['ada', 'ben', 'cy', 'di', 'eve', 'flo']

/** A game of two to four players, in any order, with any ties. */
const game: fc.Arbitrary<RatedGame> = fc
  .shuffledSubarray(IDS, { minLength: 2, maxLength: 4 })
  .chain(userIds =>
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: userIds.length, maxLength: userIds.length }).map(places => ({ userIds, places })),
  )
const night = fc.record({ games: fc.array(game, { minLength: 1, maxLength: 12 }), days: fc.integer({ min: 0, max: 100 }) })
const season = fc.array(night, { minLength: 1, maxLength: 8 }).map(nights => {
  let endedAt = 0
  return nights.map(({ games, days }) => {
    endedAt += days * DAY
    return { games, endedAt }
  })
})

function rate(nights: readonly { games: RatedGame[]; endedAt: number }[]): Map<string, PlayerStrength> {
  const strengths = new Map<string, PlayerStrength>()
  for (const each of nights) for (const [id, strength] of rateNight(strengths, each)) strengths.set(id, strength)
  return strengths
}

it('gives what the example in the paper on Glicko-2 gives', () => {
  const strength = (rating: number, rd: number): PlayerStrength => ({ rating, rd, vol: 0.06, games: 9, nights: 3, endedAt: 0 })
  const before = new Map([
    ['player', strength(1500, 200)],
    ['weak', strength(1400, 30)],
    ['equal', strength(1550, 100)],
    ['strong', strength(1700, 300)],
  ])
  const games = [
    { userIds: ['player', 'weak'], places: [1, 2] },
    { userIds: ['equal', 'player'], places: [1, 2] },
    { userIds: ['strong', 'player'], places: [1, 2] },
  ]
  const { rating, rd, vol, games: count, nights } = rateNight(before, { games, endedAt: DAY }).get('player')!
  expect(rating).toBeCloseTo(1464.06, 1)
  expect(rd).toBeCloseTo(151.52, 1)
  expect(vol).toBeCloseTo(0.05999, 4)
  expect({ count, nights }).toEqual({ count: 12, nights: 4 })
})

it('gives what a second implementation gives, which is written from the paper', () => {
  fc.assert(
    fc.property(season, nights => {
      const plain = ratePlainly(nights)
      const rated = rate(nights)
      expect([...rated.keys()].sort()).toEqual([...plain.keys()].sort())
      for (const [id, { rating, rd, vol }] of rated) {
        expect(rating).toBeCloseTo(plain.get(id)!.rating, 3)
        expect(rd).toBeCloseTo(plain.get(id)!.rd, 3)
        expect(vol).toBeCloseTo(plain.get(id)!.vol, 6)
      }
    }),
    { numRuns: 200, seed: 42 },
  )
})

it('gives the same, bit for bit, in whatever order the players of a game are listed', () => {
  const listings = season.chain(nights =>
    fc.tuple(fc.constant(nights), fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 200, maxLength: 200 })),
  )
  fc.assert(
    fc.property(listings, ([nights, keys]) => {
      let next = 0
      const reordered = nights.map(each => ({
        ...each,
        games: each.games.map(({ userIds, places }) => {
          const seats = userIds.map((userId, i) => ({ userId, place: places[i]!, key: keys[next++ % keys.length]! }))
          seats.sort((a, b) => a.key - b.key)
          return { userIds: seats.map(({ userId }) => userId), places: seats.map(({ place }) => place) }
        }),
      }))
      expect(rate(reordered)).toEqual(rate(nights))
    }),
  )
})

it('rates two players who are always level alike, whoever is listed first', () => {
  const games = [
    { userIds: ['ada', 'ben'], places: [1, 1] },
    { userIds: ['ben', 'ada'], places: [1, 1] },
  ]
  const rated = rateNight(new Map(), { games, endedAt: DAY })
  expect(rated.get('ada')!.rating).toBe(1500)
  expect(rated.get('ben')).toEqual(rated.get('ada'))
})

it('counts a game of four as six games of two', () => {
  const four = [{ userIds: ['ada', 'ben', 'cy', 'di'], places: [1, 2, 2, 4] }]
  const pairs = [
    [
      ['ada', 'ben'],
      [1, 2],
    ],
    [
      ['ada', 'cy'],
      [1, 2],
    ],
    [
      ['ada', 'di'],
      [1, 2],
    ],
    [
      ['ben', 'cy'],
      [1, 1],
    ],
    [
      ['ben', 'di'],
      [1, 2],
    ],
    [
      ['cy', 'di'],
      [1, 2],
    ],
  ].map(([userIds, places]) => ({ userIds: userIds as string[], places: places as number[] }))
  const figures = (games: RatedGame[]) =>
    [...rateNight(new Map(), { games, endedAt: DAY })].map(([id, { rating, rd, vol }]) => [id, rating, rd, vol])
  expect(figures(four)).toEqual(figures(pairs))
})

it('leaves out a game in which only one player has an account', () => {
  const games = [{ userIds: ['ada'], places: [1] }]
  expect(rateNight(new Map(), { games, endedAt: DAY })).toEqual(new Map())
})

it('becomes less certain of players while they do not play, and never less than of somebody new', () => {
  const games = [{ userIds: ['ada', 'ben'], places: [1, 2] }]
  const first = rateNight(new Map(), { games, endedAt: 0 })
  const deviation = (days: number): number => rateNight(first, { games, endedAt: days * DAY }).get('ada')!.rd
  expect(deviation(13)).toBe(deviation(1))
  expect(deviation(14)).toBeGreaterThan(deviation(1))
  expect(deviation(70)).toBeGreaterThan(deviation(14))
  expect(deviation(36_500)).toBe(deviation(365_000))
})

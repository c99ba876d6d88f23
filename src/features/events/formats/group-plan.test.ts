import { describe, expect, it } from 'vitest'
import { mostPoints } from '#events/rules/bracket/follow-group.ts'
import { type BracketOfTest, fieldOf, playAll, ranks, resolved, seedOf } from '#events/rules/bracket/testing/play-bracket.ts'
import { seededRandom, shuffled } from '#events/rules/draw/seeded-random.ts'
import { groupBracket } from './group-plan.ts'

const POINTS = [4, 2, 1, 0]
const worth = ({ place, tied }: { place: number; tied: number }): number =>
  POINTS.slice(place - 1, place - 1 + tied).reduce((sum, each) => sum + each, 0) / tied
const bracketOf = (players: number, games = 1): BracketOfTest => ({
  plan: groupBracket(players),
  field: fieldOf(players),
  follow: mostPoints(games, worth),
})
const betterSeed = (players: readonly string[]): string[] => players.toSorted((a, b) => seedOf(a) - seedOf(b))

describe('a bracket of groups', () => {
  it('has the byes and rounds of the usual sizes', () => {
    const shapeOf = (players: number): string => {
      const plan = groupBracket(players)
      const byes = plan.filter(({ round }) => round > 1).flatMap(({ seats }) => seats.filter(seat => 'seed' in seat)).length
      const rounds = plan.at(-1)!.round
      return `${byes} byes, ${Array.from({ length: rounds }, (_, i) => plan.filter(({ round }) => round === i + 1).length).join('-')} groups`
    }
    expect([2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 40, 64].map(players => `${players}: ${shapeOf(players)}`)).toEqual([
      '2: 0 byes, 1 groups',
      '3: 0 byes, 1 groups',
      '4: 0 byes, 1 groups',
      '5: 3 byes, 1-1 groups',
      '6: 2 byes, 1-1 groups',
      '8: 0 byes, 2-1 groups',
      '10: 6 byes, 1-2-1 groups',
      '12: 4 byes, 2-2-1 groups',
      '16: 0 byes, 4-2-1 groups',
      '24: 8 byes, 4-4-2-1 groups',
      '40: 24 byes, 4-8-4-2-1 groups',
      '64: 0 byes, 16-8-4-2-1 groups',
    ])
  })

  it('seats every player once, and is won by the one who goes on from every round, for any number from 2 to 128', () => {
    for (let players = 2; players <= 128; players++) {
      const bracket = bracketOf(players)
      const seeds = bracket.plan.flatMap(({ seats }) => seats.flatMap(seat => ('seed' in seat ? [seat.seed] : [])))
      expect(seeds.sort((a, b) => a - b)).toEqual(Array.from({ length: players }, (_, i) => i + 1))
      const random = seededRandom(`groups ${players}`)
      const end = resolved(
        bracket,
        playAll(bracket, new Map(), group => shuffled(group, random)),
      )
      expect(end.isDecided).toBe(true)
      expect(end.ended.size).toBe(players)
      const [champion] = ranks(end)[0]!.slice(1) as [string]
      for (const game of end.games.filter(({ players: own }) => own.includes(champion)))
        expect(game.progress!.outcome!.order.indexOf(champion)).toBeLessThan(game.players.length > 2 ? 2 : 1)
      expect(
        ranks(resolved(bracket, playAll(bracket, new Map(), betterSeed)))
          .slice(0, 2)
          .map(([, player]) => player),
      ).toEqual(['p1', 'p2'])
    }
  })

  it('ranks who came third in a group before who came fourth in the same round', () => {
    expect(ranks(resolved(bracketOf(8), playAll(bracketOf(8), new Map(), betterSeed))).map(([rank]) => rank)).toEqual([
      1, 2, 3, 4, 5, 5, 7, 7,
    ])
  })

  it('plays off a tie at the line in the group, and no other', () => {
    const bracket = bracketOf(8, 2)
    const orders = [
      ['p1', 'p4', 'p5', 'p8'],
      // 4 and 5 have 3 points each, for the second seat in the final; 1 has 6, and 8 has 0.
      ['p8', 'p5', 'p4', 'p1'],
    ]
    const results = new Map([
      ['g1-1', orders.map((order, i) => ({ machineId: '', entrantIds: order, order, ...(i === 0 ? {} : { game: i + 1 }) }))],
    ])
    const tie = resolved(bracket, results).games.find(({ id }) => id.endsWith('-tie'))
    expect(tie).toBeUndefined()
    const tied = [
      ['p1', 'p4', 'p5', 'p8'],
      ['p1', 'p5', 'p4', 'p8'],
    ]
    results.set(
      'g1-1',
      tied.map((order, i) => ({ machineId: '', entrantIds: order, order, ...(i === 0 ? {} : { game: i + 1 }) })),
    )
    const playoff = resolved(bracket, results).games.find(({ id }) => id.endsWith('-tie'))
    expect([playoff?.state, playoff?.players.toSorted()]).toEqual(['playing', ['p4', 'p5']])
    results.set('g1-1-tie', [{ machineId: '', entrantIds: ['p4', 'p5'], order: ['p5', 'p4'] }])
    const decided = resolved(bracket, results).games
    expect(decided.find(({ id }) => id === 'g2-1')?.seats.slice(0, 1)).toEqual(['p1'])
    expect(decided.find(({ id }) => id === 'g2-1')?.seats).toContain('p5')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLAY_ORDERS, type PlayOrder } from '../draw-options.ts'
import type { Round } from '../rounds.ts'
import { groupSizes } from './group-sizes.ts'
import { drawRound, groupsOfSize } from './pairing.ts'
import { orderOfPlay } from './play-order.ts'
import { divideInOrder } from './seeded-groups.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

const names = (n: number): string[] => Array.from({ length: n }, (_, i) => `p${i}`)
const sizes = fc.constantFrom(2 as const, 3 as const, 4 as const)

const ordered = (how: PlayOrder, groups: string[][], rounds: Round[] = [], seed = 'a'): string[][] => {
  const all = groups.flat().sort()
  return orderOfPlay(how, { groups, rounds, standing: all, bySeed: [...all].reverse(), random: seededRandom(seed) })
}

/** Draws rounds in which the standings change at random. */
function drawRounds(n: number, size: 2 | 3 | 4, grouping: 'swiss' | 'balanced' | 'random' | 'tiers', count: number, seed: string): Round[] {
  const random = seededRandom(seed)
  const rounds: Round[] = []
  for (let i = 0; i < count; i++) {
    const draw = { players: shuffled(names(n), random), bySeed: names(n), rounds, machineIds: ['m1'], seed: `${seed}/${i}` }
    rounds.push(drawRound(groupsOfSize(grouping, size), draw))
  }
  return rounds
}

/** Returns how far any player is from having had each turn as often as due, which is a quarter of the times in each group of four. */
function greatestInequality(rounds: readonly Round[]): number {
  const surplus = new Map<string, number[]>()
  for (const { groups } of rounds)
    for (const { entrantIds } of groups)
      for (const [at, player] of entrantIds.entries()) {
        const own = surplus.get(player) ?? [0, 0, 0, 0]
        for (let turn = 0; turn < entrantIds.length; turn++) own[turn]! += (turn === at ? 1 : 0) - 1 / entrantIds.length
        surplus.set(player, own)
      }
  return Math.max(0, ...[...surplus.values()].flat().map(Math.abs))
}

describe('the order of play', () => {
  it('names each player of each group once, whatever it follows', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLAY_ORDERS), fc.integer({ min: 2, max: 40 }), sizes, fc.string(), (how, n, size, seed) => {
        const groups = divideInOrder(names(n), groupSizes(n, size))
        const result = ordered(how, groups, [], seed)
        expect(result.map(group => [...group].sort())).toEqual(groups.map(group => [...group].sort()))
      }),
    )
  })

  it('follows the seeds from the best or from the worst, or the standings, where that is chosen', () => {
    const groups = [
      ['p2', 'p0', 'p3', 'p1'],
      ['p5', 'p4', 'p6'],
    ]
    expect(ordered('position', groups)).toEqual([
      ['p0', 'p1', 'p2', 'p3'],
      ['p4', 'p5', 'p6'],
    ])
    // The seeds are the other way round here.
    expect(ordered('seed', groups)[0]).toEqual(['p3', 'p2', 'p1', 'p0'])
    expect(ordered('seed-reverse', groups)[0]).toEqual(['p0', 'p1', 'p2', 'p3'])
  })

  it('moves on by one each round when rotating', () => {
    const earlier = (count: number): Round[] => Array.from({ length: count }, () => ({ groups: [], byes: [] }))
    const turns = [0, 1, 2, 3, 4].map(count => ordered('rotating', [['p0', 'p1', 'p2', 'p3']], earlier(count))[0]!.join(' '))
    expect(turns).toEqual(['p3 p2 p1 p0', 'p2 p1 p0 p3', 'p1 p0 p3 p2', 'p0 p3 p2 p1', 'p3 p2 p1 p0'])
  })

  it('does not depend on the standings unless that is chosen: the leader is first about as often as others', () => {
    const first = new Map<PlayOrder, number>()
    for (const how of ['balanced', 'random', 'none', 'rotating'] as const)
      for (const seed of names(80))
        first.set(how, (first.get(how) ?? 0) + (ordered(how, [['p0', 'p1', 'p2', 'p3']], [], seed)[0]![0] === 'p0' ? 1 : 0))
    for (const how of ['balanced', 'random', 'none'] as const) {
      expect(first.get(how)).toBeGreaterThan(5)
      expect(first.get(how)).toBeLessThan(40)
    }
  })

  it('gives each player each turn within 1 of equal over 8 rounds, for every even division of 4 to 64 players into pairs or fours', () => {
    for (const size of [2, 4] as const)
      for (let n = 4; n <= 64; n++) {
        if (n % size !== 0) continue
        for (const grouping of ['swiss', 'random'] as const)
          expect([size, n, greatestInequality(drawRounds(n, size, grouping, 8, `${n}`)) <= 1.0001]).toEqual([size, n, true])
      }
  }, 60_000)

  it('in groups of three, and where groups differ in size, gives each player each turn within one and a half of equal in 99 evenings of 100', () => {
    const random = seededRandom('evenings')
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const evenings = Array.from({ length: 200 }, (_, i) => {
      const [n, size, grouping] = [
        4 + Math.floor(random() * 61),
        pick([2, 3, 4] as const),
        pick(['swiss', 'balanced', 'random', 'tiers'] as const),
      ]
      return greatestInequality(drawRounds(n, size, grouping, 8, `evening ${i}`))
    })
    expect(evenings.filter(inequality => inequality <= 1.5).length).toBeGreaterThanOrEqual(198)
    // A round is drawn without knowing the next ones, so that no bound holds for all: a search has found this one.
    expect(Math.max(...evenings, greatestInequality(drawRounds(59, 3, 'swiss', 8, 'P0 x!]-')))).toBeLessThan(1.7)
  }, 60_000)
})

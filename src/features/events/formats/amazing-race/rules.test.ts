import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRound } from '#events/rules/draw/pairing.ts'
import { seededRandom, shuffled } from '#events/rules/draw/seeded-random.ts'
import type { Round } from '#events/rules/rounds.ts'
import { formatRules, roundRules } from '../registry.ts'
import { formatServer } from '../server/registry.ts'
import type { AmazingRace } from './rules.ts'

const format = (out: number): AmazingRace => ({ kind: 'amazing-race', out })
const entrants = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `p${i}` }))

/** Plays until no round can be drawn. @returns the rounds */
function play(out: number, n: number, seed: string): Round[] {
  const rounds: Round[] = []
  const random = seededRandom(seed)
  for (;;) {
    const drawn = nextRound(
      roundRules(format(out))!,
      formatServer(format(out)).drawGroups!(format(out)),
      entrants(n),
      rounds,
      ['m1', 'm2'],
      seed,
    )
    if (drawn === null) return rounds
    rounds.push({ ...drawn, groups: drawn.groups.map(group => ({ ...group, order: shuffled(group.entrantIds, random) })) })
  }
}

describe('an amazing race', () => {
  it('puts all remaining players on one machine, and eliminates the last of them', () => {
    const rounds = play(1, 4, 'a')
    expect(rounds.map(({ groups, byes }) => [groups.length, groups[0]!.entrantIds.length, byes.length])).toEqual([
      [1, 4, 0],
      [1, 3, 0],
      [1, 2, 0],
    ])
    const rows = formatRules(format(1)).standings(
      ['m1', 'm2'],
      entrants(4).map(({ id }) => id),
      { rounds },
    )
    expect(rows.map(({ rank, outIn, points }) => [rank, outIn, points])).toEqual([
      [1, undefined, 3000],
      [2, 3, 2000],
      [3, 2, 1000],
      [4, 1, 0],
    ])
  })

  it('shares the first rank among those still in, and ranks those who have not played last', () => {
    const rounds: Round[] = [{ groups: [{ machineId: 'm1', entrantIds: ['p0', 'p1', 'p2'], order: ['p2', 'p0', 'p1'] }], byes: [] }]
    const rows = formatRules(format(1)).standings(['m1'], ['p0', 'p1', 'p2', 'late'], { rounds })
    expect(rows.map(({ entrantId, rank }) => [entrantId, rank])).toEqual([
      ['p0', 1],
      ['p2', 1],
      ['p1', 3],
      ['late', 4],
    ])
  })

  it('ends with one winner and a different rank for every player, however many leave in each round', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 2, max: 30 }), fc.string(), (out, n, seed) => {
        const rounds = play(out, n, seed)
        expect(rounds).toHaveLength(Math.ceil((n - 1) / out))
        const rows = formatRules(format(out)).standings(
          ['m1', 'm2'],
          entrants(n).map(({ id }) => id),
          { rounds },
        )
        expect(rows.map(({ rank }) => rank)).toEqual(entrants(n).map((_, i) => i + 1))
        expect(rows.filter(({ outIn }) => outIn === undefined)).toHaveLength(1)
        // Who left later stands before who left earlier.
        for (let i = 2; i < rows.length; i++) expect(rows[i]!.outIn!).toBeLessThanOrEqual(rows[i - 1]!.outIn!)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSizes } from './group-sizes.ts'
import { spreadSeeds } from './spread-seeds.ts'

const seeds = (n: number): string[] => Array.from({ length: n }, (_, i) => `${i + 1}`)

describe('the first round of a seeded event', () => {
  it('deals the seeds to the groups forth and back', () => {
    expect(spreadSeeds(seeds(16), 4).groups.map(group => group.join(' '))).toEqual(['1 8 9 16', '2 7 10 15', '3 6 11 14', '4 5 12 13'])
    expect(spreadSeeds(seeds(6), 2).groups.map(group => group.join(' '))).toEqual(['1 6', '2 5', '3 4'])
  })

  it('fills larger groups with the last seeds, and gives the bye of pairs to the last seed', () => {
    expect(spreadSeeds(seeds(10), 4)).toEqual({
      groups: [
        ['1', '6', '7', '10'],
        ['2', '5', '8'],
        ['3', '4', '9'],
      ],
      byes: [],
    })
    expect(spreadSeeds(seeds(5), 2)).toEqual({
      groups: [
        ['1', '4'],
        ['2', '3'],
      ],
      byes: ['5'],
    })
  })

  it('includes everybody once, in groups of the usual sizes, each with one of the best', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 80 }), fc.constantFrom(2 as const, 3 as const, 4 as const), (n, size) => {
        const { groups, byes } = spreadSeeds(seeds(n), size)
        expect([...groups.flat(), ...byes].sort()).toEqual(seeds(n).sort())
        expect([...groups.map(({ length }) => length), ...byes.map(() => 1)]).toEqual(groupSizes(n, size))
        expect(groups.map(([best]) => best)).toEqual(seeds(groups.length))
      }),
    )
  })
})

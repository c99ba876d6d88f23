import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSizes } from './group-sizes.ts'
import { seededGroups } from './seeded-groups.ts'

const hows = fc.constantFrom('slaughter' as const, 'cross' as const, 'adjacent' as const)
const seeds = (n: number): string[] => Array.from({ length: n }, (_, i) => `${i + 1}`)

describe('the first round of a seeded event', () => {
  it('deals the seeds to the groups forth and back', () => {
    expect(seededGroups('slaughter', seeds(16), 4).groups.map(group => group.join(' '))).toEqual([
      '1 8 9 16',
      '2 7 10 15',
      '3 6 11 14',
      '4 5 12 13',
    ])
    expect(seededGroups('slaughter', seeds(6), 2).groups.map(group => group.join(' '))).toEqual(['1 6', '2 5', '3 4'])
  })

  it('lets neighbours meet, or the best of the better half the best of the other one', () => {
    expect(seededGroups('adjacent', seeds(7), 2)).toEqual({
      groups: [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
      byes: ['7'],
    })
    expect(seededGroups('adjacent', seeds(10), 4).groups.map(group => group.join(' '))).toEqual(['1 2 3 4', '5 6 7', '8 9 10'])
    expect(seededGroups('cross', seeds(8), 2).groups.map(group => group.join(' '))).toEqual(['1 5', '2 6', '3 7', '4 8'])
    expect(seededGroups('cross', seeds(10), 4).groups.map(group => group.join(' '))).toEqual(['1 4 7 10', '2 5 8', '3 6 9'])
  })

  it('fills larger groups with the last seeds, and gives the bye of pairs to the last seed', () => {
    expect(seededGroups('slaughter', seeds(10), 4)).toEqual({
      groups: [
        ['1', '6', '7', '10'],
        ['2', '5', '8'],
        ['3', '4', '9'],
      ],
      byes: [],
    })
    expect(seededGroups('slaughter', seeds(5), 2)).toEqual({
      groups: [
        ['1', '4'],
        ['2', '3'],
      ],
      byes: ['5'],
    })
  })

  it('includes everybody once, in groups of the usual sizes, each with one of the best', () => {
    fc.assert(
      fc.property(hows, fc.integer({ min: 2, max: 80 }), fc.constantFrom(2 as const, 3 as const, 4 as const), (how, n, size) => {
        const { groups, byes } = seededGroups(how, seeds(n), size)
        expect([...groups.flat(), ...byes].sort()).toEqual(seeds(n).sort())
        expect([...groups.map(({ length }) => length), ...byes.map(() => 1)]).toEqual(groupSizes(n, size))
        if (how !== 'adjacent') expect(groups.map(([best]) => best)).toEqual(seeds(groups.length))
      }),
    )
  })
})

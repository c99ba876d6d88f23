import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, fewestByTrial, MeetingMatrix, planted } from '../testing/meeting-matrix.ts'
import { partition } from './group-exact-search.ts'
import { groupSizes } from './group-sizes.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

const sizes = fc.constantFrom(3 as const, 4 as const)
const all = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

describe('groups of three and four', () => {
  it('are found without repeats exactly when there are such, as trying all of them says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 9 }), sizes, fc.integer({ min: 0, max: 4 }), fc.string(), (n, size, rounds, seed) => {
        const random = seededRandom(seed)
        const company = new MeetingMatrix(n)
        const wanted = groupSizes(n, size)
        for (let i = 0; i < rounds; i++) company.meet(cut(shuffled(all(n), random), groupSizes(n, random() < 0.5 ? 2 : 3)))
        const { groups } = partition(n, wanted, company.met)
        expect(groups !== null).toBe(fewestByTrial(wanted, company, all(n)) === 0)
        if (groups !== null) expect(company.repeats(groups)).toBe(0)
      }),
      { numRuns: 400 },
    )
  })

  it('are found for up to 32 players even when hardly one way is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 32 }), sizes, fc.integer({ min: 0, max: 60 }), fc.string(), (n, size, rounds, seed) => {
        const company = planted(n, size, rounds, seededRandom(seed))
        const { groups } = partition(n, groupSizes(n, size), company.met)
        expect(groups?.flat().sort((a, b) => a - b)).toEqual(all(n))
        expect(groups?.map(group => group.length).sort()).toEqual(groupSizes(n, size).sort())
        expect(company.repeats(groups!)).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  it('keep neighbours together, from the first player on', () => {
    expect(partition(8, [4, 4], () => 0).groups).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ])
    const company = new MeetingMatrix(6).meet([[0, 1]])
    expect(partition(6, [3, 3], company.met).groups).toEqual([
      [0, 2, 3],
      [1, 4, 5],
    ])
  })

  it('take few steps on whole nights, to the round in which repeats cannot be avoided any more', () => {
    let most = 0
    for (const size of [3, 4] as const) {
      for (const n of [20, 27, 31, 32]) {
        for (const noise of [0, 0.1, 1]) {
          const random = seededRandom(`${size}/${n}/${noise}`)
          const company = new MeetingMatrix(n)
          const points = new Array<number>(n).fill(0)
          for (;;) {
            const order = all(n).sort((a, b) => points[b]! - points[a]! || a - b)
            const { groups, steps } = partition(n, groupSizes(n, size), (a, b) => company.met(order[a]!, order[b]!))
            most = Math.max(most, steps)
            if (groups === null) break
            const met = groups.map(group => group.map(i => order[i]!))
            expect(company.repeats(met)).toBe(0)
            company.meet(met)
            for (const group of met) {
              const places = group
                .map(player => ({ player, play: player + noise * n * (random() - random()) }))
                .sort((a, b) => a.play - b.play)
              for (const [i, { player }] of places.entries()) points[player]! += [7, 5, 3, 1][i]!
            }
          }
        }
      }
    }
    expect(most).toBeLessThan(5000)
  })

  it('are seen to be impossible at once when too many have all met each other', () => {
    const company = new MeetingMatrix(32).meet([all(9)])
    expect(partition(32, groupSizes(32, 4), company.met)).toEqual({ groups: null, steps: 1 })
  })
})

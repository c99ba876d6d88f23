import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bruteForceFewestRepeats, MeetingMatrix, splitBySizes, withPlantedSolution } from '../testing/meeting-matrix.ts'
import { partition } from './group-exact-search.ts'
import { groupSizes } from './group-sizes.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

const sizes = fc.constantFrom(3 as const, 4 as const)
const all = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

describe('groups of three and four', () => {
  it('are found without rematches exactly when brute force finds such groups', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 9 }), sizes, fc.integer({ min: 0, max: 4 }), fc.string(), (n, size, rounds, seed) => {
        const random = seededRandom(seed)
        const meetings = new MeetingMatrix(n)
        const groupSizesOfRound = groupSizes(n, size)
        for (let i = 0; i < rounds; i++) meetings.addMeetings(splitBySizes(shuffled(all(n), random), groupSizes(n, random() < 0.5 ? 2 : 3)))
        const { groups } = partition(n, groupSizesOfRound, meetings.timesMet)
        expect(groups !== null).toBe(bruteForceFewestRepeats(groupSizesOfRound, meetings, all(n)) === 0)
        if (groups !== null) expect(meetings.countRepeats(groups)).toBe(0)
      }),
      { numRuns: 400 },
    )
  })

  it('are found for up to 32 players even when hardly any grouping without rematches is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 32 }), sizes, fc.integer({ min: 0, max: 60 }), fc.string(), (n, size, rounds, seed) => {
        const meetings = withPlantedSolution(n, size, rounds, seededRandom(seed))
        const { groups } = partition(n, groupSizes(n, size), meetings.timesMet)
        expect(groups?.flat().sort((a, b) => a - b)).toEqual(all(n))
        expect(groups?.map(group => group.length).sort()).toEqual(groupSizes(n, size).sort())
        expect(meetings.countRepeats(groups!)).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  it('keep neighbours together, starting with the first player', () => {
    expect(partition(8, [4, 4], () => 0).groups).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ])
    const meetings = new MeetingMatrix(6).addMeetings([[0, 1]])
    expect(partition(6, [3, 3], meetings.timesMet).groups).toEqual([
      [0, 2, 3],
      [1, 4, 5],
    ])
  })

  it('take few steps in whole tournaments, up to the round in which rematches become unavoidable', () => {
    let most = 0
    for (const size of [3, 4] as const) {
      for (const n of [20, 27, 31, 32]) {
        for (const noise of [0, 0.1, 1]) {
          const random = seededRandom(`${size}/${n}/${noise}`)
          const meetings = new MeetingMatrix(n)
          const points = new Array<number>(n).fill(0)
          for (;;) {
            const order = all(n).sort((a, b) => points[b]! - points[a]! || a - b)
            const { groups, steps } = partition(n, groupSizes(n, size), (a, b) => meetings.timesMet(order[a]!, order[b]!))
            most = Math.max(most, steps)
            if (groups === null) break
            const met = groups.map(group => group.map(i => order[i]!))
            expect(meetings.countRepeats(met)).toBe(0)
            meetings.addMeetings(met)
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

  it('are found impossible in one step when too many players have all met each other', () => {
    const meetings = new MeetingMatrix(32).addMeetings([all(9)])
    expect(partition(32, groupSizes(32, 4), meetings.timesMet)).toEqual({ groups: null, steps: 1 })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bruteForceFewestRepeats, MeetingMatrix, splitBySizes, withPlantedSolution } from '../testing/meeting-matrix.ts'
import { pairPlayers } from './pair-players.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

const all = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
const pairSizes = (n: number): number[] => new Array<number>(n / 2).fill(2)

describe('pairs', () => {
  it('have as few rematches as brute force finds', () => {
    fc.assert(
      fc.property(fc.constantFrom(2, 4, 6, 8), fc.integer({ min: 0, max: 12 }), fc.string(), (n, rounds, seed) => {
        const random = seededRandom(seed)
        const meetings = new MeetingMatrix(n)
        for (let i = 0; i < rounds; i++) meetings.addMeetings(splitBySizes(shuffled(all(n), random), pairSizes(n)).slice(0, 3))
        const { pairs, repeats } = pairPlayers(n, meetings.timesMet)
        expect(pairs.flat().sort()).toEqual(all(n))
        expect(meetings.countRepeats(pairs)).toBe(repeats)
        expect(repeats).toBe(bruteForceFewestRepeats(pairSizes(n), meetings, all(n)))
      }),
      { numRuns: 300 },
    )
  })

  it('are found without rematches for 32 players and more even when hardly any pairing without rematches is left', () => {
    fc.assert(
      fc.property(fc.constantFrom(10, 16, 30, 32, 48), fc.integer({ min: 0, max: 80 }), fc.string(), (n, rounds, seed) => {
        const meetings = withPlantedSolution(n, 2, rounds, seededRandom(seed))
        expect(meetings.countRepeats(pairPlayers(n, meetings.timesMet).pairs)).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('are neighbours who have not met, and better players are paired first', () => {
    expect(pairPlayers(6, () => 0).pairs).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ])
    const meetings = new MeetingMatrix(4).addMeetings([
      [0, 1],
      [2, 3],
    ])
    expect(pairPlayers(4, meetings.timesMet).pairs).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  it('repeat the least frequent meetings', () => {
    const meetings = new MeetingMatrix(4).addMeetings([
      [0, 1],
      [2, 3],
      [0, 2],
      [1, 3],
      [0, 3],
      [1, 2],
      [0, 1],
      [0, 2],
    ])
    expect(pairPlayers(4, meetings.timesMet)).toEqual({
      pairs: [
        [0, 3],
        [1, 2],
      ],
      repeats: 2,
    })
  })
})

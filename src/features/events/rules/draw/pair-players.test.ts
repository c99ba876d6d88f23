import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, fewestByTrial, MeetingMatrix, planted } from '../testing/meeting-matrix.ts'
import { pairPlayers } from './pair-players.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

const all = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
const twos = (n: number): number[] => new Array<number>(n / 2).fill(2)

describe('pairs', () => {
  it('have as few repeats as there can be, as trying all of them says', () => {
    fc.assert(
      fc.property(fc.constantFrom(2, 4, 6, 8), fc.integer({ min: 0, max: 12 }), fc.string(), (n, rounds, seed) => {
        const random = seededRandom(seed)
        const company = new MeetingMatrix(n)
        for (let i = 0; i < rounds; i++) company.meet(cut(shuffled(all(n), random), twos(n)).slice(0, 3))
        const { pairs, repeats } = pairPlayers(n, company.met)
        expect(pairs.flat().sort()).toEqual(all(n))
        expect(company.repeats(pairs)).toBe(repeats)
        expect(repeats).toBe(fewestByTrial(twos(n), company, all(n)))
      }),
      { numRuns: 300 },
    )
  })

  it('are found without repeats for 32 players and more even when hardly one way is left', () => {
    fc.assert(
      fc.property(fc.constantFrom(10, 16, 30, 32, 48), fc.integer({ min: 0, max: 80 }), fc.string(), (n, rounds, seed) => {
        const company = planted(n, 2, rounds, seededRandom(seed))
        expect(company.repeats(pairPlayers(n, company.met).pairs)).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('are neighbours where they have not met, and the best first get theirs', () => {
    expect(pairPlayers(6, () => 0).pairs).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ])
    const company = new MeetingMatrix(4).meet([
      [0, 1],
      [2, 3],
    ])
    expect(pairPlayers(4, company.met).pairs).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  it('repeat what was least often', () => {
    const company = new MeetingMatrix(4).meet([
      [0, 1],
      [2, 3],
      [0, 2],
      [1, 3],
      [0, 3],
      [1, 2],
      [0, 1],
      [0, 2],
    ])
    expect(pairPlayers(4, company.met)).toEqual({
      pairs: [
        [0, 3],
        [1, 2],
      ],
      repeats: 2,
    })
  })
})

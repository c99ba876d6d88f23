import { describe, expect, it } from 'vitest'
import { MeetingMatrix } from '../testing/meeting-matrix.ts'
import { fewRepeats } from './group-heuristic.ts'
import { groupSizes } from './group-sizes.ts'

describe('groups with few repeats', () => {
  it('avoid what can be avoided by exchanging players', () => {
    const company = new MeetingMatrix(40)
    for (let round = 0; round < 5; round++) {
      const groups = fewRepeats(40, groupSizes(40, 4), company.met)
      expect(groups.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i))
      expect(company.repeats(groups)).toBe(0)
      company.meet(groups)
    }
  })

  it('repeat what was least often', () => {
    const company = new MeetingMatrix(6).meet([
      [0, 1, 2],
      [3, 4, 5],
      [0, 3, 4],
      [1, 2, 5],
      [0, 5],
      [1, 3],
      [1, 4],
      [2, 3],
      [2, 4],
    ])
    const groups = fewRepeats(6, [3, 3], company.met)
    for (const group of groups) for (const a of group) for (const b of group) expect(a === b || company.met(a, b) < 2).toBe(true)
  })

  it('repeat only what they must: of three groups of four each has two who met in the last three', () => {
    const company = new MeetingMatrix(12)
    company.meet(fewRepeats(12, [4, 4, 4], company.met))
    expect(company.repeats(fewRepeats(12, [4, 4, 4], company.met))).toBe(3)
  })
})

import { describe, expect, it } from 'vitest'
import { MeetingMatrix } from '../testing/meeting-matrix.ts'
import { groupWithFewRepeats } from './group-heuristic.ts'
import { groupSizes } from './group-sizes.ts'

describe('groups with few repeats', () => {
  it('avoid rematches that swapping players can avoid', () => {
    const meetings = new MeetingMatrix(40)
    for (let round = 0; round < 5; round++) {
      const groups = groupWithFewRepeats(40, groupSizes(40, 4), meetings.timesMet)
      expect(groups.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i))
      expect(meetings.countRepeats(groups)).toBe(0)
      meetings.addMeetings(groups)
    }
  })

  it('repeat the least frequent meetings', () => {
    const meetings = new MeetingMatrix(6).addMeetings([
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
    const groups = groupWithFewRepeats(6, [3, 3], meetings.timesMet)
    for (const group of groups) for (const a of group) for (const b of group) expect(a === b || meetings.timesMet(a, b) < 2).toBe(true)
  })

  it('have only unavoidable rematches: after one round in three groups of four, each group has one', () => {
    const meetings = new MeetingMatrix(12)
    meetings.addMeetings(groupWithFewRepeats(12, [4, 4, 4], meetings.timesMet))
    expect(meetings.countRepeats(groupWithFewRepeats(12, [4, 4, 4], meetings.timesMet))).toBe(3)
  })
})

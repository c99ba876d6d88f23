import { describe, expect, it } from 'vitest'
import {
  boardKey,
  clampAchievedAt,
  compareRows,
  isCorrectable,
  isRecentEnough,
  plainBoardKey,
  plausibilityWarning,
  rankRows,
} from './rules.ts'

const at = (text: string): Date => new Date(text)
const DAY = 86_400_000

describe('the time a game was played', () => {
  const now = at('2026-11-21T12:00:00Z').getTime()

  it("is now if not given, never later than the server's time, and refused if over five minutes ahead", () => {
    expect(clampAchievedAt(undefined, now)).toBe(now)
    expect(clampAchievedAt(now - 1, now)).toBe(now - 1)
    expect(clampAchievedAt(now + 300_000, now)).toBe(now)
    expect(clampAchievedAt(now + 300_001, now)).toBeNull()
  })

  it('counts in time windows for seven days', () => {
    expect(isRecentEnough(now - 7 * DAY, now)).toBe(true)
    expect(isRecentEnough(now - 7 * DAY - 1, now)).toBe(false)
  })
})

describe('a correction', () => {
  it('is open for a day, while nobody has verified or rejected the score', () => {
    expect(isCorrectable('unverified', 0, DAY - 1)).toBe(true)
    expect(isCorrectable('disputed', 0, DAY - 1)).toBe(true)
    expect(isCorrectable('unverified', 0, DAY)).toBe(false)
    expect(isCorrectable('verified', 0, 1)).toBe(false)
    expect(isCorrectable('rejected', 0, 1)).toBe(false)
  })
})

it('the plain board of a machine has the key that all boards are given', () => {
  expect(plainBoardKey('m1')).toBe(boardKey({ machineId: 'm1' }, 'all', null, false))
})

it('the plain board of a machine has the key that all boards are given', () => {
  expect(plainBoardKey('m1')).toBe(boardKey({ machineId: 'm1' }, 'all', null, false))
})

describe('rows', () => {
  it('share a rank when they tie: 1, 2, 2, 4', () => {
    expect(rankRows([{ value: 9 }, { value: 7 }, { value: 7 }, { value: 3 }])).toEqual([1, 2, 2, 4])
    expect(rankRows([])).toEqual([])
  })

  it('are ordered by value, then by the earlier game, then by the id', () => {
    const row = (value: number, time: number, userId: string) => ({ value, achievedAt: new Date(time), userId })
    const rows = [row(1, 1, 'a'), row(2, 2, 'b'), row(2, 1, 'd'), row(2, 1, 'c')]
    expect(rows.sort(compareRows).map(each => each.userId)).toEqual(['c', 'd', 'b', 'a'])
  })
})

describe('a plausibility warning', () => {
  const range = { players: 40, best: 90_000_000, deciles: [1_000_000, 5_000_000] }

  it("is shown for a value far above the player's best or the record, and for one far below all others", () => {
    expect(plausibilityWarning(250_000_000, range, 20_000_000)).toBe('above-own')
    expect(plausibilityWarning(300_000_000, range, null)).toBe('above-record')
    expect(plausibilityWarning(40_000, range, null)).toBe('below-all')
  })

  it('is not shown for a good game, nor if nothing is known', () => {
    expect(plausibilityWarning(89_000_000, range, 5_000_000)).toBeNull()
    expect(plausibilityWarning(100_000_000, range, 80_000_000)).toBeNull()
    expect(plausibilityWarning(1, null, null)).toBeNull()
    expect(plausibilityWarning(10 ** 12, { players: 2, best: 5, deciles: [1] }, null)).toBeNull()
  })
})

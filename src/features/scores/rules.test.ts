import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampAchievedAt,
  compareRows,
  isCorrectable,
  isRecentEnough,
  periodBounds,
  periodName,
  plausibilityWarning,
  playingHours,
  rankRows,
  recordDays,
  WINDOWS,
} from './rules.ts'

const at = (text: string): Date => new Date(text)
const DAY = 86_400_000

describe('a window', () => {
  it('is named by its calendar period in UTC, weeks by ISO', () => {
    const moment = at('2026-11-21T23:59:59.999Z')
    expect(WINDOWS.map(window => periodName(window, moment))).toEqual([null, '2026', '2026-11', '2026-W47', '2026-11-21'])
    for (const [day, week] of [
      ['2024-12-29', '2024-W52'],
      ['2024-12-30', '2025-W01'],
      ['2026-01-01', '2026-W01'],
      ['2027-01-03', '2026-W53'],
      ['2027-01-04', '2027-W01'],
      ['1970-01-01', '1970-W01'],
    ] as const) {
      expect(periodName('week', at(`${day}T00:00:00Z`)), day).toBe(week)
    }
  })

  it('contains its moment, and the next one begins where it ends', () => {
    const moments = fc.date({ min: at('1970-01-10T00:00:00Z'), max: at('2200-01-01T00:00:00Z'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.constantFrom('year', 'month', 'week', 'day'), (moment, window) => {
        const { from, to } = periodBounds(window, moment)!
        expect(from <= moment.getTime() && moment.getTime() < to).toBe(true)
        expect(periodName(window, new Date(from))).toBe(periodName(window, moment))
        expect(periodName(window, new Date(to - 1))).toBe(periodName(window, moment))
        expect(periodBounds(window, new Date(to))!.from).toBe(to)
        expect(periodBounds(window, new Date(from - 1))!.to).toBe(from)
      }),
    )
  })
})

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

describe('the times of the home page’s highlights', () => {
  it('are whole days and hours, so that they are the same for everyone who asks in the same one', () => {
    const moment = at('2026-11-24T10:59:59.999Z').getTime()
    expect(recordDays(moment)).toEqual({ from: at('2026-11-18T00:00:00Z').getTime(), to: at('2026-11-25T00:00:00Z').getTime() })
    expect(playingHours(moment)).toEqual({ from: at('2026-11-24T07:00:00Z').getTime(), to: at('2026-11-24T11:00:00Z').getTime() })
  })
})

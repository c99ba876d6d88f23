import { describe, expect, test } from 'vitest'
import { bestLine, type ProgressPoint, progressPlot, progressSentence } from './progress.ts'

const games = (...values: number[]): ProgressPoint[] => {
  let best = 0
  return values.map((value, i) => {
    const point = { at: new Date(Date.UTC(2026, 0, 1 + i)), value, best: value > best }
    best = Math.max(best, value)
    return point
  })
}

describe('where the games of a player are plotted', () => {
  test('by time from left to right, and on a linear axis from zero if their values are near each other', () => {
    const { points, ticks } = progressPlot(games(250, 100, 500))
    expect(points).toEqual([
      { x: 0, y: 0.5, best: true },
      { x: 0.5, y: 0.2, best: false },
      { x: 1, y: 1, best: true },
    ])
    expect(ticks).toEqual([
      { at: 0.2, text: '100' },
      { at: 0.4, text: '200' },
      { at: 0.6, text: '300' },
      { at: 0.8, text: '400' },
      { at: 1, text: '500' },
    ])
  })

  test('on a logarithmic axis if their values are far apart', () => {
    const { points, ticks } = progressPlot(games(1000, 100_000, 10_000_000))
    expect(points.map(({ y }) => y)).toEqual([0, 0.5, 1])
    expect(ticks.map(({ text }) => text)).toEqual(['1K', '10K', '100K', '1M', '10M'])
  })

  test.each([1, 2, 7, 9.9e9, 2 ** 53 - 1])('with a few round values on the axis up to %d', high => {
    const { points, ticks } = progressPlot(games(high, high))
    expect(points.every(({ y }) => y === 1)).toBe(true)
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks.every(({ at }) => at > 0 && at <= 1)).toBe(true)
  })

  test('in the middle if all were played at the same moment', () => {
    const at = new Date(5)
    expect(progressPlot([{ at, value: 7, best: true }]).points).toEqual([{ x: 0.5, y: 1, best: true }])
  })
})

test('the line of bests steps up at each and stays level to the last game', () => {
  expect(bestLine(progressPlot(games(250, 100, 500, 400, 300)).points)).toBe('M0 500H500V0H1000')
})

describe('the description of the plot', () => {
  test.each([
    [[], 'No games yet.'],
    [[1500], 'One game so far: 1,500 on Jan 1, 2026.'],
    [[1500, 1000], '1,500 on Jan 1, 2026, the first game, is still the best.'],
    [[10, 5, 20], 'From 10 on Jan 1, 2026 to 20 on Jan 3, 2026: improved once.'],
    [[10, 20, 30], 'From 10 on Jan 1, 2026 to 30 on Jan 3, 2026: improved twice.'],
    [[10, 20, 30, 40], 'From 10 on Jan 1, 2026 to 40 on Jan 4, 2026: improved 3 times.'],
  ])('%j', (values, sentence) => {
    expect(progressSentence(games(...values))).toBe(sentence)
  })
})

import { describe, expect, it } from 'vitest'
import { type PlayedScores, progressPoints } from './player-progress.ts'

const games = (values: readonly number[]): PlayedScores => ({ times: [...values.keys()], values: [...values] })
const bestsOf = (points: readonly { value: number; best: boolean }[]): number[] =>
  points.filter(({ best }) => best).map(({ value }) => value)

describe('the points of a player’s progress', () => {
  it('mark each value above all before it; an equal value is no new best', () => {
    expect(progressPoints(games([5, 3, 5, 6, 6, 7])).map(({ value, best }) => [value, best])).toEqual([
      [5, true],
      [3, false],
      [5, false],
      [6, true],
      [6, false],
      [7, true],
    ])
    expect(progressPoints(games([]))).toEqual([])
  })

  it('are all games up to 400', () => {
    const played = games(Array.from({ length: 400 }, (_, i) => (i * 7919) % 401))
    expect(progressPoints(played)).toHaveLength(400)
  })

  it('beyond 400 are all bests and an even sample of the others, in the order of play', () => {
    const played = games(Array.from({ length: 5000 }, (_, i) => (i % 100 === 0 ? 1000 + i : i % 90)))
    const points = progressPoints(played)
    expect(points).toHaveLength(400)
    expect(bestsOf(points)).toEqual(Array.from({ length: 50 }, (_, i) => 1000 + i * 100))
    const times = points.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const steps = times.slice(1).map((time, i) => time - times[i]!)
    expect(Math.max(...steps)).toBeLessThanOrEqual(16)
  })

  it('are the latest 400 bests if there are more', () => {
    const points = progressPoints(games(Array.from({ length: 500 }, (_, i) => i + 1)))
    expect(bestsOf(points)).toEqual(Array.from({ length: 400 }, (_, i) => i + 101))
  })
})

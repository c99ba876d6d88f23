import { describe, expect, it } from 'vitest'
import type { StandingsOptions } from '../rules/standings-options.ts'
import { type EventFormat, formatRules, optionsProblem } from './registry.ts'

describe('standings', () => {
  const attempts = [{ id: '1', entrantId: 'bob', machineId: 'm1', value: 5, at: 0 }]
  const rounds = [{ groups: [{ machineId: 'm1', entrantIds: ['ann', 'bob'], order: ['ann', 'bob'] }], byes: [] }]

  it('are computed from attempts or from rounds, depending on the format', () => {
    const first = (format: EventFormat) => formatRules(format).standings(['m1'], ['ann', 'bob'], { attempts, rounds })[0]!.entrantId
    expect(first({ kind: 'high-score' })).toBe('bob')
    expect(first({ kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 1, points: 'ifpa' })).toBe('ann')
    expect(first({ kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'fair' })).toBe('ann')
  })
})

describe('tie-breaks and byes', () => {
  const match: EventFormat = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 1, points: 'ifpa' }
  const strikes: EventFormat = { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'fair' }
  const problemPath = (format: EventFormat, options: Partial<StandingsOptions>) =>
    optionsProblem(format, { tieBreaks: ['places'], byes: 'full', ...options })?.path ?? null

  it('are chosen among those that mean something in the format', () => {
    expect(problemPath(match, { tieBreaks: ['highest-round', 'median-buchholz', 'buchholz'], byes: 'half' })).toBe(null)
    expect(problemPath(match, { tieBreaks: [] })).toBe(null)
    expect(problemPath(strikes, { tieBreaks: ['wins', 'head-to-head'] })).toBe(null)
    expect(problemPath(strikes, { tieBreaks: ['wins', 'buchholz'] })).toBe('tieBreaks')
    expect(problemPath(strikes, { byes: 'none' })).toBe('byes')
    for (const format of [{ kind: 'high-score' }, { kind: 'amazing-race', out: 1 }] as const) {
      expect(problemPath(format, {})).toBe(null)
      expect(problemPath(format, { tieBreaks: [] })).toBe('tieBreaks')
      expect(problemPath(format, { tieBreaks: ['places', 'wins'] })).toBe('tieBreaks')
      expect(problemPath(format, { byes: 'half' })).toBe('byes')
    }
  })
})

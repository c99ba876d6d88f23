import { describe, expect, it } from 'vitest'
import { DEFAULT_DRAW_OPTIONS, type DrawOptions } from '../rules/draw-options.ts'
import { DEFAULT_OPTIONS, type StandingsOptions } from '../rules/standings-options.ts'
import { endsByClock } from './ends-by-clock.ts'
import {
  type EventFormat,
  FORMAT_KINDS,
  formatRules,
  hasMachineOptions,
  mergeMachineOptions,
  optionsProblem,
  removeMachineOptions,
} from './registry.ts'

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

it('the formats that end by the clock are those whose rules say so', () => {
  const kinds = FORMAT_KINDS.filter(kind => formatRules({ kind } as EventFormat).endsByClock)
  expect(kinds.length).toBeGreaterThan(0)
  expect(FORMAT_KINDS.filter(kind => endsByClock({ kind }))).toEqual(kinds)
})

describe('what a director may choose besides the format', () => {
  const match: EventFormat = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 1, points: 'ifpa' }
  const strikes: EventFormat = { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'fair' }
  const problemPath = (format: EventFormat, options: Partial<StandingsOptions & DrawOptions>) =>
    optionsProblem(format, { ...DEFAULT_OPTIONS, ...DEFAULT_DRAW_OPTIONS, ...options })?.path ?? null

  it('are chosen among those that mean something in the format', () => {
    expect(problemPath(match, { tieBreaks: ['highest-round', 'median-buchholz', 'buchholz'], byes: 'half' })).toBe(null)
    expect(problemPath(match, { tieBreaks: [] })).toBe(null)
    expect(problemPath(strikes, { tieBreaks: ['wins', 'head-to-head'] })).toBe(null)
    expect(problemPath(strikes, { tieBreaks: ['wins', 'buchholz'] })).toBe('tieBreaks')
    expect(problemPath(strikes, { byes: 'none' })).toBe('byes')
    expect(problemPath(match, { seeding: 'ifpa', gamesPerRound: 5 })).toBe(null)
    expect(problemPath(strikes, { seeding: 'manual' })).toBe(null)
    expect(problemPath(strikes, { gamesPerRound: 2 })).toBe('gamesPerRound')
    expect(problemPath({ kind: 'amazing-race', out: 1 }, { seeding: 'previous' })).toBe('seeding')
    for (const format of [{ kind: 'high-score' }, { kind: 'amazing-race', out: 1 }] as const) {
      expect(problemPath(format, {})).toBe(null)
      expect(problemPath(format, { tieBreaks: [] })).toBe('tieBreaks')
      expect(problemPath(format, { tieBreaks: ['places', 'wins'] })).toBe('tieBreaks')
      expect(problemPath(format, { byes: 'half' })).toBe('byes')
    }
  })
})

describe('options that belong to a machine', () => {
  const format = { kind: 'pin-golf', balls: 3, targets: { a: 1000, b: 5000 }, missed: 'simple' } as const
  const targets = (changed: EventFormat) => ('targets' in changed ? changed.targets : null)

  it('leave an event with their machine', () => {
    expect(targets(removeMachineOptions(format, 'a'))).toEqual({ b: 5000 })
    expect(removeMachineOptions(format, 'c')).toBe(format)
  })

  it('go over to the machine that theirs is merged into, which keeps its own unless the other was played', () => {
    expect(targets(mergeMachineOptions(format, { from: 'a', into: 'c', keep: 'into' }))).toEqual({ b: 5000, c: 1000 })
    expect(targets(mergeMachineOptions(format, { from: 'a', into: 'b', keep: 'into' }))).toEqual({ b: 5000 })
    expect(targets(mergeMachineOptions(format, { from: 'a', into: 'b', keep: 'from' }))).toEqual({ b: 1000 })
    expect(mergeMachineOptions(format, { from: 'c', into: 'd', keep: 'from' })).toBe(format)
  })

  it('are none in other formats', () => {
    const highScore = { kind: 'high-score' } as const
    expect([hasMachineOptions('pin-golf'), hasMachineOptions('high-score')]).toEqual([true, false])
    expect(removeMachineOptions(highScore, 'a')).toBe(highScore)
    expect(mergeMachineOptions(highScore, { from: 'a', into: 'b', keep: 'into' })).toBe(highScore)
  })
})

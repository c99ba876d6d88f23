import { describe, expect, it } from 'vitest'
import { type EventFormat, formatRules } from './registry.ts'

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

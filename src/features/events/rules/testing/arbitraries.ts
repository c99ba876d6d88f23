import fc from 'fast-check'
import type { PointsTable } from '#events/formats/rank-points.ts'
import type { Adjustment } from '../adjustment.ts'
import type { Attempt, VoidWindow } from '../attempt.ts'
import type { ScoreFormat } from './by-format.ts'

export const MACHINES = ['m1', 'm2', 'm3', 'm4']
export const ENTRANTS = ['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7']

const pointsTables = fc.constantFrom<PointsTable>('papa', 'linear', { linear: 3 }, { custom: [10, 7.5, 7.25, 3] }, { custom: [5, 0, 0] })

/** Mostly small numbers, so that ties are frequent: ties are where errors are likely. */
const values = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER))

export const scoreFormats: fc.Arbitrary<ScoreFormat> = fc.oneof(
  fc.constant<ScoreFormat>({ kind: 'high-score' }),
  fc.record(
    {
      kind: fc.constant('best-game' as const),
      points: pointsTables,
      machinesCounted: fc.integer({ min: 1, max: 5 }),
      attemptsPerMachine: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: ['kind', 'points'] },
  ),
  fc.record({
    kind: fc.constant('pin-golf' as const),
    balls: fc.constantFrom(3 as const, 5 as const),
    missed: fc.constantFrom('simple' as const, 'graded' as const),
    targets: fc.record({ m1: values, m2: values, m3: values, m4: values }, { requiredKeys: ['m1', 'm2'] }),
  }),
  fc.record(
    {
      kind: fc.constant('bowling' as const),
      targets: fc.record({ m1: values, m2: values, m3: values, m4: values }, { requiredKeys: ['m1', 'm2'] }),
      spareAt: fc.integer({ min: 10, max: 99 }),
      attemptsPerMachine: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: ['kind', 'targets', 'spareAt'] },
  ),
)

const rarely = fc.integer({ min: 0, max: 5 }).map(n => n === 0)

export const attempts: fc.Arbitrary<Attempt> = fc.record(
  {
    id: fc.integer({ min: 1, max: 50 }).map(n => `a${n}`),
    entrantId: fc.constantFrom(...ENTRANTS, ...ENTRANTS, 'a stranger'),
    machineId: fc.constantFrom(...MACHINES, ...MACHINES, 'elsewhere'),
    value: values,
    strokes: fc.integer({ min: 1, max: 5 }),
    at: fc.integer({ min: 0, max: 20 }),
    rejected: rarely,
    voided: rarely,
    pending: rarely,
  },
  { requiredKeys: ['id', 'entrantId', 'machineId', 'value', 'at'] },
)

export const attemptLists = fc.uniqueArray(attempts, { selector: attempt => attempt.id, maxLength: 40, size: 'max' })

export const windows: fc.Arbitrary<VoidWindow> = fc
  .record({
    id: fc.integer({ min: 1, max: 5 }).map(n => `w${n}`),
    machineId: fc.constantFrom(...MACHINES),
    from: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ id, machineId, from, length }) => ({ id, machineId, from, to: from + length }))

export const windowLists = fc.uniqueArray(windows, { selector: window => window.id, maxLength: 3 })

/** What a director has added to totals, or taken from them. Whole numbers, since strokes are. */
export const adjustmentLists: fc.Arbitrary<Adjustment[]> = fc.array(
  fc.record({
    entrantId: fc.constantFrom(...ENTRANTS),
    amount: fc.integer({ min: -3, max: 3 }).map(n => n * 1000 || 1),
    afterRound: fc.constant(0),
    reason: fc.constant('why'),
  }),
  { maxLength: 4 },
)

export const entrantLists = fc.subarray(ENTRANTS, { minLength: 3 })

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, VoidWindow } from '#events/rules/attempt.ts'
import { scoreStandings } from '#events/rules/standings/score-standings.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import {
  attemptLists,
  attempts,
  ENTRANTS,
  entrantLists,
  MACHINES,
  scoreFormats,
  windowLists,
  windows,
} from '#events/rules/testing/arbitraries.ts'
import { type ScoreFormat, scoreEvent } from '#events/rules/testing/by-format.ts'
import type { StandingsChange } from '../changes.ts'
import { IncrementalScoreStandings } from './incremental-score-standings.ts'

/** The expected state after all changes. It keeps the inputs and recomputes the standings from scratch. */
class Model {
  readonly #format: ScoreFormat
  readonly attempts: Map<string, Attempt>
  readonly windows: Map<string, VoidWindow>
  readonly entrants: Set<string>

  constructor(format: ScoreFormat, entrants: readonly string[], all: readonly Attempt[], voids: readonly VoidWindow[]) {
    this.#format = format
    this.attempts = new Map(all.map(attempt => [attempt.id, attempt]))
    this.windows = new Map(voids.map(window => [window.id, window]))
    this.entrants = new Set(entrants)
  }

  get live(): IncrementalScoreStandings {
    return new IncrementalScoreStandings(scoreEvent(this.#event), this.entrants, this.attempts.values())
  }

  get rows(): StandingsEntry[] {
    return scoreStandings(scoreEvent(this.#event), [...this.entrants], this.attempts.values())
  }

  get #event() {
    return { format: this.#format, machineIds: MACHINES, windows: [...this.windows.values()] }
  }

  apply(change: StandingsChange): void {
    if (change.kind === 'attempt') this.attempts.set(change.attempt.id, change.attempt)
    if (change.kind === 'attempt-removed') this.attempts.delete(change.attemptId)
    if (change.kind === 'window') this.windows.set(change.window.id, change.window)
    if (change.kind === 'window-undone') this.windows.delete(change.windowId)
    if (change.kind === 'entrant') this.entrants.add(change.entrantId)
    if (change.kind === 'entrant-left') this.entrants.delete(change.entrantId)
  }
}

const changes: fc.Arbitrary<StandingsChange> = fc.oneof(
  { weight: 6, arbitrary: attempts.map((attempt): StandingsChange => ({ kind: 'attempt', attempt })) },
  { weight: 1, arbitrary: attempts.map((attempt): StandingsChange => ({ kind: 'attempt-removed', attemptId: attempt.id })) },
  { weight: 1, arbitrary: windows.map((window): StandingsChange => ({ kind: 'window', window })) },
  { weight: 1, arbitrary: windows.map((window): StandingsChange => ({ kind: 'window-undone', windowId: window.id })) },
  { weight: 1, arbitrary: fc.constantFrom(...ENTRANTS).map((entrantId): StandingsChange => ({ kind: 'entrant', entrantId })) },
  { weight: 1, arbitrary: fc.constantFrom(...ENTRANTS).map((entrantId): StandingsChange => ({ kind: 'entrant-left', entrantId })) },
)

const models = fc
  .tuple(scoreFormats, entrantLists, attemptLists, windowLists)
  .map(([format, entrants, all, voids]) => new Model(format, entrants, all, voids))

const byEntrant = (rows: readonly StandingsEntry[]) => new Map(rows.map(row => [row.entrantId, JSON.stringify(row)]))

const listChangedIds = (before: readonly StandingsEntry[], after: readonly StandingsEntry[]): string[] => {
  const [old, young] = [byEntrant(before), byEntrant(after)]
  return [...new Set([...old.keys(), ...young.keys()])].filter(id => old.get(id) !== young.get(id)).sort()
}

describe('incremental score standings', () => {
  it('equal the recomputed standings after every change, and report exactly whose rows changed', () => {
    fc.assert(
      fc.property(models, fc.array(changes, { maxLength: 25, size: 'max' }), (model, history) => {
        const { live } = model
        let before = model.rows
        expect(live.rows(0, 100)).toEqual(before)
        for (const change of history) {
          model.apply(change)
          const changed = live.apply(change)
          const after = model.rows
          expect(live.rows(0, 100)).toEqual(after)
          expect([...changed!].sort()).toEqual(listChangedIds(before, after))
          before = after
        }
      }),
      { numRuns: 200 },
    )
  })

  it('return to their earlier state when the void of an attempt or of a time window is undone', () => {
    fc.assert(
      fc.property(models, fc.nat(), windows, (model, which, window) => {
        const { live } = model
        const before = live.rows(0, 100)
        const all = [...model.attempts.values()]
        const attempt = all[which % Math.max(1, all.length)]
        if (attempt !== undefined) {
          const voided = live.apply({ kind: 'attempt', attempt: { ...attempt, voided: true } })
          expect(live.apply({ kind: 'attempt', attempt })).toEqual(voided)
          expect(live.rows(0, 100)).toEqual(before)
        }
        const broken = { ...window, id: 'another' }
        const voided = live.apply({ kind: 'window', window: broken })
        expect(live.apply({ kind: 'window-undone', windowId: 'another' })).toEqual(voided)
        expect(live.rows(0, 100)).toEqual(before)
      }),
      { numRuns: 200 },
    )
  })

  it('show an attempt on its new machine when only its machine changes', () => {
    const attempt = { id: 'a', entrantId: 'e1', machineId: 'm1', value: 5, at: 1 }
    const live = new IncrementalScoreStandings(scoreEvent({ format: { kind: 'high-score' }, machineIds: MACHINES }), ['e1'], [attempt])
    expect(live.row('e1')!.machines).toMatchObject([{ machineId: 'm1' }])
    live.apply({ kind: 'attempt', attempt: { ...attempt, machineId: 'm3' } })
    expect(live.row('e1')!.machines).toMatchObject([{ machineId: 'm3' }])
  })

  it('show corrected strokes of an attempt whose score and rank do not change', () => {
    const attempt = { id: 'a', entrantId: 'e1', machineId: 'm1', value: 5, strokes: 2, at: 1 }
    const format = { kind: 'pin-golf', balls: 3, missed: 'simple', targets: { m1: 5 } } as const
    const live = new IncrementalScoreStandings(scoreEvent({ format, machineIds: MACHINES }), ['e1'], [attempt])
    expect(live.row('e1')!.machines).toMatchObject([{ strokes: 2 }])
    live.apply({ kind: 'attempt', attempt: { ...attempt, strokes: 3 } })
    expect(live.row('e1')!.machines).toMatchObject([{ strokes: 3 }])
  })

  it('return any range of rows, and the row of one entrant', () => {
    const live = new IncrementalScoreStandings(scoreEvent({ format: { kind: 'high-score' }, machineIds: ['m1'] }), ENTRANTS, [
      { id: 'a', entrantId: 'e3', machineId: 'm1', value: 5, at: 1 },
      { id: 'b', entrantId: 'e2', machineId: 'm1', value: 9, at: 2 },
    ])
    expect(live.size).toBe(7)
    expect(live.rows(0, 2).map(row => row.entrantId)).toEqual(['e2', 'e3'])
    expect(live.rows(5, 9).map(row => row.entrantId)).toEqual(['e6', 'e7'])
    expect(live.row('e3')).toEqual(live.rows(1, 1)[0])
    expect(live.row('nobody')).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PinGolf } from '#events/formats/pin-golf/strokes.ts'
import { worstStrokes } from '#events/formats/pin-golf/strokes.ts'
import type { Attempt } from '../attempt.ts'
import { attemptsLeft } from '../attempts-left.ts'
import { adjustmentLists, attemptLists, ENTRANTS, MACHINES, scoreFormats, windowLists } from '../testing/arbitraries.ts'
import { type ScoreFormat, scoreEvent, scoresOf } from '../testing/by-format.ts'
import { ImprovementCalculator } from './improvement.ts'
import { scoreStandings } from './score-standings.ts'

const game = (entrantId: string, machineId: string, value: number): Attempt => ({
  id: `${entrantId}/${machineId}/${value}`,
  entrantId,
  machineId,
  value,
  at: 0,
})

/** Divisible by 5 and 7, so that every number of strokes can be reached. */
const TARGET = 35

const withTarget = (format: ScoreFormat): ScoreFormat =>
  format.kind === 'pin-golf' || format.kind === 'bowling'
    ? { ...format, targets: Object.fromEntries(Object.keys(format.targets).map(id => [id, TARGET])) }
    : format

const scoreForStrokes = ({ balls, missed }: PinGolf, strokes: number): { value: number; strokes?: number } =>
  strokes <= balls ? { value: TARGET, strokes } : { value: missed === 'simple' ? 1 : ((10 - strokes) * TARGET) / (10 - balls) }

describe('the score that an entrant needs', () => {
  it('is one more than the next better score if only a win gains a rank, or equal to it if a tie does', () => {
    const event = scoreEvent({ format: { kind: 'best-game', points: 'papa' }, machineIds: ['m1', 'm2'] })
    const rows = scoreStandings(event, ['ann', 'bob'], [game('ann', 'm1', 500), game('bob', 'm1', 300), game('ann', 'm2', 70)])
    expect(new ImprovementCalculator(event, rows).requiredScores('bob')).toEqual([
      { machineId: 'm1', least: null },
      { machineId: 'm2', least: 71 },
    ])
    const highScore = scoreEvent({ format: { kind: 'high-score' }, machineIds: ['m1'] })
    const two = scoreStandings(highScore, ['ann', 'bob'], [game('ann', 'm1', 500), game('bob', 'm1', 300)])
    expect(new ImprovementCalculator(highScore, two).requiredScores('bob')).toEqual([{ machineId: 'm1', least: 500 }])
    expect(new ImprovementCalculator(highScore, two).requiredScores('ann')).toEqual([{ machineId: 'm1', least: null }])
  })

  it('is null where no attempt is left', () => {
    const event = scoreEvent({ format: { kind: 'high-score' }, machineIds: ['m1'] })
    const rows = scoreStandings(event, ['ann', 'bob'], [game('ann', 'm1', 500)])
    expect(new ImprovementCalculator(event, rows).requiredScores('bob', () => 0)).toEqual([{ machineId: 'm1', least: null }])
    expect(new ImprovementCalculator(event, rows).requiredScores('bob', () => 1)).toEqual([{ machineId: 'm1', least: 500 }])
  })

  it('is null for a player who is not an entrant', () => {
    const event = scoreEvent({ format: { kind: 'high-score' }, machineIds: ['m1'] })
    expect(new ImprovementCalculator(event, scoreStandings(event, [], [])).requiredScores('eve')).toEqual([
      { machineId: 'm1', least: null },
    ])
  })

  it('equals what trying every score and recomputing finds', () => {
    fc.assert(
      fc.property(
        scoreFormats,
        attemptLists,
        windowLists,
        adjustmentLists,
        fc.constantFrom(...ENTRANTS),
        (anyFormat, attempts, windows, all, entrantId) => {
          const format = withTarget(anyFormat)
          // Of the same size as what can be gained: points are thousandths, strokes are not.
          const adjustments = format.kind === 'pin-golf' ? all.map(each => ({ ...each, amount: Math.round(each.amount / 1000) })) : all
          const event = scoreEvent({ format, machineIds: MACHINES, windows, adjustments })
          const rankWith = (more: Attempt[]): number =>
            scoreStandings(event, ENTRANTS, [...attempts, ...more]).find(row => row.entrantId === entrantId)!.rank
          const now = rankWith([])
          const gains = (machineId: string, tried: { value: number; strokes?: number }): boolean =>
            rankWith([{ id: '~', entrantId, machineId, at: 1000, ...tried }]) < now
          const ownAttempts = (machineId: string): Attempt[] =>
            attempts.filter(each => each.entrantId === entrantId && each.machineId === machineId)
          const getAttemptsLeft = (machineId: string): number | null =>
            attemptsLeft(scoresOf(format), ownAttempts(machineId), windows, machineId)
          for (const { machineId, least } of new ImprovementCalculator(event, scoreStandings(event, ENTRANTS, attempts)).requiredScores(
            entrantId,
            getAttemptsLeft,
          )) {
            if (format.kind === 'pin-golf') {
              const worst = worstStrokes(format)
              const tries = Array.from({ length: worst }, (_, i) => worst - i)
              const found = tries.find(strokes => gains(machineId, scoreForStrokes(format, strokes)))
              expect(least).toBe(found ?? null)
            } else if (format.kind === 'bowling') {
              const values = Array.from({ length: TARGET + 1 }, (_, i) => i + 1)
              expect(least).toBe(values.find(value => gains(machineId, { value })) ?? null)
            } else {
              const values = [...Array.from({ length: 14 }, (_, i) => i + 1), Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]
              expect(least).toBe(values.find(value => gains(machineId, { value })) ?? null)
            }
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

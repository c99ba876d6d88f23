import { describe, expect, it } from 'vitest'
import { isSameScoreEntry, type MachineResult, type StandingsEntry } from './standings-entry.ts'

const machine: Required<MachineResult> = {
  machineId: 'm',
  attemptId: 'a',
  value: 1,
  rank: 1,
  counted: true,
  points: 1,
  strokes: 1,
  strikes: 1,
}
const entry: Required<StandingsEntry> = {
  entrantId: 'e',
  rank: 1,
  tieBreak: 1,
  points: 1,
  strokes: 1,
  strikes: 1,
  playoff: true,
  outIn: 1,
  rankKey: { sortValue: 1, places: [1] },
  decidedBy: { by: 'wins', own: 1, other: 2 },
  machines: [machine],
  games: [],
  adjustments: [],
}

const changed = (value: unknown): unknown => (typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value} 2`)

describe('a row of the standings of scores', () => {
  const { decidedBy, games, rankKey, adjustments: _, ...ofScores } = entry

  it('is the same with the same figures', () => {
    expect(isSameScoreEntry(ofScores, structuredClone(ofScores))).toBe(true)
    expect(isSameScoreEntry(ofScores, { ...ofScores, machines: [] })).toBe(false)
  })

  it('is another one if any of its fields differs', () => {
    for (const key of ['rank', 'tieBreak', 'points', 'strokes', 'strikes', 'playoff', 'outIn'] as const)
      expect(isSameScoreEntry(ofScores, { ...ofScores, [key]: changed(ofScores[key]) }), key).toBe(false)
    expect(isSameScoreEntry(ofScores, { ...ofScores, decidedBy })).toBe(false)
    expect(isSameScoreEntry(ofScores, { ...ofScores, games })).toBe(false)
    expect(isSameScoreEntry({ ...ofScores, rankKey }, ofScores)).toBe(false)
  })

  it('is another one if other adjustments count', () => {
    const adjustment = { entrantId: 'e', amount: 1, afterRound: 0, reason: 'why' }
    const adjusted = { ...ofScores, adjustments: [adjustment] }
    expect(isSameScoreEntry(adjusted, { ...ofScores, adjustments: [adjustment] })).toBe(true)
    expect(isSameScoreEntry(adjusted, ofScores)).toBe(false)
    expect(isSameScoreEntry(adjusted, { ...ofScores, adjustments: [{ ...adjustment, reason: 'else' }] })).toBe(false)
  })

  it('is another one if any figure of a machine differs', () => {
    for (const key of Object.keys(machine) as (keyof MachineResult)[])
      expect(isSameScoreEntry(ofScores, { ...ofScores, machines: [{ ...machine, [key]: changed(machine[key]) }] }), key).toBe(false)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BestGame } from '../formats/best-game/rules.ts'
import type { Attempt, VoidWindow } from './attempt.ts'
import { type BestAttempt, betterAttempt, countingAttempts, isValid, voidWindowCovers } from './attempts.ts'
import { attemptsLeft } from './attempts-left.ts'
import type { ScoreRules } from './format-rules.ts'
import { attempts, windowLists } from './testing/arbitraries.ts'
import { scoresOf } from './testing/by-format.ts'

const threeAttempts: BestGame = { kind: 'best-game', points: 'papa', attemptsPerMachine: 3 }

const attempt = (id: string, at: number, value: number, more: Partial<Attempt> = {}): Attempt => ({
  id,
  entrantId: 'ann',
  machineId: 'm1',
  value,
  at,
  ...more,
})

const window = { id: 'w', machineId: 'm1', from: 10, to: 20 }
const attemptsInOrder = [attempt('a', 5, 100), attempt('b', 12, 900), attempt('c', 25, 300), attempt('d', 30, 400)]
const ids = (list: readonly Attempt[]): string[] => list.map(({ id }) => id)
const bestAttempt = (rules: ScoreRules, list: readonly Attempt[], windows: readonly VoidWindow[]): BestAttempt | null =>
  countingAttempts(rules, list, windows).reduce<BestAttempt | null>((best, each) => betterAttempt(rules, best, each), null)

describe('an attempt', () => {
  it('is valid unless it was rejected, voided, is pending or was played while the machine was broken', () => {
    expect(isValid(attempt('a', 12, 1), [])).toBe(true)
    for (const more of [{ rejected: true }, { voided: true }, { pending: true }]) expect(isValid(attempt('a', 12, 1, more), [])).toBe(false)
    expect(isValid(attempt('a', 12, 1), [window])).toBe(false)
    expect(isValid(attempt('a', 12, 1, { machineId: 'm2' }), [window])).toBe(true)
  })

  it('is covered by a window from its start (inclusive) to its end (exclusive)', () => {
    expect([9, 10, 19, 20].map(at => voidWindowCovers(window, { machineId: 'm1', at }))).toEqual([false, true, true, false])
  })
})

describe('attempts on a machine', () => {
  it('count up to the limit in the order in which they were played, and the best of them is the result', () => {
    expect(ids(countingAttempts(scoresOf(threeAttempts), attemptsInOrder, []))).toEqual(['a', 'b', 'c'])
    expect(bestAttempt(scoresOf(threeAttempts), attemptsInOrder, [])?.attempt.id).toBe('b')
    expect(attemptsLeft(scoresOf(threeAttempts), attemptsInOrder, [], 'm1')).toBe(0)
    expect(attemptsLeft(scoresOf(threeAttempts), attemptsInOrder.slice(0, 2), [], 'm1')).toBe(1)
    expect(attemptsLeft(scoresOf({ kind: 'high-score' }), attemptsInOrder, [], 'm1')).toBeNull()
  })

  it('do not use up the limit when voided: one beyond the limit then counts, until the void is undone', () => {
    expect(attemptsLeft(scoresOf(threeAttempts), attemptsInOrder.slice(0, 3), [window], 'm1')).toBe(1)
    expect(ids(countingAttempts(scoresOf(threeAttempts), attemptsInOrder, [window]))).toEqual(['a', 'c', 'd'])
    expect(bestAttempt(scoresOf(threeAttempts), attemptsInOrder, [window])?.attempt.id).toBe('d')
    expect(bestAttempt(scoresOf(threeAttempts), attemptsInOrder, [])?.attempt.id).toBe('b')
  })

  it('count up to the limit for each player on each machine', () => {
    const one: BestGame = { ...threeAttempts, attemptsPerMachine: 1 }
    const others = [
      attempt('e', 3, 1, { entrantId: 'bob' }),
      attempt('f', 4, 1, { machineId: 'm2' }),
      attempt('g', 5, 1, { machineId: 'm2' }),
    ]
    expect(ids(countingAttempts(scoresOf(one), [...attemptsInOrder, ...others], []))).toEqual(['e', 'f', 'a'])
  })

  it('that were played at the same time are ordered by id at the limit', () => {
    const one: BestGame = { ...threeAttempts, attemptsPerMachine: 1 }
    expect(ids(countingAttempts(scoresOf(one), [attempt('b', 1, 5), attempt('a', 1, 3)], []))).toEqual(['a'])
  })

  it('count the same whatever the order in which they arrived', () => {
    const lists = fc.uniqueArray(attempts, { selector: each => each.id, maxLength: 8 })
    fc.assert(
      fc.property(lists, windowLists, fc.infiniteStream(fc.nat()), (list, windows, keys) => {
        const shuffled = list
          .map(each => ({ each, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each)
        expect(bestAttempt(scoresOf(threeAttempts), shuffled, windows)).toEqual(bestAttempt(scoresOf(threeAttempts), list, windows))
        expect(attemptsLeft(scoresOf(threeAttempts), shuffled, windows, 'm1')).toBe(
          attemptsLeft(scoresOf(threeAttempts), list, windows, 'm1'),
        )
      }),
    )
  })

  it('have one best attempt: among equals the one with the higher value, then the earlier one', () => {
    const golf = { kind: 'pin-golf', balls: 3, missed: 'simple', targets: { m1: 50 } } as const
    const equal = [attempt('c', 2, 70, { strokes: 2 }), attempt('b', 1, 60, { strokes: 2 }), attempt('a', 3, 70, { strokes: 2 })]
    expect(bestAttempt(scoresOf(golf), equal, [])).toMatchObject({ sortValue: -2, attempt: { id: 'c' } })
    expect(bestAttempt(scoresOf(golf), [attempt('x', 1, 60, { machineId: 'm2' })], [])).toBeNull()
  })
})

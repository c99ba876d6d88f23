import { expect, it } from 'vitest'
import type { ModerationReason } from '#scores/contract/moderation.ts'
import { byUrgency, moderationStep, type PendingScore, unusualValueWarning } from './pending-score.ts'
import { queueInput } from './queue-input.ts'

it('requests one kind of waiting scores, or all if the address names no valid kind', () => {
  expect([queueInput({ state: 'disputed' }), queueInput({ state: 'everything' }), queueInput({})]).toEqual([
    { state: 'disputed', limit: 20 },
    { limit: 20 },
    { limit: 20 },
  ])
})

it('sorts the most urgent scores first, and among equally urgent ones the longest waiting first', () => {
  const one = (state: ModerationReason, receipt: number) => ({ score: { receipt }, waiting: { state } }) as PendingScore
  const all = [one('record', 1), one('disputed', 9), one('pictured', 5), one('disputed', 3), one('pictured', 4)]
  expect(all.sort(byUrgency).map(({ score }) => score.receipt)).toEqual([3, 9, 4, 5, 1])
})

it.each<[number, Parameters<typeof unusualValueWarning>[1], string | null]>([
  [1_000_000, { record: 100_000, typical: null }, '10 times the best of all other players. An extra zero?'],
  [300_000, { record: 100_000, typical: null }, null],
  [10, { record: null, typical: { from: 5000, to: 90_000 } }, 'Far lower than usual for this machine. Is a digit missing?'],
  [5000, { record: 100_000, typical: { from: 5000, to: 90_000 } }, null],
  [5, { record: null, typical: null }, null],
])('warns about %d compared with %j: %s', (value, facts, expected) => expect(unusualValueWarning(value, facts)).toBe(expected))

it('moves down with j and up with k, but not beyond the first and last card', () => {
  expect([
    moderationStep('j', 0, 3),
    moderationStep('j', 2, 3),
    moderationStep('k', 2, 3),
    moderationStep('k', 0, 3),
    moderationStep('x', 1, 3),
  ]).toEqual([1, null, 1, null, null])
})

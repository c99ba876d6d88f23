import { expect, it } from 'vitest'
import type { Waiting } from '../../features/scores/contract.ts'
import { byUrgency, moderationStep, oddity, type WaitingScore } from './pending-score.ts'
import { queueInput } from './queue-input.ts'

it('asks for one kind of what waits, or for all where the address names none that there is', () => {
  expect([queueInput({ state: 'disputed' }), queueInput({ state: 'everything' }), queueInput({})]).toEqual([
    { state: 'disputed', limit: 20 },
    { limit: 20 },
    { limit: 20 },
  ])
})

it('has the most urgent first, and among those the ones that wait longest', () => {
  const one = (state: Waiting, receipt: number) => ({ score: { receipt }, waiting: { state } }) as WaitingScore
  const all = [one('record', 1), one('disputed', 9), one('pictured', 5), one('disputed', 3), one('pictured', 4)]
  expect(all.sort(byUrgency).map(({ score }) => score.receipt)).toEqual([3, 9, 4, 5, 1])
})

it.each<[number, Parameters<typeof oddity>[1], string | null]>([
  [1_000_000, { record: 100_000, typical: null }, '10 times the best of everybody else. One zero too many?'],
  [300_000, { record: 100_000, typical: null }, null],
  [10, { record: null, typical: { from: 5000, to: 90_000 } }, 'Far below what this machine gives. A digit missing?'],
  [5000, { record: 100_000, typical: { from: 5000, to: 90_000 } }, null],
  [5, { record: null, typical: null }, null],
])('says of %d beside %j: %s', (value, facts, words) => expect(oddity(value, facts)).toBe(words))

it('goes down by j and up by k, and no further than there are cards', () => {
  expect([
    moderationStep('j', 0, 3),
    moderationStep('j', 2, 3),
    moderationStep('k', 2, 3),
    moderationStep('k', 0, 3),
    moderationStep('x', 1, 3),
  ]).toEqual([1, null, 1, null, null])
})

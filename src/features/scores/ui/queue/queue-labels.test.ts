import { expect, it } from 'vitest'
import { othersLabel, type QueueContextFacts, queueStateLabel, savedScoreLabel } from './queue-labels.ts'
import type { QueuedScore } from './queued-score.ts'

const item = (more: Partial<QueuedScore> = {}): QueuedScore => ({
  id: 'a',
  userId: 'ann',
  machineId: 'm',
  machineName: 'Medieval Madness',
  value: 1,
  achievedAt: new Date(1),
  typedAt: new Date(1),
  state: 'waiting',
  ...more,
})
const ANN: QueueContextFacts = { userId: 'ann', ready: true }
const OFFLINE: QueueContextFacts = { userId: 'ann', ready: false }
const OUT: QueueContextFacts = { userId: null, ready: false }
const PENDING: QueueContextFacts = { userId: undefined, ready: false }

it('a waiting score says what it waits for', () => {
  const text = (more: Partial<QueuedScore>, standing: QueueContextFacts) => queueStateLabel(item(more), standing).text
  expect(text({}, ANN)).toBe('Waiting for its turn.')
  expect(text({ reason: 'Busy.' }, ANN)).toBe('Busy. It is tried again by itself.')
  expect(text({ reason: 'Busy.' }, OFFLINE)).toBe('Waiting for a signal.')
  expect(text({}, PENDING)).toBe('Waiting for a signal.')
  expect(text({}, OUT)).toBe('Waiting. Sign in to send it.')
  expect(text({ userId: null }, OUT)).toBe('Waiting. Sign in to send it.')
  expect(text({ userId: null }, ANN)).toContain('Is it yours?')
})

it('every other state has its own label', () => {
  const text = (more: Partial<QueuedScore>) => queueStateLabel(item(more), ANN).text
  const answer = { scoreId: 'a', rank: 3, players: 12, personalBest: true, previousBest: null }
  expect(text({ state: 'accepted', answer })).toBe('On the board: number 3 of 12.')
  const below = { ...answer, rank: 1, personalBest: false, previousBest: 373_000_000 }
  expect(text({ state: 'accepted', answer: below })).toBe('On the board. Your best is still number 1 of 12.')
  expect(text({ state: 'refused', reason: 'There is no such machine.' })).toBe('There is no such machine.')
  expect(text({ state: 'mending', reason: 'There is no such machine.' })).toBe('Not mended yet. There is no such machine.')
  expect(text({ state: 'mending' })).toContain('Nothing is sent until you say so.')
  expect(text({ state: 'sending' })).toBe('On its way.')
})

it('a score that was just stored on the device says why, unless the device is offline', () => {
  expect(savedScoreLabel(item(), OFFLINE, true)).toBeUndefined()
  expect(savedScoreLabel(item({ reason: 'Busy.' }), ANN, true)).toBe('Busy. The score is safe on this device and goes up by itself.')
  expect(savedScoreLabel(item(), OFFLINE, false)).toContain('Leave this page open')
  expect(savedScoreLabel(item({ userId: null }), OUT, true)).toContain('Sign in')
})

it("only the number of other users' scores is shown", () => {
  expect(othersLabel(1, 'bob')).toBe('1 score of another player waits on this device.')
  expect(othersLabel(2, 'bob')).toBe('2 scores of another player wait on this device.')
  expect(othersLabel(1, null)).toBe('1 score waits on this device. Sign in to send it.')
  expect(othersLabel(2, undefined)).toBe('2 scores wait on this device.')
})

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
const ANN: QueueContextFacts = { userId: 'ann', username: 'ann', ready: true }
const OFFLINE: QueueContextFacts = { userId: 'ann', ready: false }
const OUT: QueueContextFacts = { userId: null, ready: false }
const PENDING: QueueContextFacts = { userId: undefined, ready: false }

it('a waiting score says what it waits for', () => {
  const text = (more: Partial<QueuedScore>, standing: QueueContextFacts) => queueStateLabel(item(more), standing).text
  expect(text({}, ANN)).toBe('In queue.')
  expect(text({ reason: 'Busy.' }, ANN)).toBe('Busy. We’ll retry automatically.')
  expect(text({ reason: 'Busy.' }, OFFLINE)).toBe('Waiting for a connection.')
  expect(text({}, PENDING)).toBe('Waiting for a connection.')
  expect(text({}, OUT)).toBe('Sign in to send it.')
  expect(text({ userId: null }, OUT)).toBe('Sign in to send it.')
  expect(text({ userId: null }, ANN)).toBe('Saved before you signed in. Post it as ann?')
})

it('every other state has its own label', () => {
  const text = (more: Partial<QueuedScore>) => queueStateLabel(item(more), ANN).text
  const answer = { scoreId: 'a', rank: 3, players: 12, personalBest: true, previousBest: null }
  expect(text({ state: 'accepted', answer })).toBe('On the board: #3 of 12.')
  const below = { ...answer, rank: 1, personalBest: false, previousBest: 373_000_000 }
  expect(text({ state: 'accepted', answer: below })).toBe('On the board. Your best is still #1 of 12.')
  expect(text({ state: 'refused', reason: 'There is no such machine.' })).toBe('There is no such machine.')
  expect(text({ state: 'editing', reason: 'There is no such machine.' })).toBe('Not fixed yet. There is no such machine.')
  expect(text({ state: 'editing' })).toContain('until you resume')
  expect(text({ state: 'sending' })).toBe('Sending…')
})

it('a score that was just stored on the device says why, unless the device is offline', () => {
  expect(savedScoreLabel(item(), OFFLINE, true)).toBeUndefined()
  expect(savedScoreLabel(item({ reason: 'Busy.' }), ANN, true)).toBe('Busy. It’s saved on this device and will be sent automatically.')
  expect(savedScoreLabel(item(), OFFLINE, false)).toContain('Keep this page open')
  expect(savedScoreLabel(item({ userId: null }), OUT, true)).toContain('Sign in')
})

it("only the number of other users' scores is shown", () => {
  expect(othersLabel(1, 'bob')).toBe('1 score by another player on this device hasn’t been sent yet.')
  expect(othersLabel(2, 'bob')).toBe('2 scores by another player on this device haven’t been sent yet.')
  expect(othersLabel(1, null)).toBe('1 score on this device hasn’t been sent yet. Sign in to send it.')
  expect(othersLabel(2, undefined)).toBe('2 scores on this device haven’t been sent yet.')
})

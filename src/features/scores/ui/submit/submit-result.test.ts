import { expect, test } from 'vitest'
import { plainNumber } from '../../../../platform/ui/format/ssr-format.ts'
import { resultLabels, type SubmitSummary } from './submit-result.ts'

const say = (outcome: SubmitSummary, value = 1_000_000) => resultLabels(outcome, value, plainNumber)

test('the top of the board is told before anything else', () => {
  expect(say({ rank: 1, players: 12, personalBest: true, previousBest: 900_000 })).toEqual({
    title: 'Grand champion!',
    text: '100,000 more than your best so far.',
  })
  expect(say({ rank: 1, players: 1, personalBest: true }).text).toBe('Nobody has ever scored higher here.')
})

test('a best of one’s own', () => {
  expect(say({ rank: 3, personalBest: true, previousBest: 1 }).title).toBe('On the podium!')
  expect(say({ rank: 30, personalBest: true, previousBest: 999_999 })).toEqual({
    title: 'Better than ever!',
    text: '1 more than your best so far.',
  })
  expect(say({ rank: 30, personalBest: true }).title).toBe('On the board!')
})

test('a game below one’s best is told kindly', () => {
  expect(say({ rank: 30, previousBest: 1_000_001 }).text).toBe('1 short of your best. Next ball.')
  expect(say({ rank: 30, previousBest: 1_000_000 }).text).toBe('It is on the board now.')
})

test('what waits for a signal promises no rank', () => {
  expect(say({ waiting: true }).text).toContain('safe on this device')
})

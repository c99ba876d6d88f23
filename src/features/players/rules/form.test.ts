import { expect, test } from 'vitest'
import { playerForm } from './form.ts'

const score = (receipt: number, percentile?: number) => ({
  _id: `score-${receipt}`,
  userId: 'ada',
  machineId: 'taxi',
  machineName: 'Taxi',
  value: 1000,
  receipt,
  ...(percentile === undefined ? {} : { percentile }),
})

test('a player’s form is the mean of the latest percentiles, oldest first', () => {
  const form = playerForm([score(3, 90), score(1, 10), score(2, 51)])
  expect(form.scores.map(({ receipt }) => receipt)).toEqual([1, 2, 3])
  expect(form.mean).toBe(50)
})

test('scores on machines that nobody else has played say nothing about it', () => {
  expect(playerForm([score(2), score(1, 40)])).toMatchObject({ scores: [{ receipt: 1 }], mean: 40 })
  expect(playerForm([score(1)])).toEqual({ scores: [], mean: null })
  expect(playerForm([])).toEqual({ scores: [], mean: null })
})

import { expect, it } from 'vitest'
import { rankLabel } from './rank-label.ts'

it.each([
  [1, 1, '#1 of 1'],
  [1, 100, '#1 of 100 · top 1%'],
  [2, 40, '#2 of 40 · top 5%'],
  [1, 39, '#1 of 39 · top 3%'],
  [20, 40, '#20 of 40 · top 50%'],
  [21, 40, '#21 of 40'],
  [1, 2, '#1 of 2 · top 50%'],
  [1500, 12_000, '#1,500 of 12,000 · top 13%'],
])('rank %i of %i is "%s"', (rank, players, label) => {
  expect(rankLabel(rank, players)).toBe(label)
})

import { expect, it } from 'vitest'
import type { LabelledStanding } from '../labels/standing-labels.ts'
import { listMachinePlaces } from './machine-results.ts'

const row = (displayName: string, ranks: Record<string, number>): LabelledStanding => ({
  _id: displayName,
  eventId: 'e',
  entrantId: displayName,
  displayName,
  rank: 1,
  points: 0,
  machines: Object.entries(ranks).map(([machineId, rank]) => ({ machineId, rank, value: 100 - rank, points: 0, counted: true })),
})

it('places on a machine are the ranks on that machine, not those in the standings; players who share a rank are sorted by name', () => {
  const rows = [row('Zoe', { a: 2, b: 1 }), row('Ann', { a: 2 }), row('Ben', { a: 1 }), row('Cleo', {})]
  expect(listMachinePlaces(rows, 'a').map(({ row, result }) => [row.displayName, result.rank])).toEqual([
    ['Ben', 1],
    ['Ann', 2],
    ['Zoe', 2],
  ])
  expect(listMachinePlaces(rows, 'c')).toEqual([])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventFormat } from '#events/formats/registry.ts'
import type { Round } from '#events/rules/rounds.ts'
import { layOutLines, linePath, ranksAfterRounds } from './round-lines.ts'

const played = (...orders: string[][]): Round => ({
  byes: [],
  groups: orders.map(order => ({ machineId: 'afm', entrantIds: [...order].sort(), order })),
})
const format: EventFormat = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 3, points: 'ifpa' }
const matchPlay = { format, machineIds: ['afm'] }

test('the ranks after each round count only the rounds so far, and ties share a rank', () => {
  const rounds = [played(['a', 'b'], ['c', 'd']), played(['a', 'c'], ['d', 'b'])]
  const ranks = ranksAfterRounds(matchPlay, ['a', 'b', 'c', 'd'], rounds)
  expect(ranks.map(column => Object.fromEntries(column))).toEqual([
    { a: 1, c: 1, b: 3, d: 3 },
    { a: 1, c: 2, d: 2, b: 4 },
  ])
})

describe('the lines', () => {
  const ranks = [
    new Map([
      ['a', 1],
      ['c', 1],
      ['b', 3],
      ['d', 3],
    ]),
    new Map([
      ['a', 1],
      ['c', 2],
      ['d', 2],
      ['b', 4],
    ]),
  ]

  test('of players who share a rank meet in the middle of their rows; after the last round each has a row', () => {
    expect(layOutLines(ranks, ['a', 'c', 'd', 'b'])).toEqual([
      { entrantId: 'a', y: [1, 0.5] },
      { entrantId: 'c', y: [1, 1.5] },
      { entrantId: 'd', y: [3, 2.5] },
      { entrantId: 'b', y: [3, 3.5] },
    ])
  })

  test('stay inside the rows if not everyone has a line, also of who was not ranked yet', () => {
    expect(layOutLines(ranks, ['a', 'b'])).toEqual([
      { entrantId: 'a', y: [1, 0.5] },
      { entrantId: 'b', y: [1.5, 1.5] },
    ])
    expect(layOutLines([new Map([['a', 1]]), new Map()], ['a', 'late'])[1]).toEqual({ entrantId: 'late', y: [0.5, 1.5] })
  })

  test('are inside the rows and symmetric for everyone who shares a rank', () => {
    const columns = fc.array(fc.array(fc.nat(5), { minLength: 12, maxLength: 12 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(columns, points => {
        const ids = Array.from({ length: 12 }, (_, i) => `p${i}`)
        const all = points.map(column => new Map(ids.map((id, i) => [id, 1 + column.filter(each => each > column[i]!).length])))
        const lines = layOutLines(all, ids)
        for (const { y } of lines) expect(y.every(each => each >= 0.5 && each <= 11.5)).toBe(true)
        // The rows of a round are all taken up: the sum of the places is that of 12 players without ties.
        for (let round = 0; round < all.length; round++) expect(lines.reduce((sum, { y }) => sum + y[round]!, 0)).toBeCloseTo(72)
      }),
    )
  })
})

test('a path goes through the places of the rounds that it covers', () => {
  expect(linePath([1, 2.5, 0.5], 0, 1)).toBe('M0 1C0.5 1 0.5 2.5 1 2.5')
  expect(linePath([1, 2.5, 0.5], 1, 2)).toBe('M1 2.5C1.5 2.5 1.5 0.5 2 0.5')
})

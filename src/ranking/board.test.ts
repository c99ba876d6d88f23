import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Board } from './board.ts'

const entry = fc.record({ value: fc.integer({ min: 1, max: 20 }), achievedAt: fc.integer({ min: 0, max: 5 }) })

describe('a board', () => {
  it('shares a rank between equal values, the earlier game first: 1, 2, 2, 4', () => {
    const board = new Board(0)
    for (const [id, value, achievedAt] of [
      ['a', 10, 1],
      ['b', 30, 1],
      ['c', 20, 2],
      ['d', 20, 1],
    ] as const)
      board.load({ id, value, achievedAt })
    expect(board.rows(10).map(row => row.id)).toEqual(['b', 'd', 'c', 'a'])
    expect(['b', 'd', 'c', 'a'].map(id => board.place(id)?.rank)).toEqual([1, 2, 2, 4])
    expect(board.place('c')).toMatchObject({ players: 4, percentile: 25 })
  })

  it('ends in the same state whatever the order and repetition of the changes', () => {
    const changes = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), best: fc.option(entry) }), { maxLength: 20 })
    fc.assert(
      fc.property(changes, fc.infiniteStream(fc.nat()), (list, stream) => {
        const numbered = list.map((item, i) => ({ ...item, version: i + 1 }))
        const straight = new Board(0)
        for (const { id, best, version } of numbered) straight.apply(id, best, version)
        const shuffled = [...numbered, ...numbered]
          .map(item => ({ item, key: stream.next().value as number }))
          .sort((a, b) => a.key - b.key)
        const board = new Board(0)
        for (const { item } of shuffled) board.apply(item.id, item.best, item.version)
        expect(board.rows(10)).toEqual(straight.rows(10))
      }),
    )
  })

  it('does not let a late change bring back a removed player', () => {
    const board = new Board(5)
    expect(board.apply('a', { value: 1, achievedAt: 1 }, 5)).toBe(false)
    expect(board.apply('a', { value: 1, achievedAt: 1 }, 7)).toBe(true)
    expect(board.apply('a', null, 8)).toBe(true)
    expect(board.apply('a', { value: 1, achievedAt: 1 }, 7)).toBe(false)
    expect(board.guarded).toBe(1)
    board.settle(8)
    expect(board.guarded).toBe(0)
    expect(board.apply('a', { value: 1, achievedAt: 1 }, 8)).toBe(false)
    expect(board.players).toBe(0)
  })

  it('knows its quantiles', () => {
    const board = new Board(0)
    for (let i = 1; i <= 11; i++) board.load({ id: `p${i}`, value: i * 10, achievedAt: 0 })
    expect([0, 0.1, 0.5, 1].map(share => board.quantile(share))).toEqual([10, 20, 60, 110])
    expect(new Board(0).quantile(0.5)).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Board } from './board.ts'
import type { RankedEntry } from './comparator.ts'
import { TopNWindow, type WindowDifference } from './top-n-diff.ts'

const step = fc.record({
  id: fc.constantFrom(...'abcdefgh'),
  best: fc.option(fc.record({ value: fc.integer({ min: 1, max: 6 }), achievedAt: fc.integer({ min: 0, max: 2 }) })),
})
const byId = (rows: Iterable<RankedEntry>): RankedEntry[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

/** The rows of a client that knew `seen` and is sent a difference. */
function told(seen: ReadonlyMap<string, RankedEntry>, { removed, added, changed }: WindowDifference): Map<string, RankedEntry> {
  const after = new Map(seen)
  for (const id of removed) expect(after.delete(id)).toBe(true)
  for (const row of added) expect(after.has(row.id)).toBe(false)
  for (const row of changed) expect(after.get(row.id)).not.toEqual(row)
  for (const row of changed) expect(after.has(row.id)).toBe(true)
  for (const row of [...added, ...changed]) after.set(row.id, row)
  return after
}

describe('the first rows of a board', () => {
  it('are compared to the same difference, whether all rows are read or one player’s change is followed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.record({ step, all: fc.boolean() }), { maxLength: 40 }), (limit, steps) => {
        const board = new Board(0)
        const window = new TopNWindow(limit)
        let seen = new Map<string, RankedEntry>()
        for (const [i, { step, all }] of steps.entries()) {
          board.apply(step.id, step.best, i + 1)
          seen = told(seen, all ? window.read(board) : window.follow(board, step.id))
          expect(byId(seen.values())).toEqual(byId(board.rows(limit)))
          expect([...window.ids()].sort()).toEqual([...seen.keys()].sort())
          for (const id of window.ids()) expect(window.get(id)).toEqual(seen.get(id))
        }
      }),
    )
  })

  it('has an empty difference when nothing has changed', () => {
    const board = new Board(0)
    board.apply('a', { value: 1, achievedAt: 1 }, 1)
    const window = new TopNWindow(3)
    window.read(board)
    expect(window.follow(board, 'a')).toEqual({ removed: [], added: [], changed: [] })
    expect(window.follow(board, 'b')).toEqual({ removed: [], added: [], changed: [] })
    expect(window.read(board)).toEqual({ removed: [], added: [], changed: [] })
  })
})

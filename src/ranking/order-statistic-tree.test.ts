import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareRankedEntries, type RankedEntry } from './comparator.ts'
import { OrderStatisticTree } from './order-statistic-tree.ts'

/** The reference implementation: a sorted array. */
class Model {
  rows: RankedEntry[] = []
  #lower(row: RankedEntry): number {
    let low = 0
    let high = this.rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareRankedEntries(this.rows[middle]!, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
  readonly byId = new Map<string, RankedEntry>()
  put(row: RankedEntry): void {
    this.remove(row.id)
    this.rows.splice(this.#lower(row), 0, row)
    this.byId.set(row.id, row)
  }
  remove(id: string): boolean {
    const row = this.byId.get(id)
    if (row === undefined) return false
    this.rows.splice(this.#lower(row), 1)
    return this.byId.delete(id)
  }
  place(id: string): { position: number; rank: number } | null {
    const row = this.byId.get(id)
    return row === undefined ? null : { position: this.#lower(row), rank: this.above(row.value) + 1 }
  }
  above(value: number): number {
    return this.#lower({ value, achievedAt: Number.NEGATIVE_INFINITY, id: '' })
  }
}

/** A seeded random generator: the same numbers in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

describe('the ranked set', () => {
  it('equals a sorted array over arbitrary short histories full of ties', () => {
    const id = fc.integer({ min: 0, max: 40 }).map(n => `p${n}`)
    const step = fc.oneof(
      fc.record({ put: id, value: fc.integer({ min: 1, max: 5 }), time: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ append: id, value: fc.integer({ min: 1, max: 5 }), time: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ remove: id }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), steps => {
        const set = new OrderStatisticTree()
        const model = new Model()
        for (const each of steps) {
          if ('put' in each) {
            set.put(each.put, each.value, each.time)
            model.put({ id: each.put, value: each.value, achievedAt: each.time })
          } else if ('append' in each) {
            set.append(each.append, each.value, each.time)
            model.put({ id: each.append, value: each.value, achievedAt: each.time })
          } else expect(set.remove(each.remove)).toBe(model.remove(each.remove))
        }
        expect(set.slice(0, set.size)).toEqual(model.rows)
        for (const [position, row] of model.rows.entries()) {
          expect(set.at(position)).toEqual(row)
          expect(set.getRankInfo(row.id)).toMatchObject({ position, rank: model.above(row.value) + 1 })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('equals a sorted array over half a million random operations', () => {
    const random = seeded(20_261_121)
    const set = new OrderStatisticTree()
    const model = new Model()
    const ids = 15_000
    for (let i = 0; i < 500_000; i++) {
      const id = `player-${Math.floor(random() * ids)}`
      const kind = random()
      // Phases of growth and shrinking alternate, so that leaves split, merge and are removed.
      const removing = i % 400_000 > 200_000 ? 0.6 : 0.15
      if (kind < removing * 0.6) {
        const [removed, expected] = [set.remove(id), model.remove(id)]
        if (removed !== expected) expect(removed).toBe(expected)
      } else if (kind < 0.6) {
        const row = { id, value: Math.ceil(10 ** (random() * 9)), achievedAt: Math.floor(random() * 1000) }
        set.put(id, row.value, row.achievedAt)
        model.put(row)
      } else if (kind < 0.8) {
        const expected = model.place(id)
        const place = set.getRankInfo(id)
        if (place?.position !== expected?.position || place?.rank !== expected?.rank) expect(place).toMatchObject(expected ?? {})
      } else if (kind < 0.9) {
        const position = Math.floor(random() * model.rows.length)
        if (set.at(position)?.id !== model.rows[position]?.id) expect(set.at(position)).toEqual(model.rows[position])
      } else {
        const value = Math.ceil(10 ** (random() * 9))
        if (set.countAbove(value) !== model.above(value)) expect(set.countAbove(value)).toBe(model.above(value))
      }
      if (i % 100_000 === 0) expect(set.slice(10, 60)).toEqual(model.rows.slice(10, 60))
    }
    expect(set.size).toBe(model.rows.length)
    expect(set.slice(0, set.size)).toEqual(model.rows)
  }, 120_000)

  it('takes entries in rising and in falling order, and gives all of them back', () => {
    for (const sign of [1, -1]) {
      const set = new OrderStatisticTree()
      for (let i = 0; i < 20_000; i++) set.put(`p${i}`, 100_000 + sign * i, 0)
      expect(set.getRankInfo('p0')?.rank).toBe(sign === 1 ? 20_000 : 1)
      for (let i = 0; i < 20_000; i++) expect(set.remove(`p${i}`)).toBe(true)
      expect(set.size).toBe(0)
      expect(set.slice(0, 10)).toEqual([])
      expect(set.countAbove(0)).toBe(0)
    }
  })

  it('takes a sorted list by appending, and is changed afterwards like any other', () => {
    const set = new OrderStatisticTree()
    const model = new Model()
    for (let i = 0; i < 20_000; i++) {
      const row = { id: `p${i}`, value: 100_000 - (i >> 2), achievedAt: i % 4 }
      set.append(row.id, row.value, row.achievedAt)
      model.rows.push(row)
      model.byId.set(row.id, row)
    }
    for (let i = 0; i < 20_000; i += 7) {
      set.put(`p${i}`, 100_000 - i, 9)
      model.put({ id: `p${i}`, value: 100_000 - i, achievedAt: 9 })
    }
    expect(set.slice(0, set.size)).toEqual(model.rows)
    for (const [position, { id }] of model.rows.entries()) if (position % 501 === 0) expect(set.getRankInfo(id)?.position).toBe(position)
  })

  it('returns nothing for positions and ids that do not exist', () => {
    const set = new OrderStatisticTree()
    expect([set.at(0), set.at(-1), set.at(0.5), set.getRankInfo('x'), set.remove('x')]).toEqual([null, null, null, null, false])
  })
})

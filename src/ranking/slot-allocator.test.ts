import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SlotAllocator } from './slot-allocator.ts'

/** More ids than one table holds, so that tables split. */
const MANY = 12_000
/** The most memory in bytes that may be added at a time: a segment, a table or the list of tables. */
const STEP = 200_000

describe('the slots of ids', () => {
  it('give every id a slot of its own, find it and its leaf again, and forget it, while tables split', () => {
    const ids = fc.oneof(
      fc.constant((n: number) => `p${n}`),
      // Ids with the same end and length have the same hash, so that splitting tables does not separate them.
      fc.constant((n: number) => `${String(n % 3000).padStart(6, '0')}-the-same-end-${n < 3000 ? '' : n}`),
      fc.integer({ min: 2, max: 2 ** 40 }).map(step => (n: number) => (n * step).toString(36)),
    )
    fc.assert(
      fc.property(ids, fc.integer({ min: 2, max: 9 }), (idOf, every) => {
        const slots = new SlotAllocator()
        const model = new Map<string, number>()
        const take = (n: number): void => {
          const slot = slots.take(idOf(n))
          slots.place(slot, n)
          model.set(idOf(n), slot)
        }
        for (let n = 0; n < MANY; n++) take(n)
        for (let n = 0; n < MANY; n += every) {
          slots.release(idOf(n), model.get(idOf(n))!)
          model.delete(idOf(n))
        }
        for (let n = 0; n < MANY; n += 2 * every) take(n)
        expect(new Set(model.values()).size).toBe(model.size)
        for (let n = 0; n < MANY; n++) {
          const slot = model.get(idOf(n))
          if (slots.findSlot(idOf(n)) !== slot) expect(slots.findSlot(idOf(n))).toBe(slot)
          if (slot !== undefined && slots.getLeaf(slot) !== n) expect(slots.getLeaf(slot)).toBe(n)
          if (slot !== undefined && slots.getId(slot) !== idOf(n)) expect(slots.getId(slot)).toBe(idOf(n))
        }
      }),
      { numRuns: 10 },
    )
  })

  it('use the slots of ids that left before they take new ones', () => {
    const slots = new SlotAllocator()
    const taken = ['a', 'b', 'c', 'd'].map(id => slots.take(id))
    slots.release('b', taken[1]!)
    slots.release('d', taken[3]!)
    expect([slots.take('e'), slots.take('f'), slots.take('g')]).toEqual([taken[3], taken[1], 4])
  })

  it('grow by small steps, however many there are', () => {
    const slots = new SlotAllocator()
    let before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < 300_000; n++) {
      slots.place(slots.take(`player-${n}`), n)
      if (n % 8 !== 0) continue
      const now = process.memoryUsage().arrayBuffers
      expect(now - before).toBeLessThan(STEP)
      before = now
    }
  })
})

import type { Inner } from './inner.ts'

export const LEAF_CAPACITY = 256

/** A run of neighbouring entries: their keys side by side, so that a search stays in a few cache lines. */
export class Leaf {
  readonly values = new Float64Array(LEAF_CAPACITY)
  readonly times = new Float64Array(LEAF_CAPACITY)
  readonly slots = new Uint32Array(LEAF_CAPACITY)
  /** its number in the set's table of leaves */
  readonly number: number
  count = 0
  parent: Inner | null = null

  constructor(number: number) {
    this.number = number
  }

  insertAt(place: number, value: number, time: number, slot: number): void {
    this.values.copyWithin(place + 1, place, this.count)
    this.times.copyWithin(place + 1, place, this.count)
    this.slots.copyWithin(place + 1, place, this.count)
    this.values[place] = value
    this.times[place] = time
    this.slots[place] = slot
    this.count++
  }

  removeAt(place: number): void {
    this.values.copyWithin(place, place + 1, this.count)
    this.times.copyWithin(place, place + 1, this.count)
    this.slots.copyWithin(place, place + 1, this.count)
    this.count--
  }

  /** Moves entries from `from` on to the end of `to`. */
  moveTail(from: number, to: Leaf): void {
    to.values.set(this.values.subarray(from, this.count), to.count)
    to.times.set(this.times.subarray(from, this.count), to.count)
    to.slots.set(this.slots.subarray(from, this.count), to.count)
    to.count += this.count - from
    this.count = from
  }
}

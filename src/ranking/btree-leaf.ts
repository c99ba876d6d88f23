import type { Inner } from './btree-inner.ts'
import type { RankedEntry } from './comparator.ts'
import type { Slots } from './slot-allocator.ts'

export const LEAF_CAPACITY = 128

/** The arrays of several leaves: a few large arrays cost less memory and are faster to access than small ones per leaf. */
export class Shelf {
  /** value and time of each entry, alternating */
  readonly keys: Float64Array
  readonly slots: Uint32Array

  constructor(leaves: number) {
    this.keys = new Float64Array(2 * leaves * LEAF_CAPACITY)
    this.slots = new Uint32Array(leaves * LEAF_CAPACITY)
  }
}

/** A run of neighbouring entries. Their keys are stored side by side, so that a search touches few cache lines. */
export class Leaf {
  readonly #keys: Float64Array
  readonly #slots: Uint32Array
  /** index of its first entry in the shared arrays */
  readonly #from: number
  /** its index in the tree's table of leaves */
  readonly number: number
  count = 0
  parent: Inner | null = null
  /** its index among its parent's children */
  place = 0

  /** @param nth its index on the shelf, 0 for the first */
  constructor(number: number, shelf: Shelf, nth: number) {
    this.#keys = shelf.keys
    this.#slots = shelf.slots
    this.#from = nth * LEAF_CAPACITY
    this.number = number
  }

  valueAt(place: number): number {
    return this.#keys[2 * (this.#from + place)]!
  }

  timeAt(place: number): number {
    return this.#keys[2 * (this.#from + place) + 1]!
  }

  slotAt(place: number): number {
    return this.#slots[this.#from + place]!
  }

  standingAt(place: number, slots: Slots): RankedEntry {
    const at = this.#from + place
    return { value: this.#keys[2 * at]!, achievedAt: this.#keys[2 * at + 1]!, id: slots.idOf(this.#slots[at]!) }
  }

  /** Returns the index of the slot, which must be in this leaf. */
  placeOf(slot: number): number {
    let at = this.#from
    while (this.#slots[at] !== slot) at++
    return at - this.#from
  }

  insertAt(place: number, value: number, time: number, slot: number): void {
    const at = this.#from + place
    this.#move(at, at + 1, this.#from + this.count)
    this.#keys[2 * at] = value
    this.#keys[2 * at + 1] = time
    this.#slots[at] = slot
    this.count++
  }

  removeAt(place: number): void {
    const at = this.#from + place
    this.#move(at + 1, at, this.#from + this.count)
    this.count--
  }

  /** Moves the entries from index `from` on to the end of `to`. */
  moveTail(from: number, to: Leaf): void {
    const start = this.#from + from
    const end = this.#from + this.count
    const at = to.#from + to.count
    to.#keys.set(this.#keys.subarray(2 * start, 2 * end), 2 * at)
    to.#slots.set(this.#slots.subarray(start, end), at)
    to.count += this.count - from
    this.count = from
  }

  /** Moves the entries between `from` and `end` to another index of the shared arrays. */
  #move(from: number, to: number, end: number): void {
    this.#keys.copyWithin(2 * to, 2 * from, 2 * end)
    this.#slots.copyWithin(to, from, end)
  }
}

import type { RankedEntry } from './comparator.ts'
import type { SlotAllocator } from './slot-allocator.ts'

/** entries of a leaf */
export const LEAF_CAPACITY = 128

/** children of an inner node */
export const INNER_CAPACITY = 64

export type Node = Leaf | Inner

/** The arrays of several leaves: a few large arrays cost less memory and are faster to access than small ones per leaf. */
export class ArrayPool {
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

  /** @param nth its index in the pool, 0 for the first */
  constructor(number: number, pool: ArrayPool, nth: number) {
    this.#keys = pool.keys
    this.#slots = pool.slots
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

  entryAt(place: number, slots: SlotAllocator): RankedEntry {
    const at = this.#from + place
    return { value: this.#keys[2 * at]!, achievedAt: this.#keys[2 * at + 1]!, id: slots.getId(this.#slots[at]!) }
  }

  /** Returns the index of the slot, which must be in this leaf. */
  indexOf(slot: number): number {
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

/**
 * An inner node of the tree; `count` is the number of entries below it. What a search needs of the children is stored here side by side, so
 * that it reads no child that it does not descend into.
 */
export class Inner {
  readonly children: Node[] = []
  /** per child, the number of entries below it */
  readonly counts: number[] = []
  /** per child, a value that separates it from the entries before it: no entry below it is higher, no entry before it is lower */
  readonly bounds: number[] = []
  count = 0
  parent: Inner | null = null
  /** its index among its parent's children */
  place = 0

  /** The number of entries below the children before `child`. */
  before({ place }: Node): number {
    let sum = 0
    for (let i = 0; i < place; i++) sum += this.counts[i]!
    return sum
  }

  /** Updates the counts after `by` entries were added below a child (negative: removed). */
  tally(child: Node, by: number): void {
    this.counts[child.place]! += by
    this.count += by
  }

  insert(place: number, child: Node, bound: number): void {
    this.children.splice(place, 0, child)
    this.counts.splice(place, 0, child.count)
    this.bounds.splice(place, 0, bound)
    child.parent = this
    this.#number(place)
  }

  remove(child: Node): void {
    const { place } = child
    this.children.splice(place, 1)
    this.counts.splice(place, 1)
    this.bounds.splice(place, 1)
    child.parent = null
    this.#number(place)
  }

  #number(from: number): void {
    for (let i = from; i < this.children.length; i++) this.children[i]!.place = i
  }
}

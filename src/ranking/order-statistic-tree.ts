import { ArrayPool, INNER_CAPACITY, Inner, LEAF_CAPACITY, Leaf, type Node } from './btree-nodes.ts'
import type { RankedEntry } from './comparator.ts'
import { SlotAllocator } from './slot-allocator.ts'

const POOL_LEAVES = 128

export interface RankInfo {
  /** 0 for the first */
  position: number
  /** 1 for the first; equal values share it */
  rank: number
  value: number
  achievedAt: number
}

/**
 * An order-statistic index with one entry per id: a counted B+ tree over typed arrays. `put`, `remove`, `getRankInfo`, `at` and `countAbove`
 * take O(log n), `slice` takes O(log n + rows). Order and ties are those of `compareRankedEntries`.
 */
export class OrderStatisticTree {
  readonly #slots = new SlotAllocator()
  readonly #leaves: Leaf[] = []
  readonly #freeLeaves: Leaf[] = []
  #pool = new ArrayPool(1)
  /** the number of the current pool's first leaf, and (`#poolLeaves`) how many leaves the pool has room for */
  #poolFrom = 0
  #poolLeaves = 1
  #root: Node

  constructor() {
    this.#root = this.#newLeaf()
  }

  get size(): number {
    return this.#root.count
  }

  has(id: string): boolean {
    return this.#slots.findSlot(id) !== undefined
  }

  /** Sets an id's entry, replacing any earlier one. */
  put(id: string, value: number, achievedAt: number): void {
    let slot = this.#slots.findSlot(id)
    if (slot !== undefined) {
      const leaf = this.#leaves[this.#slots.getLeaf(slot)]!
      const place = leaf.indexOf(slot)
      if (leaf.valueAt(place) === value && leaf.timeAt(place) === achievedAt) return
      this.#take(leaf, place)
    } else slot = this.#slots.take(id)
    const leaf = this.#leafFor(value, achievedAt, id)
    this.#insert(leaf, lowerBound(leaf, value, achievedAt, id, this.#slots), value, achievedAt, slot)
  }

  /** Does the same as `put`, and takes O(1) for an id without an entry that comes after all others, so that a sorted list loads in O(n). */
  append(id: string, value: number, achievedAt: number): void {
    const last = lastLeaf(this.#root)
    const isLast = last.count === 0 || precedes(last, last.count - 1, value, achievedAt, id, this.#slots)
    if (isLast && this.#slots.findSlot(id) === undefined) this.#insert(last, last.count, value, achievedAt, this.#slots.take(id))
    else this.put(id, value, achievedAt)
  }

  /** @returns false if the id had no entry */
  remove(id: string): boolean {
    const slot = this.#slots.findSlot(id)
    if (slot === undefined) return false
    const leaf = this.#leaves[this.#slots.getLeaf(slot)]!
    this.#take(leaf, leaf.indexOf(slot))
    this.#slots.release(id, slot)
    return true
  }

  /** The entry of an id, without its rank, which takes O(1). */
  get(id: string): Omit<RankedEntry, 'id'> | null {
    const found = this.#find(id)
    return found === null ? null : { value: found.leaf.valueAt(found.place), achievedAt: found.leaf.timeAt(found.place) }
  }

  getRankInfo(id: string): RankInfo | null {
    const found = this.#find(id)
    if (found === null) return null
    const { leaf, place } = found
    const value = leaf.valueAt(place)
    const position = before(leaf) + place
    let first = place
    while (first > 0 && leaf.valueAt(first - 1) === value) first--
    const above = first > 0 ? position - place + first : this.countAbove(value)
    return { position, rank: above + 1, value, achievedAt: leaf.timeAt(place) }
  }

  /** The number of entries with a higher value. */
  countAbove(value: number): number {
    const leaf = this.#leafFor(value, Number.NEGATIVE_INFINITY, '')
    return before(leaf) + lowerBound(leaf, value, Number.NEGATIVE_INFINITY, '', this.#slots)
  }

  /** @param position 0 for the first */
  at(position: number): RankedEntry | null {
    if (position < 0 || position >= this.size || !Number.isInteger(position)) return null
    const [leaf, place] = this.#seek(position)
    return leaf.entryAt(place, this.#slots)
  }

  /** The entries at positions `from` … `to` − 1, as far as they exist. */
  slice(from: number, to: number): RankedEntry[] {
    const first = Math.max(0, from)
    const last = Math.min(to, this.size)
    const rows: RankedEntry[] = []
    if (first >= last) return rows
    let [leaf, place]: [Leaf | null, number] = this.#seek(first)
    for (; leaf !== null && rows.length < last - first; leaf = next(leaf)) {
      const end = Math.min(leaf.count, place + last - first - rows.length)
      while (place < end) rows.push(leaf.entryAt(place++, this.#slots))
      place = 0
    }
    return rows
  }

  #find(id: string): { leaf: Leaf; place: number } | null {
    const slot = this.#slots.findSlot(id)
    if (slot === undefined) return null
    const leaf = this.#leaves[this.#slots.getLeaf(slot)]!
    return { leaf, place: leaf.indexOf(slot) }
  }

  #seek(position: number): [Leaf, number] {
    let node = this.#root
    let left = position
    while (node instanceof Inner) {
      const { counts } = node
      let i = 0
      while (left >= counts[i]!) left -= counts[i++]!
      node = node.children[i]!
    }
    return [node, left]
  }

  /** The leaf that contains the key, or into which it belongs. */
  #leafFor(value: number, time: number, id: string): Leaf {
    let node = this.#root
    while (node instanceof Inner) {
      let low = 0
      let high = node.children.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        const bound = node.bounds[middle]!
        if (bound > value || (bound === value && precedes(firstLeaf(node.children[middle]!), 0, value, time, id, this.#slots))) low = middle
        else high = middle - 1
      }
      node = node.children[low]!
    }
    return node
  }

  #insert(leaf: Leaf, place: number, value: number, time: number, slot: number): void {
    let into = leaf
    let at = place
    if (leaf.count === LEAF_CAPACITY) {
      const right = this.#split(leaf, place === LEAF_CAPACITY)
      if (place > leaf.count || (place === leaf.count && right.count === 0)) {
        into = right
        at = place - leaf.count
      }
    }
    into.insertAt(at, value, time, slot)
    this.#slots.place(slot, into.number)
    count(into, 1)
  }

  #take(leaf: Leaf, place: number): void {
    leaf.removeAt(place)
    count(leaf, -1)
    if (leaf.count < LEAF_CAPACITY / 4) this.#mergeLeaf(leaf)
  }

  /** @param atEnd true if the new entry comes last: the left leaf then stays full, which suits entries that arrive in order */
  #split(leaf: Leaf, atEnd: boolean): Leaf {
    const right = this.#newLeaf()
    const from = atEnd ? LEAF_CAPACITY : LEAF_CAPACITY / 2
    const bound = leaf.valueAt(Math.min(from, LEAF_CAPACITY - 1))
    leaf.moveTail(from, right)
    for (let i = 0; i < right.count; i++) this.#slots.place(right.slotAt(i), right.number)
    this.#attach(leaf, right, bound)
    return right
  }

  /** Inserts `right` as the next sibling of `left`; the entries of `right` are still included in the ancestors' counts. */
  #attach(left: Node, right: Node, bound: number): void {
    const { parent } = left
    if (parent === null) {
      const root = new Inner()
      root.insert(0, left, Number.POSITIVE_INFINITY)
      root.insert(1, right, bound)
      root.count = left.count + right.count
      this.#root = root
      return
    }
    const { place } = left
    parent.counts[place] = left.count
    parent.insert(place + 1, right, bound)
    if (parent.children.length <= INNER_CAPACITY) return
    const half = new Inner()
    const middle = INNER_CAPACITY / 2
    const bounds = parent.bounds.splice(middle)
    parent.counts.length = middle
    for (const [i, child] of parent.children.splice(middle).entries()) {
      half.insert(i, child, bounds[i]!)
      half.count += child.count
    }
    parent.count -= half.count
    this.#attach(parent, half, bounds[0]!)
  }

  #mergeLeaf(leaf: Leaf): void {
    const { parent } = leaf
    if (parent === null) return
    const { place } = leaf
    const left = parent.children[place - 1] as Leaf | undefined
    const right = parent.children[place + 1] as Leaf | undefined
    if (left !== undefined && left.count + leaf.count <= LEAF_CAPACITY / 2) this.#absorb(left, leaf)
    else if (right !== undefined && right.count + leaf.count <= LEAF_CAPACITY / 2) this.#absorb(leaf, right)
    else if (leaf.count === 0) this.#discard(leaf)
  }

  #absorb(left: Leaf, right: Leaf): void {
    for (let i = 0; i < right.count; i++) this.#slots.place(right.slotAt(i), left.number)
    const moved = right.count
    right.moveTail(0, left)
    left.parent!.tally(left, moved)
    right.parent!.tally(right, -moved)
    this.#discard(right)
  }

  #discard(leaf: Leaf): void {
    this.#freeLeaves.push(leaf)
    this.#detach(leaf)
  }

  #detach(node: Node): void {
    const { parent } = node
    if (parent === null) return
    parent.remove(node)
    if (parent.children.length === 0) this.#detach(parent)
    if (parent === this.#root && parent.children.length === 1) {
      this.#root = parent.children[0]!
      this.#root.parent = null
    }
  }

  #newLeaf(): Leaf {
    const free = this.#freeLeaves.pop()
    if (free !== undefined) return free
    const number = this.#leaves.length
    if (number === this.#poolFrom + this.#poolLeaves) {
      // As many leaves as exist already, up to a limit: a small board takes little memory, and a large one grows by small steps.
      this.#poolLeaves = Math.min(number, POOL_LEAVES)
      this.#poolFrom = number
      this.#pool = new ArrayPool(this.#poolLeaves)
    }
    const leaf = new Leaf(number, this.#pool, number - this.#poolFrom)
    this.#leaves.push(leaf)
    return leaf
  }
}

/** True if the entry at `place` comes before the key or equals it. */
function precedes(leaf: Leaf, place: number, value: number, time: number, id: string, slots: SlotAllocator): boolean {
  const other = leaf.valueAt(place)
  if (other !== value) return other > value
  const at = leaf.timeAt(place)
  if (at !== time) return at < time
  return slots.getId(leaf.slotAt(place)) <= id
}

/** The index of the first entry in a leaf that comes after the key. */
function lowerBound(leaf: Leaf, value: number, time: number, id: string, slots: SlotAllocator): number {
  let low = 0
  let high = leaf.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (precedes(leaf, middle, value, time, id, slots)) low = middle + 1
    else high = middle
  }
  return low
}

function firstLeaf(node: Node): Leaf {
  let at = node
  while (at instanceof Inner) at = at.children[0]!
  return at
}

function lastLeaf(node: Node): Leaf {
  let at = node
  while (at instanceof Inner) at = at.children.at(-1)!
  return at
}

function count(leaf: Leaf, by: number): void {
  let node: Node = leaf
  while (node.parent !== null) {
    node.parent.tally(node, by)
    node = node.parent
  }
}

/** The number of entries before a leaf. */
function before(leaf: Leaf): number {
  let sum = 0
  for (let node: Node = leaf; node.parent !== null; node = node.parent) sum += node.parent.before(node)
  return sum
}

function next(leaf: Leaf): Leaf | null {
  let node: Node = leaf
  while (node.parent !== null) {
    const sibling: Node | undefined = node.parent.children[node.place + 1]
    if (sibling !== undefined) return firstLeaf(sibling)
    node = node.parent
  }
  return null
}

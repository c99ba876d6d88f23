import type { Leaf } from './btree-leaf.ts'

export const INNER_CAPACITY = 64

export type Node = Leaf | Inner

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

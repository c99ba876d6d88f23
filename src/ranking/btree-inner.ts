import type { Leaf } from './btree-leaf.ts'

export const INNER_CAPACITY = 64

export type Node = Leaf | Inner

/**
 * A node of the tree above the leaves; `count` is how many entries stand below it. What a search asks of the children lies side by side here,
 * so that it reads no child it does not go into.
 */
export class Inner {
  readonly children: Node[] = []
  /** per child, how many entries stand below it */
  readonly counts: number[] = []
  /** per child, a value that no entry below it exceeds and that no entry before it goes below */
  readonly bounds: number[] = []
  count = 0
  parent: Inner | null = null
  /** where it stands among its parent's children */
  place = 0

  /** How many entries stand below children before `child`. */
  before({ place }: Node): number {
    let sum = 0
    for (let i = 0; i < place; i++) sum += this.counts[i]!
    return sum
  }

  /** One of a child's entries came or went. */
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

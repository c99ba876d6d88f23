import type { Leaf } from './leaf.ts'

export const INNER_CAPACITY = 32

export type Node = Leaf | Inner

/** A node of the tree above the leaves; `count` is how many entries stand below it. */
export class Inner {
  readonly children: Node[] = []
  count = 0
  parent: Inner | null = null

  /** How many entries stand below children before `child`. */
  before(child: Node): number {
    let sum = 0
    for (const each of this.children) {
      if (each === child) return sum
      sum += each.count
    }
    return sum
  }

  insertAfter(child: Node, added: Node): void {
    this.children.splice(this.children.indexOf(child) + 1, 0, added)
    added.parent = this
  }

  remove(child: Node): void {
    this.children.splice(this.children.indexOf(child), 1)
    child.parent = null
  }
}

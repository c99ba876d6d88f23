import type { Fields } from '../wire/ejson.ts'
import { differenceFrame } from './diff-fields.ts'
import type { Frame } from './frame.ts'

/** A change of one document; `frame` encodes it for a client that knew exactly `before`. `id` is in wire format. */
export interface Change {
  readonly collection: string
  readonly id: string
  readonly before: Fields | null
  readonly after: Fields | null
  readonly frame: Frame
}

/**
 * Changes that are delivered to observers together. While the batch is open, several changes of one document are merged into one.
 */
export class ChangeBatch {
  readonly #byDocument = new Map<string, Change>()
  #open = true

  get open(): boolean {
    return this.#open
  }

  /** Closes the batch, so that later changes go into a new one: an observer has received it, or joined after its changes. */
  close(): void {
    this.#open = false
  }

  /** Adds the changes of a later batch. */
  addAll(later: ChangeBatch): void {
    for (const change of later.changes()) this.add(change)
  }

  changes(): IterableIterator<Change> {
    return this.#byDocument.values()
  }

  add(change: Change): void {
    const { collection, id, after } = change
    const key = `${collection}\n${id}`
    const earlier = this.#byDocument.get(key)
    if (earlier === undefined) {
      this.#byDocument.set(key, change)
      return
    }
    const { before } = earlier
    const frame = differenceFrame(collection, id, before, after)
    if (frame === null) this.#byDocument.delete(key)
    else this.#byDocument.set(key, { collection, id, before, after, frame })
  }
}

/** Identifies a document among those of all collections. */
const documentKey = (collection: string, id: string): string => `${collection}\n${id}`

/**
 * Which subscription each document came with. The protocol does not say it, so it is read from the order of messages: a subscription's first
 * documents come directly before its `ready`. Of a document that several subscriptions supply, only the first one is known; of one that was
 * added later, none.
 */
export class Origins {
  readonly #keys = new Map<string, string>()
  #arrived: [collection: string, id: string][] = []

  /** A document was added while a subscription was waiting for its `ready`. */
  add(collection: string, id: string): void {
    this.#arrived.push([collection, id])
  }

  /** The subscription with this key is ready: what was added since the last one came with it. */
  attribute(key: string | undefined): void {
    if (key !== undefined) for (const [collection, id] of this.#arrived) this.set(collection, id, key)
    this.#arrived = []
  }

  set(collection: string, id: string, key: string): void {
    if (!this.#keys.has(documentKey(collection, id))) this.#keys.set(documentKey(collection, id), key)
  }

  remove(collection: string, id: string): void {
    this.#keys.delete(documentKey(collection, id))
  }

  /**
   * Returns which of these subscriptions a document came with; undefined: none of them. Where it is not known, a document counts as one of
   * theirs if all known documents of its collection are.
   */
  find(keys: ReadonlySet<string>, collection: string, id: string): string | undefined {
    const known = this.#keys.get(documentKey(collection, id))
    const all = known === undefined ? [...this.#keys].flatMap(([each, key]) => (each.startsWith(`${collection}\n`) ? [key] : [])) : [known]
    return all.every(key => keys.has(key)) ? all[0] : undefined
  }
}

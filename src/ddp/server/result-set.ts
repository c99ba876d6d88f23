import { encode, type Fields, type Json } from '../wire/ejson.ts'
import { addedText, removedText } from '../wire/encode.ts'
import { type DocId, idToWire } from '../wire/ids.ts'
import { differenceFrame } from './diff-fields.ts'
import { Frame } from './frame.ts'

/** A change of one document; `frame` encodes it for a client that knew exactly `before`. `id` is in wire format. */
export interface Change {
  readonly collection: string
  readonly id: string
  readonly before: Fields | null
  readonly after: Fields | null
  readonly frame: Frame
}

interface Entry {
  fields: Fields
  added: Frame | null
}

/** JSON with sorted keys, so that the same content gives the same text on every node. */
function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  return `{${Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonical(value[key]!)}`)
    .join(',')}}`
}

/**
 * A set of complete, immutable documents that any number of subscriptions may publish at once. Each change is encoded once for all of them.
 * Observers are called synchronously, so that no observer sees a document that the set no longer has.
 */
export class ResultSet {
  readonly #collections = new Map<string, Map<string, Entry>>()
  /** Each observer with the revision at which it joined: it needs no notification of a change that is being delivered at that moment. */
  readonly #observers = new Map<(change: Change) => void, number>()
  /** Changes that have not been delivered to every observer. A change made by an observer is queued behind the one being delivered. */
  readonly #pendingNotifications: { change: Change; revision: number }[] = []
  #revision = 0
  #disposed = false
  /** True if the documents may be out of date: the owner of the set is about to load them again. */
  stale = false
  #version: { revision: number; value: string } | null = null

  /** Grows with every change. */
  get revision(): number {
    return this.#revision
  }

  /** True if the documents are no longer kept up to date. */
  get disposed(): boolean {
    return this.#disposed
  }

  dispose(): void {
    this.#disposed = true
  }

  get observers(): number {
    return this.#observers.size
  }

  get size(): number {
    let size = 0
    for (const documents of this.#collections.values()) size += documents.size
    return size
  }

  get(collection: string, id: DocId): Fields | undefined {
    return this.#collections.get(collection)?.get(idToWire(id))?.fields
  }

  /** The names of the collections of which it has documents. */
  collections(): string[] {
    return [...this.#collections.keys()]
  }

  /** The ids (in wire format) of a collection's documents, in the order in which they were added. */
  ids(collection: string): string[] {
    return [...(this.#collections.get(collection)?.keys() ?? [])]
  }

  *entries(): IterableIterator<{ collection: string; id: string; fields: Fields; added: Frame }> {
    for (const [collection, documents] of this.#collections) {
      for (const [id, entry] of documents) {
        entry.added ??= new Frame(() => addedText(collection, id, entry.fields))
        yield { collection, id, fields: entry.fields, added: entry.added }
      }
    }
  }

  /** Puts a whole document in place of the old one; does nothing if they are equal. The caller must not change `fields` afterwards. */
  put(collection: string, id: DocId, fields: Fields): void {
    const key = idToWire(id)
    let documents = this.#collections.get(collection)
    const before = documents?.get(key)?.fields ?? null
    const frame = differenceFrame(collection, key, before, fields)
    if (frame === null) return
    if (documents === undefined) {
      documents = new Map()
      this.#collections.set(collection, documents)
    }
    documents.set(key, { fields, added: before === null ? frame : null })
    this.#notify({ collection, id: key, before, after: fields, frame })
  }

  remove(collection: string, id: DocId): void {
    this.#remove(collection, idToWire(id))
  }

  /** Makes a collection hold exactly these documents. */
  replace(collection: string, documents: ReadonlyMap<string, Fields>): void {
    const wanted = new Set([...documents.keys()].map(idToWire))
    for (const id of this.ids(collection)) if (!wanted.has(id)) this.#remove(collection, id)
    for (const [id, fields] of documents) this.put(collection, id, fields)
  }

  observe(observer: (change: Change) => void): () => void {
    this.#observers.set(observer, this.#revision)
    return () => void this.#observers.delete(observer)
  }

  /** The changes that are being delivered: an observer that leaves now may not have been notified of them. */
  get pendingChanges(): Change[] {
    return this.#pendingNotifications.map(({ change }) => change)
  }

  /** B10: a hash of the content, the same for the same documents on every node and after a restart. */
  version(hash: (text: string) => string): string {
    if (this.#version?.revision !== this.#revision) {
      const lines: string[] = []
      for (const [collection, documents] of this.#collections) {
        for (const [id, { fields }] of documents) {
          const { _id, ...rest } = fields
          lines.push(`${JSON.stringify(collection)}${JSON.stringify(id)}${canonical(encode(rest))}`)
        }
      }
      this.#version = { revision: this.#revision, value: hash(lines.sort().join('\n')) }
    }
    return this.#version.value
  }

  #remove(collection: string, id: string): void {
    const documents = this.#collections.get(collection)
    const entry = documents?.get(id)
    if (documents === undefined || entry === undefined) return
    documents.delete(id)
    if (documents.size === 0) this.#collections.delete(collection)
    this.#notify({ collection, id, before: entry.fields, after: null, frame: new Frame(() => removedText(collection, id)) })
  }

  #notify(change: Change): void {
    this.#pendingNotifications.push({ change, revision: ++this.#revision })
    if (this.#pendingNotifications.length > 1) return
    try {
      for (let i = 0; i < this.#pendingNotifications.length; i++) {
        const pending = this.#pendingNotifications[i]!
        for (const [observer, joinedAt] of this.#observers) if (joinedAt < pending.revision) observer(pending.change)
      }
    } finally {
      this.#pendingNotifications.length = 0
    }
  }
}

import type { Ejson, Fields } from '../wire/ejson.ts'
import { ObjectId } from '../wire/ejson.ts'
import { type DocId, idFromWire, idToWire } from '../wire/ids.ts'

export type Doc = Fields & { readonly _id: DocId }

/** The documents of one collection that this client has. Documents are immutable: a changed document is a new object. */
export class Collection {
  /** null: a local collection, which no subscription fills */
  readonly name: string | null
  readonly #documents = new Map<string, Doc>()
  readonly #listeners = new Set<() => void>()
  readonly #onChange: (collection: Collection) => void
  #version = 0

  constructor(name: string | null, onChange: (collection: Collection) => void) {
    this.name = name
    this.#onChange = onChange
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#documents.size
  }

  get(id: DocId): Doc | undefined {
    return this.#documents.get(idToWire(id))
  }

  all(): Doc[] {
    return [...this.#documents.values()]
  }

  /** The listener is called after changes, once for all changes of a turn. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * D3: inserts a document into a local collection.
   * @throws TypeError for an id that is neither a non-empty string nor an object id, and for an id that already exists
   */
  insert(document: { readonly _id: Ejson } & Fields): void {
    const { _id } = document
    if (!(_id instanceof ObjectId) && (typeof _id !== 'string' || _id === ''))
      throw new TypeError('Document ids are non-empty strings or object ids')
    if (this.#documents.has(idToWire(_id))) throw new TypeError(`There is already a document with the id ${idToWire(_id)}`)
    this.write(idToWire(_id), document)
  }

  /** Writes the whole document under its id in wire format; null removes it. For `DocumentMirror`. */
  write(wireId: string, fields: Fields | null): void {
    if (fields !== null) return this.put(wireId, { ...fields, _id: idFromWire(wireId) })
    if (this.#documents.delete(wireId)) this.#changed()
  }

  /** Writes a document as it is, under its id in wire format. */
  put(wireId: string, document: Doc): void {
    this.#documents.set(wireId, document)
    this.#changed()
  }

  #changed(): void {
    this.#version++
    this.#onChange(this)
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The collections of one client (rules D1–D5). */
export class DocumentStore {
  readonly #collections = new Map<string, Collection>()
  readonly #defined = new Set<string>()
  readonly #soon: (notify: () => void) => void
  #changed = new Set<Collection>()

  /** @param soon runs a function once, soon; in a browser before the next paint */
  constructor(soon: (notify: () => void) => void) {
    this.#soon = soon
  }

  /**
   * D1, D2: defines a collection by its name, or a local one if the name is null. A name can be defined only once.
   * @throws TypeError for a name that is neither text nor null; Error `There is already a collection named {name}`
   */
  define(name: string | null): Collection {
    if (name === null) return new Collection(null, collection => this.#markChanged(collection))
    if (typeof name !== 'string') throw new TypeError('A collection name is a string or null')
    if (this.#defined.has(name)) throw new Error(`There is already a collection named ${name}`)
    this.#defined.add(name)
    return this.collection(name)
  }

  /** Returns the collection of that name; creates it on first use. */
  collection(name: string): Collection {
    let collection = this.#collections.get(name)
    if (collection === undefined) {
      collection = new Collection(name, changed => this.#markChanged(changed))
      this.#collections.set(name, collection)
    }
    return collection
  }

  collections(): Collection[] {
    return [...this.#collections.values()]
  }

  #markChanged(collection: Collection): void {
    const isScheduled = this.#changed.size > 0
    this.#changed.add(collection)
    if (isScheduled) return
    this.#soon(() => {
      const changed = this.#changed
      this.#changed = new Set()
      for (const each of changed) each.notify()
    })
  }
}

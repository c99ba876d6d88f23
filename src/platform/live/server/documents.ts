import type { ResultSet } from '#ddp/server/result-set.ts'
import type { Fields } from '#ddp/wire/ejson.ts'

/** Documents by collection, then by id. */
export type DocumentsByCollection = Readonly<Record<string, Iterable<readonly [id: string, fields: Fields]>>>

/** Changes the documents of a view. The caller must not change `fields` after it has passed them. */
export interface DocumentWriter {
  get(collection: string, id: string): Fields | undefined
  /** returns the ids of a collection's documents */
  ids(collection: string): string[]
  put(collection: string, id: string, fields: Fields): void
  remove(collection: string, id: string): void
}

/** Removes all documents of these collections. @returns true, by which a rule of a live query has them read again */
export function removeAll(documents: DocumentWriter, ...collections: readonly string[]): true {
  for (const collection of collections) for (const id of documents.ids(collection)) documents.remove(collection, id)
  return true
}

/** Holds documents until `publish` makes them visible: what a load has read, with the changes that came meanwhile. */
export class DocumentBuffer implements DocumentWriter {
  readonly #collections = new Map<string, Map<string, Fields>>()

  constructor(documents: DocumentsByCollection) {
    for (const [collection, entries] of Object.entries(documents)) this.#collections.set(collection, new Map(entries))
  }

  get(collection: string, id: string): Fields | undefined {
    return this.#collections.get(collection)?.get(id)
  }

  ids(collection: string): string[] {
    return [...(this.#collections.get(collection)?.keys() ?? [])]
  }

  put(collection: string, id: string, fields: Fields): void {
    const documents = this.#collections.get(collection)
    if (documents === undefined) this.#collections.set(collection, new Map([[id, fields]]))
    else documents.set(id, fields)
  }

  remove(collection: string, id: string): void {
    this.#collections.get(collection)?.delete(id)
  }

  /** Makes the set hold exactly these documents. */
  publish(set: ResultSet): void {
    const removed = set.collections().filter(collection => !this.#collections.has(collection))
    for (const collection of removed) set.replace(collection, new Map())
    for (const [collection, documents] of this.#collections) set.replace(collection, documents)
  }
}

/** Gathers changes of a set's documents until `publish` makes what they amount to visible: each document changes once at most. */
export class DocumentChanges implements DocumentWriter {
  readonly #set: ResultSet
  /** by collection and id; null: the document is removed */
  readonly #changed = new Map<string, Map<string, Fields | null>>()
  /** by collection, of those whose ids were asked for: the ids with the changes, since many changes in a row ask for them */
  readonly #ids = new Map<string, Set<string>>()

  constructor(set: ResultSet) {
    this.#set = set
  }

  get(collection: string, id: string): Fields | undefined {
    const changed = this.#changed.get(collection)?.get(id)
    return changed === undefined ? this.#set.get(collection, id) : (changed ?? undefined)
  }

  ids(collection: string): string[] {
    const known = this.#ids.get(collection)
    if (known !== undefined) return [...known]
    const ids = new Set(this.#set.ids(collection))
    for (const [id, fields] of this.#changed.get(collection) ?? [])
      if (fields === null) ids.delete(id)
      else ids.add(id)
    this.#ids.set(collection, ids)
    return [...ids]
  }

  put(collection: string, id: string, fields: Fields): void {
    this.#write(collection, id, fields)
  }

  remove(collection: string, id: string): void {
    this.#write(collection, id, null)
  }

  publish(): void {
    for (const [collection, documents] of this.#changed)
      for (const [id, fields] of documents)
        if (fields === null) this.#set.remove(collection, id)
        else this.#set.put(collection, id, fields)
    this.#changed.clear()
    this.#ids.clear()
  }

  #write(collection: string, id: string, fields: Fields | null): void {
    const documents = this.#changed.get(collection)
    if (documents === undefined) this.#changed.set(collection, new Map([[id, fields]]))
    else documents.set(id, fields)
    if (fields === null) this.#ids.get(collection)?.delete(id)
    else this.#ids.get(collection)?.add(id)
  }
}

/**
 * How many bytes of memory a character of a document's JSON takes, with the document's encoded frame, its keys and its places in maps: 300
 * pages of 100 scores took 190 kB each, and their JSON has 68 (27 November 2026, Node 20).
 */
const BYTES_PER_CHARACTER = 3

/** Estimates the bytes that a set's documents take in memory, by the JSON of up to three documents of each collection. */
export function estimateBytes(set: ResultSet): number {
  let bytes = 0
  for (const collection of set.collections()) {
    const ids = set.ids(collection)
    const sample = [...new Set([0, ids.length >> 1, ids.length - 1])].flatMap(index => set.get(collection, ids[index]!) ?? [])
    const text = sample.reduce<number>((length, fields) => length + JSON.stringify(fields).length, 0)
    bytes += (text / Math.max(1, sample.length)) * BYTES_PER_CHARACTER * ids.length
  }
  return Math.round(bytes)
}

import { encode, type Fields, type Json } from '../wire/ejson.ts'
import { addedText, removedText } from '../wire/encode.ts'
import { type DocId, idToWire } from '../wire/ids.ts'
import { type Change, ChangeBatch } from './change-batch.ts'
import type { Deliverable, DeliveryQueue } from './delivery-queue.ts'
import { differenceFrame } from './diff-fields.ts'
import { Frame } from './frame.ts'

/** Called with each change, or with what several changes of a document amount to. */
export type Observer = (change: Change) => void

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
 * Observers are called synchronously. Only if there are many, a delivery queue calls them, some at a time. Until an observer has been called,
 * it counts on the documents as they were.
 */
export class ResultSet implements Deliverable {
  readonly #collections = new Map<string, Map<string, Entry>>()
  /** By observer, the number of the first batch that it has not been given. Batches before it joined do not concern it. */
  readonly #observers = new Map<Observer, number>()
  readonly #deliveries: DeliveryQueue | null
  /** The changes that some observers have not been given, oldest first. Only the last batch may be open. */
  readonly #batches: ChangeBatch[] = []
  /** the number of the first of `#batches` */
  #firstBatch = 0
  /** The delivery that is under way: the observers that come next, and the number of the next batch when it began. */
  #delivery: { observers: IterableIterator<[Observer, number]>; end: number } | null = null
  /** What the last observer was given: the batches from a number up to another, merged. */
  #merged: { from: number; to: number; batch: ChangeBatch; changes: readonly Change[] } | null = null
  #revision = 0
  #disposed = false
  /** True if the documents may be out of date: the owner of the set is about to load them again. */
  stale = false
  /** True if changes wait until somebody asks for the documents. */
  behind = false
  /** How many ms a rendered page may lack documents that were added since. */
  lag = 0
  /** Since this revision documents were only added. A page of an earlier one is not shown, whatever `lag` says. */
  leastRevision = 0
  #version: { revision: number; value: string } | null = null

  /** @param deliveries calls the observers if there are many; null: they are always called at once */
  constructor(deliveries: DeliveryQueue | null = null) {
    this.#deliveries = deliveries
  }

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

  /** Adds an observer of the changes from now on. @returns removes it */
  observe(observer: Observer): () => void {
    this.#observers.set(observer, this.#closeBatch())
    return () => void this.#observers.delete(observer)
  }

  /** Gives an observer the changes that it has not been given yet. */
  catchUp(observer: Observer): void {
    const position = this.#observers.get(observer)
    if (position === undefined || !this.hasUndelivered) return
    const end = this.#closeBatch()
    if (position < end) this.#deliver(observer, position, end)
  }

  /** The changes that some observers have not been given: an observer that leaves now may still count on what the documents were before. */
  undelivered(): Change[] {
    return this.#batches.flatMap(batch => [...batch.changes()])
  }

  get hasUndelivered(): boolean {
    return this.#batches.length > 0
  }

  deliverTo(observers: number): boolean {
    const end = this.#closeBatch()
    this.#delivery ??= { observers: this.#observers.entries(), end }
    const delivery = this.#delivery
    try {
      for (let left = observers; left > 0; left--) {
        const next = delivery.observers.next()
        if (next.done) {
          this.#batches.splice(0, delivery.end - this.#firstBatch)
          this.#firstBatch = delivery.end
          this.#delivery = null
          this.#merged = null
          return true
        }
        const [observer, position] = next.value
        if (position < end) this.#deliver(observer, position, end)
      }
      return false
    } catch (error) {
      this.#delivery = null
      throw error
    }
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
    this.#revision++
    let batch = this.#batches.at(-1)
    if (batch === undefined || !batch.open) {
      batch = new ChangeBatch()
      this.#batches.push(batch)
    }
    batch.add(change)
    if (this.#deliveries !== null && this.#observers.size > this.#deliveries.observersAtOnce) this.#deliveries.schedule(this)
    // A change that an observer makes is delivered after the one that is being delivered.
    else if (this.#delivery === null) while (this.hasUndelivered) this.deliverTo(Number.POSITIVE_INFINITY)
  }

  /** Closes the open batch, if there is one. @returns the number of the next batch */
  #closeBatch(): number {
    this.#batches.at(-1)?.close()
    return this.#firstBatch + this.#batches.length
  }

  #deliver(observer: Observer, from: number, to: number): void {
    this.#observers.set(observer, to)
    for (const change of this.#changesOf(from, to)) if (this.#observers.has(observer)) observer(change)
  }

  /**
   * Returns the merged changes of the batches `from`…`to`. Starts from the last merge if it begins at the same batch, because most
   * observers need exactly it, or it plus later batches.
   */
  #changesOf(from: number, to: number): readonly Change[] {
    const last = this.#merged?.from === from && this.#merged.to <= to ? this.#merged : null
    if (last?.to === to) return last.changes
    const batch = last?.batch ?? new ChangeBatch()
    for (const next of this.#batches.slice((last?.to ?? from) - this.#firstBatch, to - this.#firstBatch)) batch.addAll(next)
    const changes = [...batch.changes()]
    this.#merged = { from, to, batch, changes }
    return changes
  }
}

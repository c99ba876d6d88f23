import type { Fields } from '../wire/ejson.ts'
import { equal } from '../wire/equal.ts'
import type { ServerMessage } from '../wire/messages.ts'
import { Origins } from './origins.ts'
import type { DocumentStore } from './store.ts'

export type DataMessage = Extract<ServerMessage, { msg: 'added' | 'changed' | 'removed' }>

/** A document as a snapshot carries it; `id` is in wire format. */
export interface SnapshotDocument {
  collection: string
  id: string
  fields: Fields
}

type Documents = Map<string, Map<string, Fields>>

function getDocuments(all: Documents, collection: string): Map<string, Fields> {
  let documents = all.get(collection)
  if (documents === undefined) {
    documents = new Map()
    all.set(collection, documents)
  }
  return documents
}

function apply(all: Documents, message: DataMessage): void {
  const documents = getDocuments(all, message.collection)
  if (message.msg === 'removed') documents.delete(message.id)
  else if (message.msg === 'added') documents.set(message.id, { ...documents.get(message.id), ...message.fields })
  else {
    const fields: Record<string, Fields[string]> = { ...documents.get(message.id), ...message.fields }
    for (const key of message.cleared) delete fields[key]
    documents.set(message.id, fields)
  }
}

/**
 * The client's copy of the documents in the server's merge box. After a reconnect, documents are collected in a second copy; the old one
 * stays visible until quiescence, then the copies are swapped (rules Q1–Q4). Documents of a subscription that the server could not answer
 * are kept until it is answered (rule Q5).
 */
export class DocumentMirror {
  readonly #store: DocumentStore
  #documents: Documents = new Map()
  #pending: Documents | null = null
  #origins = new Origins()
  /** those of the documents in `#pending` */
  #pendingOrigins = new Origins()
  /** The documents that are kept although the server's merge box lacks them: for each collection their ids, with the keys of their subscriptions. */
  #kept = new Map<string, Map<string, string>>()
  /** what was removed directly before now, with nothing else in between */
  #justRemoved: SnapshotDocument[] = []

  constructor(store: DocumentStore) {
    this.#store = store
  }

  get isResyncing(): boolean {
    return this.#pending !== null
  }

  beginResync(): void {
    this.#pending = new Map()
    this.#pendingOrigins = new Origins()
  }

  /** @param isAwaited true: the message adds a document while a subscription is not ready yet, so it may be one of its first */
  applyMessage(message: DataMessage, isAwaited: boolean): void {
    const { collection, id } = message
    if (message.msg === 'removed') this.#newest.remove(collection, id)
    else if (isAwaited) this.#newest.add(collection, id)
    if (this.#pending !== null) {
      apply(this.#pending, message)
      return
    }
    if (message.msg === 'removed') {
      const fields = this.#documents.get(collection)?.get(id)
      if (fields !== undefined) this.#justRemoved.push({ collection, id, fields })
    } else this.forgetRemoved()
    // The server sends the whole of a document that its merge box lacks.
    if (this.#kept.get(collection)?.delete(id)) this.#documents.get(collection)?.delete(id)
    apply(this.#documents, message)
    this.#store.collection(collection).write(id, this.#documents.get(collection)?.get(id) ?? null)
  }

  /** A subscription is ready. @param key its name and parameters; undefined: it has been stopped meanwhile */
  onReady(key: string | undefined): void {
    this.forgetRemoved()
    this.#newest.attribute(key)
  }

  /** S12: adds the documents that a subscription held from a snapshot. Fields that the server has already sent keep their value. */
  seed(documents: readonly SnapshotDocument[], key: string): void {
    const all = this.#pending ?? this.#documents
    for (const { collection, id, fields } of documents) {
      this.#newest.set(collection, id, key)
      const existing = getDocuments(all, collection)
      const merged = { ...fields, ...existing.get(id) }
      existing.set(id, merged)
      if (this.#pending === null) this.#store.collection(collection).write(id, merged)
    }
  }

  /**
   * Replaces the old copy by the new one, which is complete, and writes the differences to the store.
   * @param failed keys of the subscriptions whose old documents are kept
   */
  swap(failed: ReadonlySet<string>): void {
    if (this.#pending === null) return
    const old = this.#documents
    const now = this.#pending
    const origins = this.#origins
    this.#pending = null
    this.#documents = now
    this.#origins = this.#pendingOrigins
    this.#kept = new Map()
    for (const [collection, documents] of old) {
      for (const [id, fields] of documents) {
        if (now.get(collection)?.has(id)) continue
        const key = origins.find(failed, collection, id)
        if (key === undefined) this.#store.collection(collection).write(id, null)
        else this.#keep(collection, id, fields, key)
      }
    }
    for (const [collection, documents] of now) {
      for (const [id, fields] of documents) {
        const before = old.get(collection)?.get(id)
        if (before === undefined || !equal(before, fields)) this.#store.collection(collection).write(id, fields)
      }
    }
  }

  /** A message has come after which what was removed belongs to no subscription that ends. */
  forgetRemoved(): void {
    this.#justRemoved = []
  }

  /** Puts back what was removed directly before a subscription's end (rule S5), as documents that are kept for it. */
  keepRemoved(key: string): void {
    for (const { collection, id, fields } of this.#justRemoved) this.#keep(collection, id, fields, key)
    this.forgetRemoved()
  }

  /** Removes the documents that are kept for a subscription. */
  release(key: string): void {
    for (const [collection, ids] of this.#kept) {
      for (const [id, owner] of ids) {
        if (owner !== key) continue
        ids.delete(id)
        this.#documents.get(collection)?.delete(id)
        this.#store.collection(collection).write(id, null)
      }
    }
  }

  #keep(collection: string, id: string, fields: Fields, key: string): void {
    getDocuments(this.#documents, collection).set(id, fields)
    this.#origins.set(collection, id, key)
    this.#kept.set(collection, (this.#kept.get(collection) ?? new Map<string, string>()).set(id, key))
    this.#store.collection(collection).write(id, fields)
  }

  get #newest(): Origins {
    return this.#pending === null ? this.#origins : this.#pendingOrigins
  }
}

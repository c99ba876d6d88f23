import type { Fields } from '../wire/ejson.ts'
import { equal } from '../wire/equal.ts'
import type { ServerMessage } from '../wire/messages.ts'
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
 * stays visible until quiescence, then the copies are swapped (rules Q1–Q4).
 */
export class DocumentMirror {
  readonly #store: DocumentStore
  #documents: Documents = new Map()
  #pending: Documents | null = null

  constructor(store: DocumentStore) {
    this.#store = store
  }

  get isResyncing(): boolean {
    return this.#pending !== null
  }

  beginResync(): void {
    this.#pending = new Map()
  }

  applyMessage(message: DataMessage): void {
    if (this.#pending !== null) {
      apply(this.#pending, message)
      return
    }
    apply(this.#documents, message)
    this.#store.collection(message.collection).write(message.id, this.#documents.get(message.collection)?.get(message.id) ?? null)
  }

  /** S12: adds the documents that the client held from a snapshot. Fields that the server has already sent keep their value. */
  seed(documents: readonly SnapshotDocument[]): void {
    const all = this.#pending ?? this.#documents
    for (const { collection, id, fields } of documents) {
      const existing = getDocuments(all, collection)
      const merged = { ...fields, ...existing.get(id) }
      existing.set(id, merged)
      if (this.#pending === null) this.#store.collection(collection).write(id, merged)
    }
  }

  /** Replaces the old copy by the new one, which is complete, and writes the differences to the store. */
  swap(): void {
    if (this.#pending === null) return
    const old = this.#documents
    const now = this.#pending
    this.#pending = null
    this.#documents = now
    for (const [collection, documents] of old) {
      for (const id of documents.keys()) if (!now.get(collection)?.has(id)) this.#store.collection(collection).write(id, null)
    }
    for (const [collection, documents] of now) {
      for (const [id, fields] of documents) {
        const before = old.get(collection)?.get(id)
        if (before === undefined || !equal(before, fields)) this.#store.collection(collection).write(id, fields)
      }
    }
  }
}

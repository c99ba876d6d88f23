import type { SnapshotDocument } from '#ddp/client/quiescence.ts'
import { type Doc, DocumentStore } from '#ddp/client/store.ts'
import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import type { Ejson, Fields } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { idFromWire } from '#ddp/wire/ids.ts'
import { type DataSource, subscriptionKey } from './data-source.ts'

export interface SourceSnapshot {
  name: string
  params: Ejson[]
  documents: readonly SnapshotDocument[]
  error: unknown
}

/** The documents of earlier pages by their fields, so that a document that has not changed is the same object in every page. */
const documentsByFields = new WeakMap<Fields, Doc>()

function documentOf(id: string, fields: Fields): Doc {
  const _id = idFromWire(id)
  const known = documentsByFields.get(fields)
  if (known?._id === _id) return known
  const document = { ...fields, _id }
  documentsByFields.set(fields, document)
  return document
}

/** Returns the fields of a document that two subscriptions have. Those of the first count; they are returned as they are if the second adds none. */
const merge = (first: Fields, second: Fields): Fields =>
  Object.keys(second).every(name => name in first) ? first : { ...second, ...first }

/** Returns the data source of a page that the server renders: snapshots of its subscriptions. */
export function createSnapshotDataSource(snapshots: readonly SourceSnapshot[]): DataSource {
  const store = new DocumentStore(() => {})
  const states = new Map<string, SubscriptionState>()
  const held = new Map<string, Fields>()
  for (const { name, params, documents, error } of snapshots) {
    for (const { collection, id, fields } of documents) {
      const key = `${collection} ${id}`
      const before = held.get(key)
      const all = before === undefined ? fields : merge(before, fields)
      held.set(key, all)
      store.collection(collection).put(id, documentOf(id, all))
    }
    states.set(subscriptionKey(name, params), error instanceof DdpError ? { state: 'failed', error } : { state: 'ready' })
  }
  const pending: SubscriptionState = { state: 'pending' }
  return {
    store,
    call: null,
    connection: null,
    slowAnswers: null,
    subscribe: (name, params) => ({
      state: () => states.get(subscriptionKey(name, params)) ?? pending,
      isAnswered: () => states.has(subscriptionKey(name, params)),
      listen: () => () => {},
    }),
  }
}

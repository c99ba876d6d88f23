import { DocumentMirror, type SnapshotDocument } from '../../ddp/client/quiescence.ts'
import { DocumentStore } from '../../ddp/client/store.ts'
import type { SubscriptionState } from '../../ddp/client/subscriptions.ts'
import type { Ejson } from '../../ddp/wire/ejson.ts'
import { DdpError } from '../../ddp/wire/error.ts'
import { type DataSource, watchKey } from './data-source.ts'

export interface SourceSnapshot {
  name: string
  params: Ejson[]
  documents: readonly SnapshotDocument[]
  error: unknown
}

/** Returns the data source of a page that the server renders: snapshots of its subscriptions. */
export function createSnapshotDataSource(snapshots: readonly SourceSnapshot[]): DataSource {
  const store = new DocumentStore(() => {})
  const mirror = new DocumentMirror(store)
  const states = new Map<string, SubscriptionState>()
  for (const { name, params, documents, error } of snapshots) {
    mirror.seed(documents)
    states.set(watchKey(name, params), error instanceof DdpError ? { state: 'failed', error } : { state: 'ready' })
  }
  const pending: SubscriptionState = { state: 'pending' }
  return {
    store,
    call: null,
    connection: null,
    watch: (name, params) => ({ state: () => states.get(watchKey(name, params)) ?? pending, listen: () => () => {} }),
  }
}

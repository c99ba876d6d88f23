import { LRUCache } from 'lru-cache'
import type { SubscriptionSnapshot } from '#ddp/server/server.ts'
import type { Ejson, Fields } from '#ddp/wire/ejson.ts'
import { DdpError, errorToWire } from '#ddp/wire/error.ts'
import { scriptJson } from './html-document.ts'
import { type PageParts, toUtf8 } from './page-parts.ts'

type SnapshotDocument = SubscriptionSnapshot['documents'][number]

const MAX_BYTES = 16_000_000

/**
 * Cache of documents' JSON, keyed by the identity of their fields object (documents are immutable). Evicts the least recently used.
 */
const encoded = new LRUCache<Fields, { collection: string; id: string; json: Uint8Array }>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ json }) => json.length,
})

function documentJson({ collection, id, fields }: SnapshotDocument): Uint8Array {
  const known = encoded.get(fields)
  if (known?.collection === collection && known.id === id) return known.json
  const json = toUtf8(scriptJson({ collection, id, fields: fields as Ejson }))
  encoded.set(fields, { collection, id, json })
  return json
}

/** Returns a JSON object with one more member, whose value is JSON already. */
const withMember = (object: Ejson, name: string, json: string): string => `${scriptJson(object).slice(0, -1)},"${name}":${json}}`

/** The data for hydration as JSON for a script element: `rest`, which is not empty, and the snapshots of the page's subscriptions. */
export function bootJson(rest: Ejson, snapshots: readonly SubscriptionSnapshot[], parts: PageParts): string {
  const all = snapshots.map(({ name, params, version, documents, error }) => {
    const about = { name, params, version, error: error instanceof DdpError ? (errorToWire(error) as unknown as Ejson) : null }
    return withMember(about, 'documents', `[${documents.map(document => parts.add(documentJson(document))).join(',')}]`)
  })
  return withMember(rest, 'snapshots', `[${all.join(',')}]`)
}

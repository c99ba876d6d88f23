import type { SubscriptionSnapshot } from '#ddp/server/server.ts'

/**
 * Returns what a publication shows, by collection, in its order: each document has its id as `_id`. A collection without documents is an empty
 * list, so that a program need not ask whether it is there.
 */
export function documentsJson(collections: readonly string[], { documents }: Pick<SubscriptionSnapshot, 'documents'>): string {
  const lists = new Map<string, object[]>(collections.map(collection => [collection, []]))
  const seen = new Set<string>()
  for (const { collection, id, fields } of documents) {
    // Several parts of a publication may have the same document.
    const key = `${collection} ${id}`
    if (seen.has(key)) continue
    seen.add(key)
    const list = lists.get(collection) ?? []
    lists.set(collection, list)
    list.push({ _id: id, ...fields })
  }
  return JSON.stringify(Object.fromEntries(lists))
}

import type { SubscriptionSnapshot } from '#ddp/server/server.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { PART_ROWS, type PublicationContract, type SortKey } from '#platform/live/contract.ts'

type Row = Fields & { _id: string }
type Lists = Map<string, Row[]>

/** What a publication shows, by collection. @property last the `_id` of the row after which the next part begins; null: nothing may follow */
export interface ListedDocuments {
  json: string
  last: string | null
}

/**
 * Returns what a publication shows: each document has its id as `_id`. A collection without documents is an empty list, so that a program need
 * not ask whether it is there. Lists that come in parts are sorted as their contract says, because what is kept up to date for watchers has new
 * documents at its end.
 * @param input the argument of the call
 */
export function listDocuments(
  { collections, terms: { parts } }: PublicationContract<unknown>,
  input: { limit?: number },
  { documents }: Pick<SubscriptionSnapshot, 'documents'>,
): ListedDocuments {
  const lists: Lists = new Map(collections.map(collection => [collection, []]))
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
  const order = parts?.order(input) ?? null
  if (parts !== undefined && order !== null) lists.set(parts.rows, sortRows(lists, parts.rows, order))
  // A part that is full may be followed by another one. Rows beyond the limit are out of turn: they come again in their place.
  const last = parts === undefined || order === null ? null : (lists.get(parts.rows)![(input.limit ?? PART_ROWS) - 1]?._id ?? null)
  return { json: JSON.stringify(Object.fromEntries(lists)), last }
}

/** Returns the rows in their order, which may depend on what other documents say of them. Those that are equal stay as they are. */
function sortRows(lists: Lists, collection: string, order: readonly SortKey[]): Row[] {
  const facts = new Map<string, Row>()
  for (const row of [...lists.values()].flat()) facts.set(row._id, { ...facts.get(row._id), ...row })
  return lists.get(collection)!.toSorted((a, b) => {
    for (const key of order) {
      const difference = compare(facts.get(a._id)!, facts.get(b._id)!, key)
      if (difference !== 0) return difference
    }
    return 0
  })
}

function compare(a: Row, b: Row, key: SortKey): number {
  if (typeof key === 'function') return Number(key(a)) - Number(key(b))
  if (key.startsWith('-')) return compare(b, a, key.slice(1))
  const [x, y] = [a[key]!, b[key]!]
  return x < y ? -1 : x > y ? 1 : 0
}

/** Returns the header by which a list goes on (RFC 8288): the same request, with another `before`. @param last as `listDocuments` returns it */
export function linkToNext({ pathname, searchParams }: URL, last: string): string {
  const query = new URLSearchParams(searchParams)
  query.set('before', last)
  return `<${pathname}?${query}>; rel="next"`
}

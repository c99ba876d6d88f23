import { ObjectId } from './ejson.ts'

/** A document's id within one process. */
export type DocId = string | ObjectId

const HEX24 = /^[0-9a-f]{24}$/

/** B9: an id as it stands in the `id` of a data message. */
export function idToWire(id: DocId): string {
  if (id instanceof ObjectId) return id.hex
  return id.startsWith('-') || id.startsWith('~') || id.startsWith('{') || HEX24.test(id) ? `-${id}` : id
}

/** The reverse of `idToWire`; a number, boolean or null id (`~` and JSON) stays in its wire spelling, since we never make one. */
export function idFromWire(wire: string): DocId {
  if (wire.startsWith('-')) return wire.slice(1)
  return HEX24.test(wire) ? new ObjectId(wire) : wire
}

/** One key a document, whatever the kind of its id. */
export const idKey = idToWire

import { ObjectId } from './ejson.ts'

/** A document's id within one process. */
export type DocId = string | ObjectId

const HEX24 = /^[0-9a-f]{24}$/

/** B9: converts an id to its form in the `id` of a data message. */
export function idToWire(id: DocId): string {
  if (id instanceof ObjectId) return id.hex
  return id.startsWith('-') || id.startsWith('~') || id.startsWith('{') || HEX24.test(id) ? `-${id}` : id
}

/**
 * The inverse of `idToWire`. Ids that are numbers, booleans or null (`~` and JSON) keep their wire format: this library never creates any.
 */
export function idFromWire(wire: string): DocId {
  if (wire.startsWith('-')) return wire.slice(1)
  return HEX24.test(wire) ? new ObjectId(wire) : wire
}

import { decode, type Ejson, type Json } from '../wire/ejson.ts'

/** The fields that a client knows, by `collection/id`. */
export type WireView = { [document: string]: { [field: string]: Ejson } }

/**
 * The documents that a strict client would hold after these texts.
 * @throws Error for a document added twice, one changed or removed that does not exist, or a message without effect
 */
export class WireModel {
  readonly #documents = new Map<string, Map<string, Ejson>>()

  apply(texts: readonly string[]): this {
    for (const text of texts) this.#apply(text)
    return this
  }

  get view(): WireView {
    return Object.fromEntries([...this.#documents].map(([key, fields]) => [key, Object.fromEntries(fields)]))
  }

  #apply(text: string): void {
    const message = JSON.parse(text) as { [key: string]: Json }
    const { msg, collection, id, cleared = [], ...rest } = message
    if (msg !== 'added' && msg !== 'changed' && msg !== 'removed') return
    const key = `${collection}/${id}`
    const before = this.#documents.get(key)
    if ((before === undefined) !== (msg === 'added')) throw new Error(`${text} does not fit what was there`)
    if (msg === 'removed') {
      if (Object.keys(message).join() !== 'msg,collection,id') throw new Error(`${text} has more than it needs`)
      this.#documents.delete(key)
      return
    }
    const order = ['msg', 'collection', 'id', ...('fields' in rest ? ['fields'] : []), ...('cleared' in message ? ['cleared'] : [])]
    if (Object.keys(message).join() !== order.join()) throw new Error(`${text} has its keys in another order`)
    if (msg === 'changed' && order.length === 3) throw new Error(`${text} says nothing`)
    if ('cleared' in message && (msg === 'added' || (cleared as Json[]).length === 0)) throw new Error(`${text} clears nothing`)
    const fields = (rest.fields ?? {}) as { [key: string]: Json }
    if ('fields' in rest && Object.keys(fields).length === 0) throw new Error(`${text} has empty fields`)
    if (Object.hasOwn(fields, '_id')) throw new Error(`${text} has an _id`)
    const next = new Map(before)
    for (const name of Object.keys(fields)) next.set(name, decode(fields[name]!))
    for (const name of cleared as string[]) if (!next.delete(name)) throw new Error(`${text} clears what was not there`)
    this.#documents.set(key, next)
  }
}

/** Converts the documents of a merge box or result set to the same view. */
export function toWireView(documents: Iterable<{ collection: string; id: string; fields: { readonly [key: string]: Ejson } }>): WireView {
  const view: WireView = {}
  for (const { collection, id, fields } of documents)
    view[`${collection}/${id}`] = Object.fromEntries(Object.entries(fields).filter(([key, value]) => key !== '_id' && value !== undefined))
  return view
}

import type { Fields } from '#ddp/wire/ejson.ts'
import type { Change } from '../change-batch.ts'
import { differenceFrame, field } from '../diff-fields.ts'
import type { Frame } from '../frame.ts'

/** Identifies a supplier of documents: one object per subscription and result set. */
export type Source = object

/** Called for each change that the client must see; `frame` is null if it has to be made from `before` and `after`. */
export type Emit = (collection: string, id: string, before: Fields | null, after: Fields | null, frame: Frame | null) => void

/** A document that one source supplies. This is by far the most common case, and the only one in which frames are shared. */
interface Single {
  source: Source
  fields: Fields
}

/** A document that several sources supply. `owners` lists the suppliers of each top-level field; the first one owns the visible value. */
interface Shared {
  suppliers: Map<Source, Fields>
  owners: Map<string, Source[]>
  visible: Fields
}

type Entry = Single | Shared

const visibleFields = (entry: Entry): Fields => ('source' in entry ? entry.fields : entry.visible)

function addOwner(owners: Map<string, Source[]>, source: Source, fields: Fields): void {
  for (const key of Object.keys(fields)) {
    if (key === '_id' || fields[key] === undefined) continue
    const list = owners.get(key)
    if (list === undefined) owners.set(key, [source])
    else if (!list.includes(source)) list.push(source)
  }
}

function removeOwner(owners: Map<string, Source[]>, source: Source, before: Fields, after: Fields): void {
  for (const key of Object.keys(before)) {
    if (field(after, key) !== undefined) continue
    const list = owners.get(key)?.filter(owner => owner !== source) ?? []
    if (list.length === 0) owners.delete(key)
    else owners.set(key, list)
  }
}

function mergeVisible(entry: Shared): Fields {
  const visible: Record<string, Fields[string]> = Object.create(null)
  for (const [key, [owner]] of entry.owners) visible[key] = entry.suppliers.get(owner!)![key]
  return visible
}

/**
 * What one client knows (rules B1–B8): which sources supply each document, and which of them owns the visible value of each top-level
 * field. Documents are immutable and kept by reference. If one source alone supplies a document, its shared frames are passed on.
 */
export class MergeBox {
  readonly #collections = new Map<string, Map<string, Entry>>()
  emit: Emit

  constructor(emit: Emit) {
    this.emit = emit
  }

  /** The document as the client sees it; null if the client does not have it. */
  visible(collection: string, id: string): Fields | null {
    const entry = this.#collections.get(collection)?.get(id)
    return entry === undefined ? null : visibleFields(entry)
  }

  *documents(): IterableIterator<{ collection: string; id: string; fields: Fields }> {
    for (const [collection, entries] of this.#collections)
      for (const [id, entry] of entries) yield { collection, id, fields: visibleFields(entry) }
  }

  /** Applies a change of one source; `frame` encodes it for a client that has the document from this source alone. */
  apply(source: Source, { collection, id, before, after, frame }: Omit<Change, 'frame'> & { frame: Frame | null }): void {
    if (after === null) this.#remove(source, collection, id, frame)
    else if (before === null) this.#add(source, collection, id, after, frame)
    else this.#change(source, collection, id, after, frame)
  }

  #add(source: Source, collection: string, id: string, fields: Fields, frame: Frame | null): void {
    let entries = this.#collections.get(collection)
    if (entries === undefined) {
      entries = new Map()
      this.#collections.set(collection, entries)
    }
    const entry = entries.get(id)
    if (entry === undefined) {
      entries.set(id, { source, fields })
      this.emit(collection, id, null, fields, frame)
      return
    }
    const shared: Shared =
      'source' in entry ? { suppliers: new Map([[entry.source, entry.fields]]), owners: new Map(), visible: entry.fields } : entry
    if ('source' in entry) {
      addOwner(shared.owners, entry.source, entry.fields)
      entries.set(id, shared)
    }
    shared.suppliers.set(source, fields)
    addOwner(shared.owners, source, fields)
    this.#emitDifference(collection, id, shared)
  }

  #change(source: Source, collection: string, id: string, after: Fields, frame: Frame | null): void {
    const entry = this.#collections.get(collection)?.get(id)
    if (entry === undefined) return
    if ('source' in entry) {
      if (entry.source !== source) return
      const before = entry.fields
      entry.fields = after
      this.emit(collection, id, before, after, frame)
      return
    }
    const before = entry.suppliers.get(source)
    if (before === undefined) return
    entry.suppliers.set(source, after)
    removeOwner(entry.owners, source, before, after)
    addOwner(entry.owners, source, after)
    this.#emitDifference(collection, id, entry)
  }

  #remove(source: Source, collection: string, id: string, frame: Frame | null): void {
    const entries = this.#collections.get(collection)
    const entry = entries?.get(id)
    if (entries === undefined || entry === undefined) return
    if ('source' in entry) {
      if (entry.source !== source) return
      entries.delete(id)
      if (entries.size === 0) this.#collections.delete(collection)
      this.emit(collection, id, entry.fields, null, frame)
      return
    }
    const before = entry.suppliers.get(source)
    if (before === undefined) return
    entry.suppliers.delete(source)
    removeOwner(entry.owners, source, before, {})
    this.#emitDifference(collection, id, entry)
    if (entry.suppliers.size === 1) for (const [last, fields] of entry.suppliers) entries.set(id, { source: last, fields })
  }

  #emitDifference(collection: string, id: string, entry: Shared): void {
    const before = entry.visible
    entry.visible = mergeVisible(entry)
    const frame = differenceFrame(collection, id, before, entry.visible)
    if (frame !== null) this.emit(collection, id, before, entry.visible, frame)
  }
}

import type { Fields } from '#ddp/wire/ejson.ts'
import type { Change } from '../change-batch.ts'
import { differenceFrame, field } from '../diff-fields.ts'
import type { Frame } from '../frame.ts'

/** Identifies a supplier of documents: one object per subscription and result set. */
export type Source = object

/** Called for each change that the client must see; `frame` is null if it has to be made from `before` and `after`. */
export type Emit = (collection: string, id: string, before: Fields | null, after: Fields | null, frame: Frame | null) => void

/** A document that several sources supply. `owners` lists the suppliers of each top-level field; the first one owns the visible value. */
class Shared {
  readonly suppliers = new Map<Source, Fields>()
  readonly owners = new Map<string, Source[]>()
  visible: Fields = {}

  add(source: Source, fields: Fields): void {
    this.suppliers.set(source, fields)
    addOwner(this.owners, source, fields)
  }
}

/**
 * The documents of a collection. Those that one source supplies, by far the most common case, are kept as they are; a client with a board of
 * a hundred rows has nothing of its own for each but a place in a map. Their source is that of the whole collection, as long as there is one.
 */
class Collection {
  readonly #documents = new Map<string, Fields | Shared>()
  /** the source of each document that one source supplies; null: of all of them `#source` */
  #sources: Map<string, Source> | null = null
  #source: Source | null = null

  get size(): number {
    return this.#documents.size
  }

  get(id: string): Fields | Shared | undefined {
    return this.#documents.get(id)
  }

  entries(): IterableIterator<[string, Fields | Shared]> {
    return this.#documents.entries()
  }

  /** Returns the source of a document that one source supplies. */
  sourceOf(id: string): Source | null {
    return this.#sources === null ? this.#source : (this.#sources.get(id) ?? null)
  }

  put(id: string, source: Source, fields: Fields): void {
    if (this.#source === null) this.#source = source
    if (this.#source !== source && this.#sources === null) {
      const first = this.#source
      this.#sources = new Map()
      for (const [each, document] of this.#documents) if (!(document instanceof Shared)) this.#sources.set(each, first)
    }
    this.#sources?.set(id, source)
    this.#documents.set(id, fields)
  }

  share(id: string): Shared {
    const shared = new Shared()
    const fields = this.#documents.get(id)
    shared.add(this.sourceOf(id)!, fields as Fields)
    shared.visible = fields as Fields
    this.#sources?.delete(id)
    this.#documents.set(id, shared)
    return shared
  }

  remove(id: string): void {
    this.#documents.delete(id)
    this.#sources?.delete(id)
  }
}

const visibleFields = (document: Fields | Shared): Fields => (document instanceof Shared ? document.visible : document)

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
  readonly #collections = new Map<string, Collection>()
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
      for (const [id, entry] of entries.entries()) yield { collection, id, fields: visibleFields(entry) }
  }

  /** Applies a change of one source; `frame` encodes it for a client that has the document from this source alone. */
  apply(source: Source, { collection, id, before, after, frame }: Omit<Change, 'frame'> & { frame: Frame | null }): void {
    if (after === null) this.#remove(source, collection, id, frame)
    else if (before === null) this.#add(source, collection, id, after, frame)
    else this.#change(source, collection, id, after, frame)
  }

  #add(source: Source, collection: string, id: string, fields: Fields, frame: Frame | null): void {
    let documents = this.#collections.get(collection)
    if (documents === undefined) {
      documents = new Collection()
      this.#collections.set(collection, documents)
    }
    const known = documents.get(id)
    if (known === undefined) {
      documents.put(id, source, fields)
      this.emit(collection, id, null, fields, frame)
      return
    }
    const shared = known instanceof Shared ? known : documents.share(id)
    shared.add(source, fields)
    this.#emitDifference(collection, id, shared)
  }

  #change(source: Source, collection: string, id: string, after: Fields, frame: Frame | null): void {
    const documents = this.#collections.get(collection)
    const known = documents?.get(id)
    if (documents === undefined || known === undefined) return
    if (!(known instanceof Shared)) {
      if (documents.sourceOf(id) !== source) return
      documents.put(id, source, after)
      this.emit(collection, id, known, after, frame)
      return
    }
    const before = known.suppliers.get(source)
    if (before === undefined) return
    known.suppliers.set(source, after)
    removeOwner(known.owners, source, before, after)
    addOwner(known.owners, source, after)
    this.#emitDifference(collection, id, known)
  }

  #remove(source: Source, collection: string, id: string, frame: Frame | null): void {
    const documents = this.#collections.get(collection)
    const known = documents?.get(id)
    if (documents === undefined || known === undefined) return
    if (!(known instanceof Shared)) {
      if (documents.sourceOf(id) !== source) return
      documents.remove(id)
      if (documents.size === 0) this.#collections.delete(collection)
      this.emit(collection, id, known, null, frame)
      return
    }
    const before = known.suppliers.get(source)
    if (before === undefined) return
    known.suppliers.delete(source)
    removeOwner(known.owners, source, before, {})
    this.#emitDifference(collection, id, known)
    if (known.suppliers.size === 1) for (const [last, fields] of known.suppliers) documents.put(id, last, fields)
  }

  #emitDifference(collection: string, id: string, entry: Shared): void {
    const before = entry.visible
    entry.visible = mergeVisible(entry)
    const frame = differenceFrame(collection, id, before, entry.visible)
    if (frame !== null) this.emit(collection, id, before, entry.visible, frame)
  }
}

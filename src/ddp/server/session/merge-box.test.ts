import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toWireView, WireModel, type WireView } from '#ddp/testing/wire-model.ts'
import type { Ejson, Fields } from '#ddp/wire/ejson.ts'
import { differenceFrame } from '../diff-fields.ts'
import { ResultSet } from '../result-set.ts'
import { MergeBox } from './merge-box.ts'

/** A merge box and the texts that it emits; `source` creates a result set whose changes go into the box. */
function boxed() {
  const texts: string[] = []
  const box = new MergeBox((collection, id, before, after, frame) => {
    const made = frame ?? differenceFrame(collection, id, before, after)
    if (made !== null) texts.push(made.text)
  })
  const source = (): { put(id: string, fields: Fields): void; remove(id: string): void } => {
    const token = {}
    const set = new ResultSet()
    set.observe(change => box.apply(token, change))
    return { put: (id, fields) => set.put('c', id, fields), remove: id => set.remove('c', id) }
  }
  const said = (): string[] => texts.splice(0)
  return { box, source, said }
}

describe('the merge box', () => {
  it('B1: a document that a second subscription supplies is not added again: only the fields it introduces go out', () => {
    const { source, said } = boxed()
    source().put('1', { a: 1 })
    expect(said()).toEqual(['{"msg":"added","collection":"c","id":"1","fields":{"a":1}}'])
    source().put('1', { a: 1, b: 2 })
    expect(said()).toEqual(['{"msg":"changed","collection":"c","id":"1","fields":{"b":2}}'])
    source().put('1', { a: 1 })
    expect(said()).toEqual([])
  })

  it('B2: _id is no field and alone causes no message', () => {
    const { source, said } = boxed()
    const first = source()
    first.put('1', { _id: '1' })
    expect(said()).toEqual(['{"msg":"added","collection":"c","id":"1"}'])
    first.put('1', { _id: 'other' })
    source().put('1', { _id: 'third' })
    expect(said()).toEqual([])
  })

  it('B3: an empty changed is not sent', () => {
    const { source, said } = boxed()
    const first = source()
    first.put('1', { a: { b: [1, new Date(5)] }, n: Number.NaN })
    said()
    first.put('1', { a: { b: [1, new Date(5)] }, n: Number.NaN, gone: undefined })
    expect(said()).toEqual([])
    first.put('1', { n: 1 })
    expect(said()).toEqual(['{"msg":"changed","collection":"c","id":"1","fields":{"n":1},"cleared":["a"]}'])
  })

  it('B4: the first to supply a field owns it; a change by a non-owner is not sent, nor one that is deeply equal', () => {
    const { source, said } = boxed()
    const [first, second] = [source(), source()]
    first.put('1', { a: 1 })
    second.put('1', { a: 2, b: 2 })
    said()
    second.put('1', { a: 3, b: 2 })
    expect(said()).toEqual([])
    second.put('1', { a: 3, b: 3 })
    expect(said()).toEqual(['{"msg":"changed","collection":"c","id":"1","fields":{"b":3}}'])
    first.put('1', { a: 4 })
    expect(said()).toEqual(['{"msg":"changed","collection":"c","id":"1","fields":{"a":4}}'])
    first.put('1', { a: 4 })
    expect(said()).toEqual([])
  })

  it('B4: a supplier that cleared a field and supplies it again comes after the others', () => {
    const { source, said } = boxed()
    const [first, second] = [source(), source()]
    first.put('1', { a: 1 })
    second.put('1', { a: 2 })
    first.put('1', {})
    said()
    first.put('1', { a: 3 })
    expect(said()).toEqual([])
    second.put('1', { b: 1 })
    expect(said()).toEqual(['{"msg":"changed","collection":"c","id":"1","fields":{"a":3,"b":1}}'])
  })

  it('B6: when the owner clears a field the next value shows, and is sent if it differs', () => {
    const { source, said } = boxed()
    const [first, second, third] = [source(), source(), source()]
    first.put('1', { a: 1, same: 0 })
    second.put('1', { a: 2, same: 0 })
    third.put('1', { a: 3 })
    said()
    first.put('1', {})
    expect(said()).toEqual(['{"msg":"changed","collection":"c","id":"1","fields":{"a":2}}'])
    second.remove('1')
    expect(said()).toEqual(['{"msg":"changed","collection":"c","id":"1","fields":{"a":3},"cleared":["same"]}'])
    third.put('1', {})
    expect(said()).toEqual(['{"msg":"changed","collection":"c","id":"1","cleared":["a"]}'])
  })

  it('B7: removed leaves when the last subscription drops the document', () => {
    const { box, source, said } = boxed()
    const [first, second] = [source(), source()]
    first.put('1', { a: 1 })
    second.put('1', { a: 1 })
    said()
    first.remove('1')
    expect(said()).toEqual([])
    second.remove('1')
    expect(said()).toEqual(['{"msg":"removed","collection":"c","id":"1"}'])
    expect([...box.documents()]).toEqual([])
  })

  it('B7: a source that never supplied a document can neither change nor remove it', () => {
    const { box, source, said } = boxed()
    source().put('1', { a: 1 })
    said()
    box.apply({}, { collection: 'c', id: '1', before: { a: 1 }, after: null, frame: null })
    box.apply({}, { collection: 'c', id: '1', before: { a: 1 }, after: { a: 2 }, frame: null })
    expect(said()).toEqual([])
    expect(box.visible('c', '1')).toEqual({ a: 1 })
  })

  it('B1, B3: fields named like members of every object come and go', () => {
    const { source, said } = boxed()
    const [first, second] = [source(), source()]
    first.put('1', { a: 1 })
    first.put('1', { constructor: 1 })
    first.put('1', {})
    second.put('1', { toString: 2 })
    second.put('1', JSON.parse('{"__proto__":3}'))
    second.remove('1')
    expect(said()).toEqual([
      '{"msg":"added","collection":"c","id":"1","fields":{"a":1}}',
      '{"msg":"changed","collection":"c","id":"1","fields":{"constructor":1},"cleared":["a"]}',
      '{"msg":"changed","collection":"c","id":"1","cleared":["constructor"]}',
      '{"msg":"changed","collection":"c","id":"1","fields":{"toString":2}}',
      '{"msg":"changed","collection":"c","id":"1","fields":{"__proto__":3},"cleared":["toString"]}',
      '{"msg":"changed","collection":"c","id":"1","cleared":["__proto__"]}',
    ])
  })
})

interface Supplied {
  suppliers: Set<number>
  lists: Map<string, [source: number, value: Ejson][]>
}

/** What a client should see according to the rules: for each field, the list of its suppliers in order. */
class Model {
  readonly #documents = new Map<string, Supplied>()

  put(source: number, key: string, fields: Fields): void {
    const entry: Supplied = this.#documents.get(key) ?? { suppliers: new Set(), lists: new Map() }
    this.#documents.set(key, entry)
    entry.suppliers.add(source)
    for (const list of entry.lists.values()) {
      const at = list.findIndex(([owner]) => owner === source)
      if (at >= 0) list[at] = [source, undefined]
    }
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue
      const list = entry.lists.get(name) ?? []
      entry.lists.set(name, list)
      const at = list.findIndex(([owner]) => owner === source)
      if (at < 0) list.push([source, value])
      else list[at] = [source, value]
    }
    this.#sweep(key)
  }

  remove(source: number, key: string): void {
    const entry = this.#documents.get(key)
    if (!entry?.suppliers.has(source)) return
    this.put(source, key, {})
    entry.suppliers.delete(source)
    if (entry.suppliers.size === 0) this.#documents.delete(key)
  }

  get view(): WireView {
    return Object.fromEntries(
      [...this.#documents].map(([key, { lists }]) => [
        `c/${key}`,
        Object.fromEntries([...lists].map(([name, [first]]) => [name, first![1]])),
      ]),
    )
  }

  #sweep(key: string): void {
    const { lists } = this.#documents.get(key)!
    for (const [name, list] of lists) {
      const left = list.filter(([, value]) => value !== undefined)
      if (left.length === 0) lists.delete(name)
      else lists.set(name, left)
    }
  }
}

const value: fc.Arbitrary<Ejson> = fc.oneof(
  { weight: 6, arbitrary: fc.nat(2) },
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom<Ejson>(null, Number.NaN, new Date(1), { x: 1 }, { x: [1] }) },
)
const fields = fc.dictionary(fc.constantFrom('a', 'b', 'constructor', '_id'), value, { maxKeys: 3, noNullPrototype: true })
const step = fc.record({
  source: fc.nat(3),
  id: fc.constantFrom('1', '2'),
  fields: fc.option(fields, { freq: 2 }),
})

describe('the merge box and a model of it', () => {
  it('B8: after every step what the client was told equals the view of the model', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const { box, source, said } = boxed()
        const sources = Array.from({ length: 4 }, source)
        const model = new Model()
        const wire = new WireModel()
        for (const { source, id, fields } of steps) {
          if (fields === null) {
            sources[source]!.remove(id)
            model.remove(source, id)
          } else {
            sources[source]!.put(id, fields)
            const { _id, ...rest } = fields
            model.put(source, id, rest)
          }
          expect(wire.apply(said()).view).toEqual(model.view)
          expect(toWireView(box.documents())).toEqual(model.view)
        }
      }),
      { numRuns: 600 },
    )
  })
})

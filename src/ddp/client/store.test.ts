import { describe, expect, it } from 'vitest'
import { ObjectId } from '../wire/ejson.ts'
import { DocumentStore } from './store.ts'

function stored() {
  const due: (() => void)[] = []
  const store = new DocumentStore(tell => void due.push(tell))
  return {
    store,
    due,
    turn: () => {
      for (const tell of due.splice(0)) tell()
    },
  }
}

describe('the document store', () => {
  it("D1: a collection's name is text or null", () => {
    const { store } = stored()
    expect(store.define('machines').name).toBe('machines')
    expect(store.define(null).name).toBe(null)
    expect(store.define(null)).not.toBe(store.define(null))
    for (const name of [undefined, 1, {}, ['c']]) expect(() => store.define(name as unknown as string)).toThrow(TypeError)
  })

  it('D2: a second of the same name is refused', () => {
    const { store } = stored()
    store.define('machines')
    expect(() => store.define('machines')).toThrow('There is already a collection named machines')
    expect(store.collection('machines')).toBe(store.collection('machines'))
    expect(store.collections()).toHaveLength(1)
  })

  it('D3: ids are non-empty text or object ids, each once', () => {
    const { store } = stored()
    const local = store.define(null)
    const hex = '0123456789abcdef01234567'
    local.insert({ _id: 'a' })
    local.insert({ _id: hex, kind: 'text' })
    local.insert({ _id: new ObjectId(hex), kind: 'object' })
    for (const _id of ['', 1, null, undefined, {}, new Date(0)]) expect(() => local.insert({ _id: _id as string })).toThrow(TypeError)
    expect(() => local.insert({ _id: 'a' })).toThrow('There is already a document with the id a')
    expect([local.get(hex)!.kind, local.get(new ObjectId(hex))!.kind, local.size]).toEqual(['text', 'object', 3])
    expect(local.get(hex)!._id).toBe(hex)
    expect(local.get(new ObjectId(hex))!._id).toEqual(new ObjectId(hex))
  })

  it("D4: a collection's version grows with each change, and its listeners are called once a turn", () => {
    const { store, turn, due } = stored()
    const [one, other] = [store.collection('one'), store.collection('other')]
    const log: string[] = []
    const stop = one.listen(() => log.push('one'))
    one.listen(() => log.push('one too'))
    other.listen(() => log.push('other'))
    for (let i = 0; i < 5; i++) one.write('1', { i })
    one.write('2', {})
    one.write('1', null)
    expect(one.version).toBe(7)
    one.write('1', null)
    expect([one.version, due.length, log]).toEqual([7, 1, []])
    turn()
    expect(log).toEqual(['one', 'one too'])
    stop()
    one.write('1', {})
    other.write('1', {})
    turn()
    turn()
    expect(log).toEqual(['one', 'one too', 'one too', 'other'])
  })

  it('D4: listeners get a change that a listener makes in the next turn', () => {
    const { store, turn, due } = stored()
    const collection = store.collection('c')
    let heard = 0
    collection.listen(() => {
      if (++heard === 1) collection.write('2', {})
    })
    collection.write('1', {})
    turn()
    expect([heard, due.length]).toEqual([1, 1])
    turn()
    expect(heard).toBe(2)
  })

  it('D5: a changed document is another object, and one that has not changed the same', () => {
    const { store } = stored()
    const collection = store.collection('c')
    const fields = { a: 1 }
    collection.write('1', fields)
    collection.write('2', {})
    const [first, second] = [collection.get('1'), collection.get('2')]
    collection.write('1', { a: 2 })
    expect(collection.get('1')).not.toBe(first)
    expect(first).toEqual({ _id: '1', a: 1 })
    expect(collection.get('2')).toBe(second)
    expect(fields).toEqual({ a: 1 })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fields, ObjectId } from '../wire/ejson.ts'
import { type Change, ResultSet } from './result-set.ts'

const same = (text: string): string => text

function watched() {
  const set = new ResultSet()
  const texts: string[] = []
  const unobserve = set.observe(change => texts.push(change.frame.text))
  return { set, unobserve, said: () => texts.splice(0) }
}

describe('a result set', () => {
  it('B11: a change has one frame for all observers, and a document one for all that join', () => {
    const set = new ResultSet()
    const heard: Change[] = []
    for (let i = 0; i < 3; i++) set.observe(change => heard.push(change))
    set.put('c', '1', { a: 1 })
    set.put('c', '1', { a: 2 })
    set.remove('c', '1')
    expect(heard).toHaveLength(9)
    expect(new Set(heard.map(({ frame }) => frame)).size).toBe(3)
    set.put('c', '2', { a: 1 })
    const [first] = set.entries()
    const [second] = set.entries()
    expect(first!.added).toBe(second!.added)
    expect(first!.added).toBe(heard.at(-1)!.frame)
    set.put('c', '2', { a: 2 })
    expect([...set.entries()].map(({ added }) => added.text)).toEqual(['{"msg":"added","collection":"c","id":"2","fields":{"a":2}}'])
  })

  it('B3, B4: a write that changes nothing notifies nobody', () => {
    const { set, said } = watched()
    set.put('c', '1', { a: [1], n: Number.NaN })
    const { revision } = set
    set.put('c', '1', { n: Number.NaN, a: [1] })
    set.remove('c', '2')
    expect(said()).toHaveLength(1)
    expect(set.revision).toBe(revision)
  })

  it('B9: ids are told apart by kind', () => {
    const { set, said } = watched()
    const hex = '0123456789abcdef01234567'
    set.put('c', hex, { a: 1 })
    set.put('c', new ObjectId(hex), { a: 2 })
    expect(said()).toEqual([
      `{"msg":"added","collection":"c","id":"-${hex}","fields":{"a":1}}`,
      `{"msg":"added","collection":"c","id":"${hex}","fields":{"a":2}}`,
    ])
    expect(set.get('c', hex)).toEqual({ a: 1 })
    expect(set.size).toBe(2)
  })

  it('B8: replacing a collection leaves exactly the new documents', () => {
    const { set, said } = watched()
    set.put('c', '1', { a: 1 })
    set.put('c', '2', { a: 1 })
    set.put('other', '1', { a: 1 })
    said()
    set.replace(
      'c',
      new Map<string, Fields>([
        ['2', { a: 2 }],
        ['-3', {}],
      ]),
    )
    expect(said()).toEqual([
      '{"msg":"removed","collection":"c","id":"1"}',
      '{"msg":"changed","collection":"c","id":"2","fields":{"a":2}}',
      '{"msg":"added","collection":"c","id":"--3"}',
    ])
    expect(set.ids('c')).toEqual(['2', '--3'])
    expect(set.size).toBe(3)
  })

  it('B10: equal content has an equal version, whatever way it came about', () => {
    const documents = fc.dictionary(
      fc.constantFrom('1', '2', '3'),
      fc.dictionary(
        fc.constantFrom('a', 'b', '_id'),
        fc.oneof(fc.nat(2), fc.constantFrom(Number.NaN, null, [1], { x: 1, y: 2 }), fc.date({ noInvalidDate: true })),
      ),
    )
    const fill = (content: { [id: string]: Fields }, detour: boolean): ResultSet => {
      const set = new ResultSet()
      const entries = Object.entries(content)
      if (detour) set.put('c', 'x', { a: 1 })
      for (const [id, fields] of detour ? entries.reverse() : entries) {
        if (detour) set.put('c', id, { other: 1 })
        set.put('c', id, Object.fromEntries(detour ? Object.entries(fields).reverse() : Object.entries(fields)))
      }
      if (detour) set.remove('c', 'x')
      return set
    }
    const text = ({ _id, ...fields }: Fields): string =>
      JSON.stringify(
        Object.entries(fields)
          .sort()
          .map(([key, value]) => [key, value instanceof Date ? `date ${value.getTime()}` : Number.isNaN(value) ? 'NaN' : value]),
      )
    const sorted = (content: { [id: string]: Fields }): string =>
      JSON.stringify(
        Object.keys(content)
          .sort()
          .map(id => [id, text(content[id]!)]),
      )
    fc.assert(
      fc.property(documents, documents, (one, other) => {
        expect(fill(one, false).version(same)).toBe(fill(one, true).version(same))
        expect(fill(one, false).version(same) === fill(other, true).version(same)).toBe(sorted(one) === sorted(other))
      }),
      { numRuns: 400 },
    )
  })

  it('B10: the version changes with each change, and is computed once between two', () => {
    const set = new ResultSet()
    let made = 0
    const hash = (text: string): string => {
      made++
      return text
    }
    set.put('c', '1', { a: 1 })
    const first = set.version(hash)
    expect(set.version(hash)).toBe(first)
    expect(made).toBe(1)
    set.put('c', '1', { a: 2 })
    expect(set.version(hash)).not.toBe(first)
    set.put('c', '1', { a: 1 })
    expect(set.version(hash)).toBe(first)
  })

  it('B8: an observer that is added during a change is not notified of it again', () => {
    const set = new ResultSet()
    const late: string[] = []
    set.observe(() => {
      if (late.length === 0) set.observe(change => late.push(change.id))
    })
    set.put('c', '1', { a: 1 })
    expect(late).toEqual([])
    set.put('c', '2', { a: 1 })
    expect(late).toContain('2')
    expect(late).not.toContain('1')
  })

  it('B8: a change made by an observer is delivered to all after the change that caused it', () => {
    const set = new ResultSet()
    const log: string[] = []
    set.observe(({ after }) => {
      if (after?.a === 1) set.put('c', '1', { a: 2 })
    })
    set.observe(({ before, after }) => log.push(`${JSON.stringify(before)} ${JSON.stringify(after)}`))
    set.put('c', '1', { a: 1 })
    expect(log).toEqual(['null {"a":1}', '{"a":1} {"a":2}'])
  })

  it('B8: a removed observer is not notified, not even of the change being delivered', () => {
    const set = new ResultSet()
    const log: string[] = []
    let stop = (): void => {}
    set.observe(() => stop())
    stop = set.observe(change => log.push(change.id))
    set.put('c', '1', {})
    expect(log).toEqual([])
    expect(set.observers).toBe(1)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../timing/manual-clock.ts'
import { type Fields, ObjectId } from '../wire/ejson.ts'
import type { Change } from './change-batch.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { ResultSet } from './result-set.ts'

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

/** A set whose observers are called by a delivery queue, `perTurn` in a turn. `turn` runs one, `finish` all, with their pauses. */
function delivered(perTurn: number) {
  const clock = manualClock(0)
  const turns: (() => void)[] = []
  const errors: unknown[] = []
  const queue = new DeliveryQueue({
    clock,
    soon: run => void turns.push(run),
    report: cause => void errors.push(cause),
    observersPerTurn: perTurn,
  })
  const turn = (): boolean => {
    const run = turns.shift()
    run?.()
    return run !== undefined
  }
  const finish = (): void => {
    while (turn() || clock.pendingTimers > 0) clock.advance(1000)
  }
  return { set: new ResultSet(queue), queue, clock, errors, turn, finish }
}

/** What a client has that was told of each change: it fails where a message does not fit what it has. */
class Client {
  readonly documents = new Map<string, Fields>()
  readonly observer = ({ id, before, after, frame }: Change): void => {
    const message = JSON.parse(frame.text) as { msg: string; fields?: Fields; cleared?: string[] }
    const had = this.documents.get(id)
    expect([id, message.msg, had]).toEqual([id, before === null ? 'added' : after === null ? 'removed' : 'changed', before ?? undefined])
    if (message.msg === 'removed') this.documents.delete(id)
    else {
      const document = { ...had, ...message.fields }
      for (const name of message.cleared ?? []) delete (document as Record<string, unknown>)[name]
      this.documents.set(id, document)
    }
  }

  constructor(set: ResultSet) {
    for (const { id, fields } of set.entries()) this.documents.set(id, fields)
  }
}

describe('a result set with many observers', () => {
  it('L10: some of them are called in each turn, and those that have caught up are not called again', () => {
    const { set, turn } = delivered(2)
    const log: string[] = []
    const observers = ['a', 'b', 'c', 'd', 'e'].map(name => ({ [name]: (change: Change) => log.push(name + change.id) })[name]!)
    for (const observer of observers) set.observe(observer)
    set.put('c', '1', {})
    expect(log).toEqual([])
    set.catchUp(observers[3]!)
    expect(log.splice(0)).toEqual(['d1'])
    turn()
    expect(log.splice(0)).toEqual(['a1', 'b1'])
    turn()
    expect(log.splice(0)).toEqual(['c1'])
    turn()
    expect(log.splice(0)).toEqual(['e1'])
    expect(set.hasUndelivered).toBe(false)
  })

  it('L10: changes of a document that wait are one, and none if they cancel each other', () => {
    const { set, finish } = delivered(1)
    const texts: string[] = []
    set.put('c', '1', { a: 0, b: 0 })
    for (let i = 0; i < 2; i++) set.observe(({ frame }) => texts.push(frame.text))
    for (let a = 1; a < 100; a++) set.put('c', '1', { a, b: 0 })
    set.put('c', '2', { a: 1 })
    set.remove('c', '2')
    finish()
    const changed = '{"msg":"changed","collection":"c","id":"1","fields":{"a":99}}'
    expect(texts).toEqual([changed, changed])
  })

  it('L10: after two deliveries that take long there is a pause, and each observer is called within a second', () => {
    const { set, clock, turn } = delivered(1)
    const calls: number[] = []
    for (let i = 0; i < 3; i++)
      set.observe(() => {
        clock.advance(80)
        calls.push(clock.now())
      })
    const finishTurns = (): number[] => {
      while (turn());
      return calls.splice(0)
    }
    set.put('c', '1', { a: 1 })
    expect(finishTurns()).toEqual([80, 160, 240])
    set.put('c', '1', { a: 2 })
    expect(finishTurns()).toEqual([320, 400, 480])
    set.put('c', '1', { a: 3 })
    expect(finishTurns()).toEqual([])
    clock.advance(527)
    expect(finishTurns()).toEqual([])
    clock.advance(1)
    expect(finishTurns()).toEqual([1088, 1168, 1248])
  })

  it('L10: with very many observers a pause follows sooner', () => {
    const { set, clock, turn } = delivered(1000)
    let calls = 0
    for (let i = 0; i < 7000; i++)
      set.observe(() => {
        if (calls++ % 1000 === 0) clock.advance(7)
      })
    for (const a of [1, 2, 3]) {
      set.put('c', '1', { a })
      while (turn());
    }
    expect(calls).toBe(14_000)
    clock.advance(107)
    while (turn());
    expect(calls).toBe(14_000)
    clock.advance(1)
    while (turn());
    expect(calls).toBe(21_000)
  })

  it('L10: observers that catch up one after another are given all that they lack, each document once', () => {
    const { set } = delivered(5)
    const heard = [0, 1, 2].map(() => [] as string[])
    const observers = heard.map(texts => (change: Change) => void texts.push(change.frame.text))
    for (const observer of observers) set.observe(observer)
    for (let i = 0; i < 5; i++) set.observe(() => {})
    for (const [i, observer] of observers.entries()) {
      set.put('c', '1', { a: i })
      set.put('c', `of ${i}`, {})
      set.catchUp(observer)
      set.catchUp(observer)
    }
    expect(heard.map(texts => texts.length)).toEqual([2, 3, 4])
    expect(heard[2]![0]).toBe('{"msg":"added","collection":"c","id":"1","fields":{"a":2}}')
    set.catchUp(observers[0]!)
    expect(heard[0]!.slice(2)).toEqual([
      '{"msg":"changed","collection":"c","id":"1","fields":{"a":2}}',
      '{"msg":"added","collection":"c","id":"of 1"}',
      '{"msg":"added","collection":"c","id":"of 2"}',
    ])
  })

  it('L10: an observer that fails is reported, and the others are called', () => {
    const { set, finish, errors } = delivered(1)
    const log: string[] = []
    set.observe(() => {
      throw new Error('broken')
    })
    set.observe(({ id }) => log.push(id))
    set.put('c', '1', {})
    finish()
    expect([log, errors.map(String)]).toEqual([['1'], ['Error: broken']])
  })

  it('L10: whoever joins, leaves and catches up meanwhile, each observer is told exactly what it lacks', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const), id: fc.constantFrom('1', '2', '3'), a: fc.nat(2) }),
      fc.record({ do: fc.constant('remove' as const), id: fc.constantFrom('1', '2', '3') }),
      fc.record({ do: fc.constantFrom('join' as const, 'leave' as const, 'catchUp' as const, 'turn' as const), at: fc.nat(20) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 3 }), (steps, perTurn) => {
        const { set, turn, finish } = delivered(perTurn)
        const clients: { client: Client; unobserve: () => void }[] = []
        const join = (): void => {
          const client = new Client(set)
          clients.push({ client, unobserve: set.observe(client.observer) })
        }
        const content = (): unknown => new Map([...set.entries()].map(({ id, fields }) => [id, fields]))
        for (let i = 0; i < 3; i++) join()
        for (const each of steps) {
          if (each.do === 'put') set.put('c', each.id, each.a === 2 ? { b: 1 } : { a: each.a })
          else if (each.do === 'remove') set.remove('c', each.id)
          else if (each.do === 'join') join()
          else if (each.do === 'turn') turn()
          else if (clients.length > 0) {
            const index = each.at % clients.length
            const { client, unobserve } = clients[index]!
            if (each.do === 'leave') {
              unobserve()
              clients.splice(index, 1)
            } else {
              set.catchUp(client.observer)
              expect(client.documents).toEqual(content())
            }
          }
        }
        finish()
        for (const { client } of clients) expect(client.documents).toEqual(content())
        expect(set.hasUndelivered).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

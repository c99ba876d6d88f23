import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toWireView, WireModel } from '#ddp/testing/wire-model.ts'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { FairShares } from '../fair-shares.ts'
import { Frame } from '../frame.ts'
import { ResultSet } from '../result-set.ts'
import { MergeBox } from './merge-box.ts'
import { SessionOutbox } from './outbox.ts'

const LIMITS = { slowBytes: 100, maxBytes: 1000, slowCheck: 10 }

/** An outbox behind a merge box, with a reader that reads only on request; `tick` ends a turn. */
function sending(limits = LIMITS, unread = new FairShares({ capacity: () => Number.POSITIVE_INFINITY }), name = 'a') {
  const clock = manualClock(0)
  const writes: string[][] = []
  const log: string[] = []
  const due: SessionOutbox[] = []
  let buffered = 0
  const outbox: SessionOutbox = new SessionOutbox({
    socket: {
      send(frames) {
        writes.push(frames.map(frame => frame.text))
        for (const { text } of frames) buffered += text.length
      },
      get buffered() {
        return buffered
      },
      close: () => {},
      pause: () => {},
      refuse: () => {},
      onMessage: () => {},
      onClose: () => {},
    },
    clock,
    limits,
    schedule: each => due.push(each),
    visible: (collection, id) => box.visible(collection, id),
    tooSlow: () => log.push('too slow'),
    onSlow: slow => log.push(slow ? 'slow' : 'caught up'),
    unsendable: cause => log.push(String(cause)),
    unread,
    path: [name, name],
  })
  const box = new MergeBox((collection, id, before, after, frame) => outbox.data(collection, id, before, after, frame))
  const set = new ResultSet()
  const token = {}
  set.observe(change => box.apply(token, change))
  return {
    clock,
    outbox,
    box,
    set,
    log,
    due,
    said: () => writes.splice(0),
    read: () => {
      buffered = 0
    },
    fill: (bytes: number) => {
      buffered = bytes
    },
    tick: () => {
      for (const each of due.splice(0)) each.flush()
    },
  }
}

/** An outbox whose reader counts as slow and has received its first write. */
function slow() {
  const sender = sending()
  sender.fill(500)
  sender.outbox.control('first')
  sender.tick()
  sender.said()
  return sender
}

describe('the outbox', () => {
  it('L1: what a tick produced leaves in one write', () => {
    const { outbox, set, tick, said, due } = sending()
    set.put('c', '1', { a: 1 })
    outbox.control('ready')
    set.put('c', '1', { a: 2 })
    outbox.urgent('pong')
    // Scheduled for the data, and then to come before other outboxes, for the answer.
    expect(due).toHaveLength(2)
    expect(said()).toEqual([])
    tick()
    expect(said()).toEqual([
      [
        '{"msg":"added","collection":"c","id":"1","fields":{"a":1}}',
        'ready',
        '{"msg":"changed","collection":"c","id":"1","fields":{"a":2}}',
        'pong',
      ],
    ])
    outbox.flush()
    expect(said()).toEqual([])
  })

  it('L2: while a reader is slow its data messages merge to one difference a document', () => {
    const { set, tick, said, clock, read, log } = slow()
    expect(log).toEqual(['slow'])
    for (let i = 0; i < 50; i++) set.put('c', '1', { a: i, b: 0 })
    set.put('c', '1', { a: 50 })
    set.put('c', '2', { a: 1 })
    set.remove('c', '2')
    tick()
    expect(said()).toEqual([])
    clock.advance(10)
    tick()
    expect(said()).toEqual([])
    read()
    clock.advance(10)
    tick()
    expect(said()).toEqual([['{"msg":"added","collection":"c","id":"1","fields":{"a":50}}']])
    expect(log).toEqual(['slow', 'caught up'])
    set.put('c', '1', { a: 51 })
    tick()
    expect(said()).toEqual([['{"msg":"changed","collection":"c","id":"1","fields":{"a":51}}']])
  })

  it('L2: a reader has caught up when half of what makes it slow is left', () => {
    const { fill, clock, log } = slow()
    fill(51)
    clock.advance(10)
    expect(log).toEqual(['slow'])
    fill(50)
    clock.advance(10)
    expect(log).toEqual(['slow', 'caught up'])
    expect(clock.pendingTimers).toBe(0)
  })

  it('L2: documents that come and go unseen leave nothing behind', () => {
    const { set, outbox, tick, said } = slow()
    const told: string[] = []
    for (let i = 0; i < 1000; i++) {
      set.put('c', String(i), {})
      set.remove('c', String(i))
    }
    outbox.control('updated')
    tick()
    told.push(...said().flat())
    expect(told).toEqual(['updated'])
  })

  it('L3: a control message leaves after the data that came before it, also to a slow reader', () => {
    const { set, outbox, tick, said } = slow()
    set.put('c', '1', { a: 1 })
    set.put('c', '1', { a: 2 })
    outbox.control('updated')
    set.put('c', '1', { a: 3 })
    tick()
    expect(said()).toEqual([['{"msg":"added","collection":"c","id":"1","fields":{"a":2}}', 'updated']])
    outbox.control('updated')
    tick()
    expect(said()).toEqual([['{"msg":"changed","collection":"c","id":"1","fields":{"a":3}}', 'updated']])
  })

  it('L2: for a slow reader an urgent message overtakes buffered data, and an event is lost', () => {
    const { set, outbox, tick, said } = slow()
    set.put('c', '1', { a: 1 })
    outbox.event(new Frame('event'))
    outbox.urgent('pong')
    tick()
    expect(said()).toEqual([['pong']])
  })

  it('L4: a slow reader whose buffer exceeds the maximum is cut off', () => {
    const { outbox, tick, fill, log } = slow()
    fill(1001 - 'more'.length)
    outbox.control('more')
    tick()
    expect(log).toEqual(['slow', 'too slow'])
  })

  it('L4: one large write to a reader that kept up is no reason to cut it off', () => {
    const { set, tick, log } = sending()
    set.put('c', '1', { a: 'x'.repeat(5000) })
    tick()
    expect(log).toEqual(['slow'])
  })

  it('L4: when all readers together have too much unread, the one with the most is cut off, and each that reads is forgotten', () => {
    const unread = new FairShares({ capacity: () => 25_000 })
    const roomy = { slowBytes: 100_000, maxBytes: 1_000_000, slowCheck: 10 }
    const [lazy, busy] = [sending(roomy, unread, 'lazy'), sending(roomy, unread, 'busy')]
    const write = ({ outbox, tick }: typeof lazy, bytes: number): void => {
      outbox.control('x'.repeat(bytes))
      tick()
    }
    write(lazy, 15_000)
    write(busy, 8000)
    expect(unread.amount).toBe(23_000)
    busy.read()
    busy.clock.advance(250)
    expect(unread.amount).toBe(15_000)
    write(busy, 12_000)
    expect([lazy.log, busy.log]).toEqual([['too slow'], []])
    expect(unread.amount).toBe(12_000)
    busy.outbox.close()
    expect(unread.amount).toBe(0)
  })

  it('L1: a message that cannot be encoded is reported, and does not throw', () => {
    const { set, tick, said, log } = sending()
    set.put('c', '1', { a: (() => 1) as unknown as null })
    tick()
    expect(said()).toEqual([])
    expect(log).toEqual(['Error: A function cannot be sent'])
  })

  it('C15: closed, it sends nothing more and leaves no timer', () => {
    const { set, outbox, tick, said, clock } = slow()
    outbox.control('a')
    outbox.close()
    set.put('c', '1', {})
    outbox.control('b')
    outbox.urgent('c')
    outbox.event(new Frame('d'))
    tick()
    clock.advance(1000)
    expect(said()).toEqual([])
    expect(clock.pendingTimers).toBe(0)
  })
})

type Step = { fields: Fields | null; id: string } | 'tick' | 'read' | 'control' | 'urgent' | 'wait'
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      id: fc.constantFrom('1', '2', '3'),
      fields: fc.option(fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(1, 2, 'x'.repeat(60)), { noNullPrototype: true }), {
        freq: 2,
      }),
    }),
  },
  { weight: 5, arbitrary: fc.constantFrom<Step>('tick', 'read', 'control', 'urgent', 'wait') },
)

describe('the outbox and any reader', () => {
  it('L2, L3: whatever was merged, what the client holds in the end equals the box, and at each control message what it held then', () => {
    let merged = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), steps => {
        const { set, box, outbox, tick, read, clock, said, log } = sending({ ...LIMITS, slowBytes: 30, maxBytes: 1e9 })
        const wire = new WireModel()
        const expected = new Map<string, unknown>()
        const arrive = (): void => {
          for (const text of said().flat()) {
            wire.apply(text.startsWith('{') ? [text] : [])
            if (expected.has(text)) expect(wire.view).toEqual(expected.get(text))
          }
        }
        for (const [i, each] of steps.entries()) {
          if (typeof each !== 'string') each.fields === null ? set.remove('c', each.id) : set.put('c', each.id, each.fields)
          else if (each === 'tick') tick()
          else if (each === 'read') read()
          else if (each === 'wait') clock.advance(10)
          else if (each === 'urgent') outbox.urgent('pong')
          else {
            expected.set(`control ${i}`, toWireView(box.documents()))
            outbox.control(`control ${i}`)
          }
          arrive()
        }
        merged += log.length
        for (let i = 0; i < 3; i++) {
          read()
          clock.advance(10)
          tick()
          arrive()
        }
        read()
        clock.advance(10)
        expect(outbox.slow).toBe(false)
        expect(wire.view).toEqual(toWireView(box.documents()))
        expect(clock.pendingTimers).toBe(0)
      }),
      { numRuns: 800 },
    )
    expect(merged).toBeGreaterThan(100)
  })
})

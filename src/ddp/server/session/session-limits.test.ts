import { describe, expect, it } from 'vitest'
import { CONNECT, createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import type { RateInput } from '../rate-limit.ts'
import { RateLimiter } from '../rate-limit.ts'
import { ResultSet } from '../result-set.ts'
import { DEFAULT_LIMITS } from '../server-settings.ts'

const call = (method: string, id: string): object => ({ msg: 'method', method, id })
const sub = (name: string, id: string): object => ({ msg: 'sub', name, id })
const REFUSAL =
  '{"isClientSafe":true,"error":"too-many-requests","reason":"Error, too many requests. Please slow down. You must wait 3 seconds before trying again.","details":{"timeToReset":2500},"message":"Error, too many requests. Please slow down. You must wait 3 seconds before trying again. [too-many-requests]","errorType":"Meteor.Error"}'

describe('rate limits of a session', () => {
  it('R1: a hook sees each method call and subscription before it runs', async () => {
    const seen: RateInput[] = []
    const log: string[] = []
    const { connected, server } = createDdpHarness({
      checkRate: input => {
        seen.push(input)
        log.push(`rate ${input.name}`)
        return null
      },
    })
    server.method('m', async ({ setUserId }) => {
      log.push('run m')
      await setUserId('u')
    })
    server.publish('p', each => {
      log.push('run p')
      each.ready()
    })
    const one = await connected({ clientAddress: '10.0.0.9' })
    await one.send(
      call('m', '1'),
      sub('p', 's'),
      sub('p', 's'),
      sub('none', 't'),
      call('none', '2'),
      { msg: 'unsub', id: 's' },
      { msg: 'ping' },
    )
    const connectionId = one.session.connection.id
    expect(seen).toEqual([
      { userId: null, clientAddress: '10.0.0.9', type: 'method', name: 'm', connectionId },
      { userId: 'u', clientAddress: '10.0.0.9', type: 'subscription', name: 'p', connectionId },
      { userId: 'u', clientAddress: '10.0.0.9', type: 'method', name: 'none', connectionId },
    ])
    expect(log).toEqual(['rate m', 'run m', 'rate p', 'run p', 'rate none'])
  })

  it('R5: a refusal is result and updated, or nosub, and nothing runs', async () => {
    const { connected, server } = createDdpHarness({ checkRate: () => 2500 })
    const ran: string[] = []
    server.method('m', () => void ran.push('m'))
    server.publish('p', () => void ran.push('p'))
    const one = await connected()
    expect(await one.send(call('m', '1'), sub('p', 's'))).toEqual([
      '{"msg":"updated","methods":["1"]}',
      `{"msg":"result","id":"1","error":${REFUSAL}}`,
      `{"msg":"nosub","id":"s","error":${REFUSAL}}`,
    ])
    expect(ran).toEqual([])
  })

  it('R3, R5: with a rule the third call in a window is refused, and one after it is not', async () => {
    let now = 0
    const { connected, server } = createDdpHarness({
      checkRate: new RateLimiter([{ id: 'all', per: ['connectionId'], limit: 2, interval: 1000 }], () => now).check,
    })
    server.method('m', () => {})
    const one = await connected()
    const texts = await one.send(call('m', '1'), call('m', '2'), call('m', '3'))
    expect(texts.filter(text => text.includes('too-many-requests'))).toHaveLength(1)
    expect(texts.at(-1)).toContain('"details":{"timeToReset":1000}')
    now = 1000
    expect((await one.send(call('m', '4'))).join()).not.toContain('too-many-requests')
  })

  it('R1, M2: a hook that fails is a fault, which is reported and answered', async () => {
    const { connected, reports } = createDdpHarness({
      checkRate: () => {
        throw new Error('broken')
      },
    })
    const one = await connected()
    const texts = await one.send(call('m', '1'), call('m', '2'))
    expect(texts.map(text => (JSON.parse(text) as { msg: string }).msg)).toEqual(['updated', 'result', 'updated', 'result'])
    expect(texts.join()).toContain('"error":500')
    expect(reports.map(String)).toEqual(['Error: broken', 'Error: broken'])
  })
})

describe('limits of a session', () => {
  it('L1: what a tick produced for a socket leaves in one write', async () => {
    const { peer, server, settle } = createDdpHarness()
    const set = new ResultSet()
    server.publish('p', () => set)
    const one = peer()
    await one.send(CONNECT, sub('p', 's'))
    const writes: number[] = []
    const { send } = one.pair.server
    one.pair.server.send = frames => {
      writes.push(frames.length)
      send(frames)
    }
    for (let i = 0; i < 20; i++) set.put('c', String(i), {})
    await settle()
    expect(writes).toEqual([20])
  })

  it('L1: sessions that are due at once share one turn', async () => {
    const made = createDdpHarness()
    const set = new ResultSet()
    made.server.publish('p', () => set)
    const peers = await Promise.all([made.connected(), made.connected(), made.connected()])
    for (const one of peers) await one.send(sub('p', 's'))
    const before = made.flushes
    set.put('c', '1', {})
    await made.settle()
    expect(made.flushes - before).toBe(1)
    expect(peers.map(one => one.received().length)).toEqual([1, 1, 1])
  })

  it('L1: a document that cannot be encoded ends the connections of its own readers only', async () => {
    const { connected, server, settle, reports } = createDdpHarness()
    const [bad, good] = [new ResultSet(), new ResultSet()]
    server.publish('bad', () => bad)
    server.publish('good', () => good)
    const [one, two] = [await connected(), await connected()]
    await one.send(sub('bad', 's'))
    await two.send(sub('good', 's'))
    bad.put('c', '1', { f: (() => 1) as unknown as null })
    good.put('c', '1', {})
    await settle()
    expect([one.closed, two.closed]).toEqual([true, false])
    expect(two.received()).toEqual(['{"msg":"added","collection":"c","id":"1"}'])
    expect(reports).toHaveLength(1)
    good.put('c', '2', {})
    await settle()
    expect(two.received()).toHaveLength(1)
  })

  it('L2: while a reader is slow its own messages wait, but pings are answered', async () => {
    const { connected, server, clock, settle } = createDdpHarness()
    const log: string[] = []
    const set = new ResultSet()
    server.publish('p', () => set)
    server.method('m', () => void log.push('ran'))
    const one = await connected()
    await one.send(sub('p', 's'))
    one.pair.stall(true)
    set.put('c', '1', { text: 'x'.repeat(70_000) })
    await settle()
    for (let i = 0; i < 100; i++) set.put('c', '2', { i })
    await one.send(call('m', '1'), { msg: 'ping', id: 'a' })
    expect(log).toEqual([])
    one.pair.stall(false)
    const [big, pong] = await one.send()
    expect([big!.length > 70_000, pong]).toEqual([true, '{"msg":"pong","id":"a"}'])
    clock.advance(DEFAULT_LIMITS.slowCheck)
    expect(await one.send()).toEqual([
      '{"msg":"added","collection":"c","id":"2","fields":{"i":99}}',
      '{"msg":"updated","methods":["1"]}',
      '{"msg":"result","id":"1"}',
    ])
    expect(log).toEqual(['ran'])
  })

  it('L4, L5: a reader that never reads is cut off when its buffer exceeds the maximum', async () => {
    const { connected, server, settle } = createDdpHarness({
      limits: { ...DEFAULT_LIMITS, slowBytes: 1000, maxBytes: 5000, messages: null },
    })
    server.method('m', () => 'x'.repeat(400))
    const one = await connected()
    const reasons: string[] = []
    const { refuse } = one.pair.server
    one.pair.server.refuse = reason => {
      reasons.push(reason)
      refuse(reason)
    }
    one.pair.stall(true)
    for (let i = 0; i < 200 && !one.closed; i++) await one.send({ msg: 'ping', id: 'x'.repeat(100) })
    await settle()
    expect(one.closed).toBe(true)
    expect(reasons).toEqual(['Too slow a reader'])
    expect(server.sessions).toBe(0)
  })

  it('L6: a session that sends faster than its bucket refills is read more slowly, and loses nothing', async () => {
    const { connected, server, clock, settle } = createDdpHarness({ limits: { ...DEFAULT_LIMITS, messages: { burst: 10, perSecond: 2 } } })
    let ran = 0
    server.method('m', () => void ran++)
    const one = await connected()
    await one.send(...Array.from({ length: 20 }, (_, i) => call('m', String(i))))
    expect(ran).toBe(9)
    for (let second = 1; second <= 6; second++) {
      clock.advance(500)
      await settle()
      clock.advance(500)
      await settle()
      expect(ran).toBe(Math.min(20, 9 + 2 * second))
    }
    expect(server.sessions).toBe(1)
  })

  it('L6: the bucket counts everything, also what cannot be read, and holds no more than its burst', async () => {
    const { connected, clock, settle } = createDdpHarness({
      heartbeat: { interval: 0, timeout: 0 },
      limits: { ...DEFAULT_LIMITS, messages: { burst: 3, perSecond: 1 } },
    })
    const one = await connected()
    clock.advance(1_000_000)
    await settle()
    expect(await one.send('nonsense', '{"msg":"pong"}', '{}', 'nonsense', 'nonsense')).toHaveLength(2)
    clock.advance(1000)
    await settle()
    expect(one.received()).toEqual(['{"msg":"error","reason":"Bad request"}'])
    expect(one.closed).toBe(false)
  })

  it('L6: while as many messages wait as may, nothing more is read, also for longer than the heartbeat lasts, and all are answered', async () => {
    const { connected, server, clock, settle } = createDdpHarness({ limits: { ...DEFAULT_LIMITS, pendingMessages: 3 } })
    let release: () => void = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    server.method('slow', () => released)
    const one = await connected()
    await one.send(...Array.from({ length: 600 }, (_, i) => call('slow', String(i))))
    for (let i = 0; i < 20; i++) {
      clock.advance(5000)
      await settle()
    }
    expect(one.closed).toBe(false)
    one.received()
    release()
    for (let i = 0; i < 10; i++) {
      clock.advance(1000)
      await settle()
    }
    const results = one.received().filter(text => text.includes('"msg":"result"'))
    expect(results.map(text => (JSON.parse(text) as { id: string }).id)).toEqual(Array.from({ length: 600 }, (_, i) => String(i)))
  })

  it('L2, H2: a client that reads nothing either, while it is not read, is given up by the heartbeat', async () => {
    const { connected, server, clock, settle } = createDdpHarness({ limits: { ...DEFAULT_LIMITS, pendingMessages: 1, slowBytes: 1000 } })
    server.method('long', () => 'x'.repeat(5000))
    const one = await connected()
    one.pair.stall(true)
    await one.send(...Array.from({ length: 5 }, (_, i) => call('long', String(i))))
    for (let i = 0; i < 20 && !one.closed; i++) {
      clock.advance(5000)
      await settle()
    }
    expect(one.closed).toBe(true)
  })

  it('L8: a message over its size is answered with 413 in its turn, without being parsed, and the session goes on', async () => {
    const { connected, server } = createDdpHarness()
    let ran = 0
    server.method('m', () => void ran++)
    const one = await connected()
    const params = ['x'.repeat(70_000), '['.repeat(40)]
    const answers = await one.send(
      call('m', 'before'),
      { msg: 'method', id: 'large', method: 'm', params },
      { params, id: 'last', method: 'm', msg: 'method' },
      { msg: 'sub', id: 's', name: 'p', params },
      { msg: 'something', id: 'other', params },
      'x'.repeat(70_000),
      call('m', 'after'),
    )
    const error =
      '"error":{"isClientSafe":true,"error":413,"reason":"The request is too large.","message":"The request is too large. [413]","errorType":"Meteor.Error"}}'
    expect(answers).toEqual([
      '{"msg":"updated","methods":["before"]}',
      '{"msg":"result","id":"before"}',
      '{"msg":"updated","methods":["large"]}',
      `{"msg":"result","id":"large",${error}`,
      '{"msg":"updated","methods":["last"]}',
      `{"msg":"result","id":"last",${error}`,
      `{"msg":"nosub","id":"s",${error}`,
      '{"msg":"error","reason":"Bad request"}',
      '{"msg":"error","reason":"Bad request"}',
      '{"msg":"updated","methods":["after"]}',
      '{"msg":"result","id":"after"}',
    ])
    expect(ran).toBe(2)
  })

  it('L7: one subscription too many is answered by nosub', async () => {
    const { connected, server } = createDdpHarness({ limits: { ...DEFAULT_LIMITS, subscriptions: 2 } })
    server.publish('p', each => each.ready())
    const one = await connected()
    const [, third] = await one.send(sub('p', '1'), sub('p', '2'), sub('p', '3'))
    expect(JSON.parse(third!)).toMatchObject({ msg: 'nosub', id: '3', error: { error: 'too-many-subscriptions' } })
    expect(await one.send({ msg: 'unsub', id: '1' }, sub('p', '3'))).toEqual(['{"msg":"nosub","id":"1"}', '{"msg":"ready","subs":["3"]}'])
  })
})

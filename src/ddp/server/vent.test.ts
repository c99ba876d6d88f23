import { describe, expect, it } from 'vitest'
import { createDdpHarness } from '../testing/ddp-harness.ts'
import { DdpError } from '../wire/error.ts'
import { ResultSet } from './result-set.ts'
import { Vents } from './vent.ts'

const sub = (name: string, id: string, params: unknown[]): object => ({ msg: 'sub', name, id, params })
const event = (json: string): string => `{"msg":"changed","__vent":"1","id":"v1.feed","e":${json}}`

describe('channels', () => {
  it('V6: a listener that has stopped gets no event, and the others do', () => {
    const vents = new Vents()
    const log: string[] = []
    const stops = ['a', 'b'].map(name => vents.listen('channel', event => log.push(`${name} ${event}`)))
    vents.emit('channel', 1)
    stops[0]!()
    stops[0]!()
    vents.emit('channel', 2)
    stops[1]!()
    vents.emit('channel', 3)
    expect(log).toEqual(['a 1', 'b 1', 'b 2'])
  })
})

describe('vent endpoints', () => {
  it('V1: an endpoint runs with its arguments, without the ventId, and is ready', async () => {
    const { connected, server } = createDdpHarness()
    const seen: unknown[] = []
    server.vent('feed', ({ userId }, ...args) => void seen.push(userId, args))
    const one = await connected()
    expect(await one.send(sub('feed', 's', ['v1', 1, { a: [] }]))).toEqual(['{"msg":"ready","subs":["s"]}'])
    expect(seen).toEqual([null, [1, { a: [] }]])
  })

  it('V1: one that throws, at once or later, gets nosub and hears nothing', async () => {
    const { connected, server } = createDdpHarness()
    server.vent('feed', async ({ on }) => {
      on('channel', () => 1)
      throw new DdpError(403, 'No')
    })
    const one = await connected()
    expect(await one.send(sub('feed', 's', ['v1']))).toEqual([
      '{"msg":"nosub","id":"s","error":{"isClientSafe":true,"error":403,"reason":"No","message":"No [403]","errorType":"Meteor.Error"}}',
    ])
    server.emit('channel', {})
    expect(await one.send()).toEqual([])
  })

  it('V2, V3: an event has exactly its bytes, and is plain JSON', async () => {
    const { connected, server } = createDdpHarness()
    server.vent('feed', ({ on }) => on<{ at: Date }>('channel', ({ at }) => ({ at, b: 'ü"', none: undefined })))
    const one = await connected()
    await one.send(sub('feed', 's', ['v1']))
    server.emit('channel', { at: new Date(0) })
    server.emit('other', { at: new Date(0) })
    expect(await one.send()).toEqual([event('{"at":"1970-01-01T00:00:00.000Z","b":"ü\\""}')])
  })

  it('V4: a falsy answer of the handler sends nothing', async () => {
    const { connected, server } = createDdpHarness()
    server.vent('feed', ({ on }) => on('channel', answer => answer))
    const one = await connected()
    await one.send(sub('feed', 's', ['v1']))
    for (const answer of [undefined, null, 0, false, '', Number.NaN]) server.emit('channel', answer)
    expect(await one.send()).toEqual([])
    for (const answer of [1, 'x', [], {}]) server.emit('channel', answer)
    expect(await one.send()).toEqual(['1', '"x"', '[]', '{}'].map(event))
  })

  it('V1: a handler that fails is reported, and the others hear of the event', async () => {
    const { connected, server, reports } = createDdpHarness()
    server.vent('feed', ({ on }, fails) =>
      on('channel', () => {
        if (fails) throw new Error('handler')
        return 1
      }),
    )
    const [one, two] = [await connected(), await connected()]
    await one.send(sub('feed', 's', ['v1', true]))
    await two.send(sub('feed', 's', ['v1', false]))
    server.emit('channel', {})
    expect([await one.send(), await two.send()]).toEqual([[], [event('1')]])
    expect(reports.map(String)).toEqual(['Error: handler'])
  })

  it('V6: after unsub no event is sent; after a change of user each event is sent once', async () => {
    const { connected, server } = createDdpHarness()
    server.method('login', ({ setUserId }) => setUserId('u'))
    server.vent('feed', ({ on, userId }) => on('channel', () => ({ userId })))
    const one = await connected()
    await one.send(sub('feed', 's', ['v1']), { msg: 'method', method: 'login', id: '1' })
    server.emit('channel', {})
    expect(await one.send()).toEqual([event('{"userId":"u"}')])
    await one.send({ msg: 'unsub', id: 's' })
    server.emit('channel', {})
    expect(await one.send()).toEqual([])
  })

  it('V2: an event does not pass through the merge box, and may be lost by a slow reader', async () => {
    const { connected, server } = createDdpHarness()
    const big = new ResultSet()
    big.put('c', '1', { text: 'x'.repeat(100_000) })
    server.publish('big', () => big)
    server.vent('feed', ({ on }) => on('channel', () => 1))
    const one = await connected()
    await one.send(sub('feed', 's', ['v1']))
    server.emit('channel', {})
    server.emit('channel', {})
    expect(await one.send()).toEqual([event('1'), event('1')])
    one.pair.stall(true)
    await one.send(sub('big', 'b', []))
    server.emit('channel', {})
    one.pair.stall(false)
    expect((await one.send()).filter(text => text.includes('__vent'))).toEqual([])
    expect([...one.session.subscriptions.box().documents()]).toHaveLength(1)
  })
})

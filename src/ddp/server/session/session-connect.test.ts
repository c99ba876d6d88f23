import { describe, expect, it } from 'vitest'
import { CONNECT, createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { DEFAULT_HEARTBEAT } from '../server-settings.ts'

const SESSION = /^\{"msg":"connected","session":"[^"]{17}"\}$/

describe('connecting', () => {
  it('C1: the first thing the server writes is its id', async () => {
    const { peer, settle } = createDdpHarness()
    const one = peer()
    await settle()
    expect(one.received()).toEqual(['{"server_id":"0"}'])
  })

  it('C5: a good connect is answered by a session id of 17 characters', async () => {
    const { peer } = createDdpHarness()
    const [, answer, ...rest] = await peer().send(CONNECT)
    expect(answer).toMatch(SESSION)
    expect(rest).toEqual([])
  })

  it('C5: a session is never resumed and an old id never returned', async () => {
    const { peer } = createDdpHarness()
    const [, answer] = await peer().send(CONNECT)
    const { session } = JSON.parse(answer!) as { session: string }
    const [, again] = await peer().send({ msg: 'connect', session, version: '1', support: ['1'] })
    expect(again).toMatch(SESSION)
    expect(again).not.toContain(session)
  })

  it.each([
    ['{"msg":"connect"}', '1'],
    ['{"msg":"connect","version":"1"}', '1'],
    ['{"msg":"connect","version":1,"support":[1]}', '1'],
    ['{"msg":"connect","version":"1","support":["pre1"]}', '1'],
  ])('C3: %s is answered by failed, and the socket closes', async (connect, version) => {
    const { peer, server, clock } = createDdpHarness()
    const one = peer()
    expect(await one.send(connect)).toEqual(['{"server_id":"0"}', `{"msg":"failed","version":"${version}"}`])
    expect(one.closed).toBe(true)
    expect(server.sessions).toBe(0)
    expect(clock.pendingTimers).toBe(0)
  })

  it.each([
    ['{"msg":"connect","version":"pre1","support":["1","pre1"]}', '1'],
    ['{"msg":"connect","version":"3","support":["3","pre2"]}', 'pre2'],
    ['{"msg":"connect","version":"3","support":["3"]}', '1'],
  ])('C4: %s is answered by failed with the version to take', async (connect, version) => {
    const one = createDdpHarness().peer()
    expect(await one.send(connect)).toEqual(['{"server_id":"0"}', `{"msg":"failed","version":"${version}"}`])
    expect(one.closed).toBe(true)
  })

  it('C9: a socket that has not said connect in 10 s is closed, whatever else it says', async () => {
    const { peer, clock, settle } = createDdpHarness()
    const one = peer()
    await one.send('{"msg":"ping"}')
    clock.advance(9999)
    await settle()
    expect(one.closed).toBe(false)
    clock.advance(1)
    await settle()
    expect(one.closed).toBe(true)
    expect(clock.pendingTimers).toBe(0)
  })

  it('C9: a socket that has sent connect in time is not closed', async () => {
    const { connected, clock, settle } = createDdpHarness({ heartbeat: { interval: 0, timeout: 0 } })
    const one = await connected()
    clock.advance(100_000)
    await settle()
    expect(one.closed).toBe(false)
  })

  it('C10: messages sent right behind connect are served in order', async () => {
    const { peer, server } = createDdpHarness()
    server.method('m', () => 1)
    server.publish('p', publishing => publishing.ready())
    const texts = await peer().send(
      CONNECT,
      { msg: 'method', method: 'm', id: '1' },
      { msg: 'sub', name: 'p', id: 's' },
      { msg: 'unsub', id: 's' },
      { msg: 'ping', id: 'x' },
    )
    expect(texts.slice(2)).toEqual([
      '{"msg":"pong","id":"x"}',
      '{"msg":"updated","methods":["1"]}',
      '{"msg":"result","id":"1","result":1}',
      '{"msg":"ready","subs":["s"]}',
      '{"msg":"nosub","id":"s"}',
    ])
  })
})

describe('closing', () => {
  it('C15: runs what was registered, stops every subscription and sends nothing more', async () => {
    const { connected, server, clock, settle, reports } = createDdpHarness()
    const log: string[] = []
    server.publish(null, publishing => publishing.onStop(() => log.push('universal')))
    server.publish('p', publishing => {
      publishing.added('c', '1', {})
      publishing.onStop(() => log.push('stop 1'))
      publishing.onStop(() => {
        throw new Error('stop 2')
      })
      publishing.onStop(() => log.push('stop 3'))
      publishing.connection!.onClose(() => log.push('close 1'))
      publishing.connection!.onClose(() => {
        throw new Error('close 2')
      })
      publishing.connection!.onClose(() => log.push('close 3'))
      publishing.ready()
    })
    const one = await connected()
    await one.send({ msg: 'sub', name: 'p', id: 's' })
    one.pair.cut()
    expect(log).toEqual(['stop 1', 'stop 3', 'universal'])
    clock.advance(0)
    await settle()
    expect(log).toEqual(['stop 1', 'stop 3', 'universal', 'close 1', 'close 3'])
    expect(reports.map(String)).toEqual(['Error: stop 2', 'Error: close 2'])
    expect(one.received()).toEqual([])
    expect([server.sessions, clock.pendingTimers]).toEqual([0, 0])
  })

  it('C15: the server says what it had to say before it closes, and nothing after', async () => {
    const { connected, server } = createDdpHarness()
    server.method('bye', ({ connection }) => {
      connection.close()
      return 1
    })
    server.publish('p', publishing => {
      publishing.added('c', '1', {})
      publishing.ready()
      publishing.connection!.close()
      publishing.added('c', '2', {})
    })
    const one = await connected()
    expect(await one.send({ msg: 'method', method: 'bye', id: '1' }, { msg: 'method', method: 'bye', id: '2' })).toEqual([])
    expect(one.closed).toBe(true)
    const two = await connected()
    expect(await two.send({ msg: 'sub', name: 'p', id: 's' })).toEqual([
      '{"msg":"added","collection":"c","id":"1"}',
      '{"msg":"ready","subs":["s"]}',
    ])
    expect(two.closed).toBe(true)
  })

  it('C15: what is registered on a closed connection runs at once', async () => {
    const { connected } = createDdpHarness()
    const { session } = await connected()
    session.close()
    const log: string[] = []
    session.connection.onClose(() => log.push('ran'))
    expect(log).toEqual(['ran'])
  })

  it('C15: closing the server closes every session', async () => {
    const { connected, server, settle } = createDdpHarness()
    const peers = [await connected(), await connected()]
    server.close()
    await settle()
    expect(peers.map(peer => peer.closed)).toEqual([true, true])
    expect(server.sessions).toBe(0)
  })
})

describe('the heartbeat of a session', () => {
  it('H1, H2, H4: 15 s of silence send a ping, 15 s more close the connection', async () => {
    expect(DEFAULT_HEARTBEAT).toEqual({ interval: 15_000, timeout: 15_000 })
    const { connected, clock, settle } = createDdpHarness()
    const one = await connected()
    clock.advance(14_999)
    await settle()
    expect(one.received()).toEqual([])
    clock.advance(1)
    await settle()
    expect(one.received()).toEqual(['{"msg":"ping"}'])
    clock.advance(14_999)
    await settle()
    expect(one.closed).toBe(false)
    clock.advance(1)
    await settle()
    expect(one.closed).toBe(true)
  })

  it('H2: anything that arrives ends the wait, also what cannot be read', async () => {
    const { connected, clock, settle } = createDdpHarness()
    const one = await connected()
    for (const text of ['{"msg":"pong"}', '{"msg":"ping","id":7}', 'nonsense']) {
      clock.advance(29_999)
      await one.send(text)
    }
    clock.advance(29_999)
    await settle()
    expect(one.closed).toBe(false)
  })

  it('H4: an interval of 0 disables it, but pings are answered', async () => {
    const { connected, clock } = createDdpHarness({ heartbeat: { interval: 0, timeout: 15_000 } })
    const one = await connected()
    clock.advance(1_000_000)
    expect(await one.send('{"msg":"ping"}')).toEqual(['{"msg":"pong"}'])
  })

  it('H3: a ping is answered at once with its id, or with none, while a method is still under way', async () => {
    const { connected, server, reports } = createDdpHarness()
    let finish = (): void => {}
    server.method(
      'slow',
      () =>
        new Promise<void>(resolve => {
          finish = resolve
        }),
    )
    const one = await connected()
    expect(
      await one.send(
        { msg: 'method', method: 'slow', id: '1' },
        { msg: 'ping', id: 'a"' },
        { msg: 'ping' },
        { msg: 'ping', id: '' },
        { msg: 'pong' },
      ),
    ).toEqual(['{"msg":"pong","id":"a\\""}', '{"msg":"pong"}', '{"msg":"pong","id":""}'])
    finish()
    expect(await one.send()).toEqual(['{"msg":"updated","methods":["1"]}', '{"msg":"result","id":"1"}'])
    expect(reports).toEqual([])
  })

  it('H6: pre1 has none: no pings, and ping and pong are unknown', async () => {
    const { peer, clock, settle } = createDdpHarness()
    const one = peer()
    await one.send('{"msg":"connect","version":"pre1","support":["pre1"]}')
    clock.advance(1_000_000)
    await settle()
    expect(one.closed).toBe(false)
    expect(await one.send('{"msg":"ping","id":"1"}', '{"msg":"pong"}')).toEqual([
      '{"msg":"error","reason":"Bad request","offendingMessage":{"msg":"ping","id":"1"}}',
      '{"msg":"error","reason":"Bad request","offendingMessage":{"msg":"pong"}}',
    ])
  })

  it('H6: pre2 has one', async () => {
    const { peer, clock, settle } = createDdpHarness()
    const one = peer()
    await one.send('{"msg":"connect","version":"pre2","support":["pre2"]}')
    clock.advance(15_000)
    await settle()
    expect(one.received()).toEqual(['{"msg":"ping"}'])
  })
})

describe('what a connection knows', () => {
  it('C14: the address and headers of its socket', async () => {
    const { connected, server } = createDdpHarness()
    server.method('who', ({ connection, isSimulation, randomSeed }) => ({
      address: connection.clientAddress,
      agent: connection.httpHeaders['user-agent']!,
      id: connection.id.length,
      isSimulation,
      seed: randomSeed,
    }))
    const one = await connected({ clientAddress: null, httpHeaders: { 'user-agent': 'test' } })
    const [, result] = await one.send({ msg: 'method', method: 'who', id: '1', randomSeed: 'abc' })
    expect(result).toBe('{"msg":"result","id":"1","result":{"address":null,"agent":"test","id":17,"isSimulation":false,"seed":"abc"}}')
  })
})

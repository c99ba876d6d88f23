import { describe, expect, it } from 'vitest'
import { ResultSet } from '../server/result-set.ts'
import { createDdpHarness } from '../testing/ddp-harness.ts'
import { DdpError } from '../wire/error.ts'

const names = (texts: string[]): string[] =>
  texts.map(text => {
    const { msg, method, name, id } = JSON.parse(text) as { msg: string; method?: string; name?: string; id?: string }
    return [msg, method ?? name, id].filter(Boolean).join(' ')
  })

describe('a client', () => {
  it('C2, C11: on a new socket it sends connect, what its hooks want, calls that have not settled, and every subscription with its old id', async () => {
    const { player, server, settle } = createDdpHarness()
    server.method('stuck', () => new Promise(() => {}))
    server.method('login', ({ setUserId }) => setUserId('u'))
    server.publish('p', each => each.ready())
    const { client, pairs, sent } = player()
    client.onOpen(() => void client.call('login', [], { wait: true, first: true }))
    client.subscribe('p', [1])
    client.connect()
    await settle()
    client.subscribe('p', [2])
    void client.call('stuck', [])
    await settle()
    expect(names(sent())).toEqual(['connect', 'method login 1', 'sub p 1', 'sub p 2', 'method stuck 2'])
    expect(sent()[0]).toBe('{"msg":"connect","version":"1","support":["1","pre2","pre1"]}')
    pairs[0]!.cut()
    client.connect()
    await settle()
    expect(names(sent())).toEqual(['connect', 'method login 3', 'sub p 1', 'sub p 2', 'method stuck 2'])
  })

  it('C6: a server that speaks only pre2 is spoken to in pre2', async () => {
    const { player, settle } = createDdpHarness()
    const { client, pairs, sent } = player()
    client.connect()
    pairs[0]!.flush()
    pairs[0]!.client.onMessage('{"msg":"failed","version":"pre2"}')
    expect(pairs).toHaveLength(2)
    pairs[1]!.client.onOpen()
    expect(sent()[0]).toContain('"version":"pre2"')
    await settle()
  })

  it('M11: a call resolves with its result when its data is in the store, and rejects with a DdpError', async () => {
    const { player, server, settle } = createDdpHarness()
    const set = new ResultSet()
    server.publish('p', () => set)
    server.method('write', () => {
      set.put('c', '1', { a: 1 })
      return { at: new Date(5) }
    })
    server.method('fails', () => {
      throw new DdpError('no', 'Because', { a: [1] })
    })
    const { client } = player()
    client.subscribe('p', [])
    client.connect()
    await settle()
    const seen: unknown[] = []
    const call = client.call('write', []).then(result => seen.push(result, client.store.collection('c').all()))
    await settle()
    await call
    expect(seen).toEqual([{ at: new Date(5) }, [{ _id: '1', a: 1 }]])
    const failed = client.call('fails', [])
    failed.catch(() => {})
    await settle()
    await expect(failed).rejects.toMatchObject({ error: 'no', reason: 'Because', details: { a: [1] } })
  })

  it('S10: a subscription keeps its id over reconnects', async () => {
    const { player, server, settle, clock } = createDdpHarness()
    server.publish('p', each => each.ready())
    const { client, sent, pairs } = player()
    const { id } = client.subscribe('p', [])
    client.connect()
    for (let i = 0; i < 3; i++) {
      await settle()
      expect(names(sent())).toContain(`sub p ${id}`)
      pairs.at(-1)!.cut()
      clock.advance(6000)
    }
  })

  it('S11: stopping a handle sends one unsub, and its documents go', async () => {
    const { player, server, settle } = createDdpHarness()
    server.publish('p', each => {
      each.added('c', '1', {})
      each.ready()
    })
    const { client, sent } = player()
    const handle = client.subscribe('p', [])
    client.connect()
    await settle()
    await handle.ready
    expect([handle.state.state, client.store.collection('c').size]).toEqual(['ready', 1])
    handle.stop()
    handle.stop()
    await settle()
    expect(names(sent()).filter(name => name.startsWith('unsub'))).toEqual([`unsub ${handle.id}`])
    expect([handle.state.state, client.store.collection('c').size]).toEqual(['stopped', 0])
  })

  it('S11: a subscription that is stopped before the connection is open is never sent, and ready rejects', async () => {
    const { player, settle } = createDdpHarness()
    const { client, sent } = player()
    const [handle, opening] = [client.subscribe('p', []), client.subscribe('p', [])]
    handle.stop()
    client.connect()
    opening.stop()
    await settle()
    expect(names(sent())).toEqual(['connect'])
    await expect(handle.ready).rejects.toMatchObject({ error: 'stopped' })
  })

  it('S11: a nosub with an error rejects ready, and sends no unsub when stopped later', async () => {
    const { player, server, settle } = createDdpHarness()
    const log: string[] = []
    server.publish('fails', () => {
      throw new DdpError(403, 'No')
    })
    server.publish('stops', each => each.stop())
    const { client, sent } = player()
    const [fails, stops] = [client.subscribe('fails', []), client.subscribe('stops', [])]
    fails.listen(() => log.push(fails.state.state))
    const unlisten = stops.listen(() => log.push(stops.state.state))
    unlisten()
    client.connect()
    await settle()
    await expect(fails.ready).rejects.toMatchObject({ error: 403, reason: 'No' })
    await expect(stops.ready).rejects.toMatchObject({ error: 'stopped' })
    fails.stop()
    await settle()
    expect(names(sent()).filter(name => name.startsWith('unsub'))).toEqual([])
    expect(log).toEqual(['failed', 'stopped'])
  })

  it('S11: parameters that cannot be encoded are refused at once, and the client goes on working', async () => {
    const { player, server, settle } = createDdpHarness()
    server.publish('p', each => each.ready())
    const { client } = player()
    expect(() => client.subscribe('p', [(() => 1) as unknown as null])).toThrow('cannot be sent')
    const good = client.subscribe('p', [])
    client.connect()
    await settle()
    expect(good.state.state).toBe('ready')
  })

  it('H3: it answers a ping with the same id, or with none', async () => {
    const { player, settle } = createDdpHarness()
    const { client, pairs, sent } = player()
    client.connect()
    await settle()
    pairs[0]!.client.onMessage('{"msg":"ping","id":"x"}')
    pairs[0]!.client.onMessage('{"msg":"ping"}')
    expect(sent().slice(1)).toEqual(['{"msg":"pong","id":"x"}', '{"msg":"pong"}'])
  })

  it('C7: a status listener is called with each status until it is removed', async () => {
    const { player, settle } = createDdpHarness()
    const { client } = player()
    const log: string[] = []
    const stop = client.onStatus(() => log.push(client.status.status))
    client.connect()
    await settle()
    client.disconnect()
    stop()
    client.connect()
    expect(log).toEqual(['connecting', 'connected', 'offline'])
  })

  it('H1, H2, H4, H5: an idle client and server keep their connection alive', async () => {
    const { player, settle, clock, server } = createDdpHarness()
    const { client, pairs } = player()
    client.connect()
    for (let i = 0; i < 200; i++) {
      clock.advance(2500)
      await settle()
    }
    expect([client.status.status, pairs.length, server.sessions]).toEqual(['connected', 1, 1])
  })
})

describe('vents of a client', () => {
  it('V1, V2, V5: the last listener gets the events; events before it are lost', async () => {
    const { player, server, settle } = createDdpHarness()
    server.vent('feed', ({ on }, channel) => on(channel as string, event => event))
    const { client, sent } = player()
    client.connect()
    await settle()
    const handle = client.listen('feed', ['a'])
    await settle()
    await handle.ready
    expect(JSON.parse(sent().at(-1)!)).toEqual({ msg: 'sub', id: '1', name: 'feed', params: ['client1', 'a'] })
    const log: unknown[] = []
    server.emit('a', { n: 0 })
    await settle()
    handle.listen(() => log.push('first'))
    handle.listen(event => log.push(event))
    server.emit('a', { n: 1, at: new Date(0) })
    server.emit('b', { n: 2 })
    await settle()
    expect(log).toEqual([{ n: 1, at: '1970-01-01T00:00:00.000Z' }])
    expect(client.store.collections()).toEqual([])
  })

  it('V5: listen takes a function', () => {
    const handle = createDdpHarness().player().client.listen('feed', [])
    for (const listener of [undefined, null, 'x', {}]) {
      expect(() => handle.listen(listener as unknown as () => void)).toThrow(
        expect.objectContaining({ error: 'invalid-argument', reason: 'You should pass a function to listen()' }),
      )
    }
  })

  it('V6: stopping ends the listening on both sides, and after a lost connection the client listens again', async () => {
    const { player, server, settle } = createDdpHarness()
    server.vent('feed', ({ on }) => on('a', () => 1))
    const { client, pairs } = player()
    const handle = client.listen('feed', [])
    let heard = 0
    handle.listen(() => heard++)
    client.connect()
    await settle()
    server.emit('a', {})
    await settle()
    pairs[0]!.cut()
    client.connect()
    await settle()
    server.emit('a', {})
    await settle()
    expect(heard).toBe(2)
    handle.stop()
    await settle()
    const before = pairs[1]!.toClient.length
    server.emit('a', {})
    await settle()
    pairs[1]!.client.onMessage('{"msg":"changed","__vent":"1","id":"client1.feed","e":1}')
    expect([heard, pairs[1]!.toClient.length]).toEqual([2, before])
  })
})

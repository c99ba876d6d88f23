import { describe, expect, it } from 'vitest'
import { ResultSet } from '../server/result-set.ts'
import { createDdpHarness } from '../testing/ddp-harness.ts'
import type { Fields } from '../wire/ejson.ts'
import { DdpError } from '../wire/error.ts'
import type { Snapshot } from './client.ts'

const hash = (text: string): string => `hash(${text})`

/** A server with publications `a` and `b`, each with a result set and ready once its gate is open, and a client subscribed to both. */
async function settled() {
  const made = createDdpHarness()
  const { server, player, settle } = made
  const sets = { a: new ResultSet(), b: new ResultSet() }
  const gates: { [name: string]: (() => void)[] | null } = { a: null, b: null, login: null }
  const pass = (name: string): Promise<void> =>
    new Promise(resolve => {
      if (gates[name] === null) resolve()
      else gates[name]!.push(resolve)
    })
  for (const name of ['a', 'b'] as const) {
    server.publish(name, async each => {
      each.attach(sets[name])
      await pass(name)
      each.ready()
    })
  }
  server.method('login', async ({ setUserId }) => {
    await pass('login')
    await setUserId('u')
  })
  sets.a.put('c', '1', { a: 1 })
  sets.b.put('c', '2', { b: 1 })
  const one = player()
  const { client } = one
  const handles = [client.subscribe('a', []), client.subscribe('b', [])]
  client.connect()
  await settle()
  const view = (): { [id: string]: Fields } =>
    Object.fromEntries(
      client.store
        .collection('c')
        .all()
        .map(({ _id, ...fields }) => [String(_id), fields]),
    )
  const close = (name: string): void => {
    gates[name] = []
  }
  const open = async (name: string): Promise<void> => {
    for (const resolve of gates[name] ?? []) resolve()
    gates[name] = null
    await settle()
  }
  const lose = async (): Promise<void> => {
    one.pairs.at(-1)!.cut()
    client.connect()
    await settle()
  }
  return { ...made, ...one, sets, handles, view, close, open, lose }
}

describe('quiescence', () => {
  it('Q1, Q2: readers see the old documents until every revived subscription has answered, then the new ones at once', async () => {
    const { sets, view, close, open, lose, client, settle } = await settled()
    close('b')
    const states: unknown[] = []
    client.store.collection('c').listen(() => states.push(view()))
    const unchanged = client.store.collection('c').get('2')
    sets.a.put('c', '1', { a: 2 })
    sets.a.put('c', '3', { a: 3 })
    await settle()
    expect(states.splice(0)).toHaveLength(2)
    await lose()
    expect(view()).toEqual({ 1: { a: 2 }, 2: { b: 1 }, 3: { a: 3 } })
    sets.a.put('c', '3', { a: 4 })
    sets.a.remove('c', '1')
    await settle()
    expect(states).toEqual([])
    await open('b')
    expect(view()).toEqual({ 2: { b: 1 }, 3: { a: 4 } })
    expect(client.store.collection('c').get('2')).toBe(unchanged)
  })

  it('Q1: changes made while the connection was lost become visible when all subscriptions have answered', async () => {
    const { sets, view, close, open, pairs, client, settle } = await settled()
    pairs[0]!.cut()
    sets.a.put('c', '1', { a: 9 })
    sets.b.remove('c', '2')
    close('a')
    client.connect()
    await settle()
    expect(view()).toEqual({ 1: { a: 1 }, 2: { b: 1 } })
    await open('a')
    expect(view()).toEqual({ 1: { a: 9 } })
  })

  it('Q2: a subscription that fails or is stopped meanwhile is waited for no longer', async () => {
    const { view, close, open, lose, handles, settle } = await settled()
    close('a')
    await lose()
    handles[0]!.stop()
    await settle()
    expect(view()).toEqual({ 1: { a: 1 }, 2: { b: 1 } })
    await open('a')
    expect(view()).toEqual({ 2: { b: 1 } })
  })

  it('Q2: a resync waits for a wait method, not for a plain one, which settles when the data is complete', async () => {
    const { view, close, open, pairs, client, settle, server, sets } = await settled()
    const log: string[] = []
    server.method('m', () => 1)
    client.onOpen(() => void client.call('login', [], { wait: true, first: true }).then(() => log.push('login')))
    pairs[0]!.cut()
    close('login')
    sets.a.put('c', '1', { a: 5 })
    void client.call('m', []).then(() => log.push(`m ${JSON.stringify(view())}`))
    client.connect()
    await settle()
    expect([log, view()]).toEqual([[], { 1: { a: 1 }, 2: { b: 1 } }])
    await open('login')
    expect(view()).toEqual({ 1: { a: 5 }, 2: { b: 1 } })
    expect(log).toEqual(['login', 'm {"1":{"a":5},"2":{"b":1}}'])
  })

  it('Q2, M13: a wait method behind a plain call does not keep both from being answered', async () => {
    const { view, pairs, client, settle, server, sets } = await settled()
    const log: string[] = []
    server.method('m', () => 1)
    pairs[0]!.cut()
    sets.a.put('c', '1', { a: 5 })
    void client.call('m', []).then(() => log.push('m'))
    void client.call('login', [], { wait: true }).then(() => log.push('login'))
    client.connect()
    await settle()
    expect(log).toEqual(['m', 'login'])
    expect(view()).toEqual({ 1: { a: 5 }, 2: { b: 1 } })
  })

  it('Q2, M15: a wait method whose result came before the connection was lost does not delay the data', async () => {
    const { view, pairs, client, settle, sets } = await settled()
    const log: string[] = []
    void client.call('login', [], { wait: true }).then(() => log.push('login'))
    pairs[0]!.client.onMessage('{"msg":"result","id":"1"}')
    pairs[0]!.cut()
    sets.a.put('c', '1', { a: 5 })
    client.connect()
    await settle()
    expect(view()).toEqual({ 1: { a: 5 }, 2: { b: 1 } })
    expect(log).toEqual(['login'])
  })

  it('M15: a call answered on the new connection before the data is complete settles afterwards', async () => {
    const { view, close, open, lose, client, server, sets, settle } = await settled()
    server.method('write', () => {
      sets.a.put('c', '1', { a: 7 })
      return 'done'
    })
    close('b')
    await lose()
    const log: unknown[] = []
    void client.call('write', []).then(result => log.push(result, view()))
    await settle()
    expect(log).toEqual([])
    await open('b')
    expect(log).toEqual(['done', { 1: { a: 7 }, 2: { b: 1 } }])
  })

  it('M15: a plain call that is answered before the subscriptions are settles when they have', async () => {
    const { view, close, open, pairs, client, settle, server, sets } = await settled()
    server.method('write', () => {
      sets.a.put('c', '1', { a: 7 })
      return 'done'
    })
    const log: unknown[] = []
    pairs[0]!.cut()
    void client.call('write', []).then(result => log.push(result, view()))
    close('b')
    client.connect()
    await settle()
    expect(pairs[1]!.toClient).toContain('{"msg":"result","id":"1","result":"done"}')
    expect(log).toEqual([])
    await open('b')
    expect(log).toEqual(['done', { 1: { a: 7 }, 2: { b: 1 } }])
  })

  it('Q1: a subscription made meanwhile is ready when its documents can be seen', async () => {
    const { view, close, open, pairs, client, settle, server, sets } = await settled()
    sets.a.put('c', '3', {})
    server.publish('quick', each => {
      each.added('c', 'new', {})
      each.ready()
    })
    close('b')
    pairs[0]!.cut()
    const handle = client.subscribe('quick', [])
    client.connect()
    await settle()
    const socket = pairs[1]!.client
    socket.onMessage('{"msg":"added","collection":"c","id":"early"}')
    socket.onMessage(`{"msg":"ready","subs":["${handle.id}"]}`)
    expect([handle.state.state, Object.keys(view())]).toEqual(['pending', ['1', '2']])
    await open('b')
    expect([handle.state.state, Object.keys(view()).sort()]).toEqual(['ready', ['1', '2', '3', 'early', 'new']])
  })

  it('Q3, M15: what an old connection had deferred is not done on the new one', async () => {
    const { pairs, client, settle, server, close, open } = await settled()
    server.method('stuck', () => new Promise(() => {}))
    server.publish('nothing', each => each.ready())
    const log: unknown[] = []
    pairs[0]!.cut()
    close('b')
    client.connect()
    await settle()
    void client.call('stuck', []).then(result => log.push(result))
    pairs[1]!.client.onMessage('{"msg":"updated","methods":["1"]}')
    pairs[1]!.cut()
    client.connect()
    await open('b')
    pairs[2]!.client.onMessage('{"msg":"ready","subs":["1","2"]}')
    pairs[2]!.client.onMessage('{"msg":"result","id":"1","result":"early"}')
    await settle()
    expect(log).toEqual([])
    pairs[2]!.client.onMessage('{"msg":"updated","methods":["1"]}')
    await settle()
    expect(log).toEqual(['early'])
  })

  it('Q3: losing the socket meanwhile starts it over and loses nothing', async () => {
    const { view, close, open, lose, sets, handles, settle } = await settled()
    sets.a.put('c', '1', { a: 2 })
    await settle()
    close('b')
    for (let i = 0; i < 3; i++) {
      sets.b.put('c', '2', { b: i })
      await lose()
      expect(view()).toEqual({ 1: { a: 2 }, 2: { b: 1 } })
    }
    await open('b')
    expect(view()).toEqual({ 1: { a: 2 }, 2: { b: 2 } })
    expect(handles.map(handle => handle.state.state)).toEqual(['ready', 'ready'])
  })

  it('Q2: with nothing to wait for, old documents go at once', async () => {
    const { view, lose, handles, settle } = await settled()
    for (const handle of handles) handle.stop()
    await settle()
    expect(view()).toEqual({})
    await lose()
    expect(view()).toEqual({})
  })
})

describe('a page that was rendered', () => {
  async function rendered(change: (set: ResultSet) => void = () => {}) {
    const made = createDdpHarness()
    const set = new ResultSet()
    for (let i = 0; i < 3; i++) set.put('c', String(i), { n: i, at: new Date(i) })
    made.server.publish('p', () => set, { heldVersions: true })
    made.server.publish('other', each => {
      each.added('c', '0', { n: 'other', extra: 1 })
      each.ready()
    })
    const [snapshot] = await made.server.snapshot([{ name: 'p', params: [{}] }])
    change(set)
    const one = made.player()
    one.client.hydrate([{ ...snapshot!, version: snapshot!.version! } satisfies Snapshot])
    const data = (): string[] => one.pairs.at(-1)!.toClient.filter(text => text.includes('"collection":"c"'))
    const view = (): unknown[] => one.client.store.collection('c').all()
    return { ...made, ...one, set, data, view, version: snapshot!.version! }
  }

  const three = [0, 1, 2].map(i => ({ _id: String(i), n: i, at: new Date(i) }))

  it('S12: its documents are there before anything is connected, and its subscription is ready', async () => {
    const { client, view } = await rendered()
    expect(view()).toEqual(three)
    expect(client.subscribe('p', [{}]).state.state).toBe('ready')
    expect(client.subscribe('p', [{ other: 1 }]).state.state).toBe('pending')
    expect(client.subscribe('p', [{}]).state.state).toBe('pending')
  })

  it('S12, S14: no document of it is sent again when nothing changed, nor an answer, and later steps are followed', async () => {
    const { client, set, settle, data, view, sent, pairs } = await rendered()
    client.subscribe('p', [{}])
    client.connect()
    await settle()
    expect(JSON.parse(sent()[1]!)).toMatchObject({ params: [{}, { held: set.version(hash), brief: true }] })
    expect(pairs.at(-1)!.toClient.slice(-1)).toEqual(['{"msg":"ready","subs":["1"]}'])
    expect(data()).toEqual([])
    expect(view()).toEqual(three)
    set.put('c', '1', { n: 9 })
    set.remove('c', '2')
    await settle()
    expect(view()).toEqual([three[0], { _id: '1', n: 9 }])
    expect(client.store.collections().map(({ name }) => name)).toEqual(['c'])
  })

  it('S12, Q4: when it changed meanwhile all is sent, and what has gone goes; the old version is not held any more', async () => {
    const { client, settle, data, view, pairs, sent } = await rendered(set => {
      set.put('c', '1', { n: 9 })
      set.remove('c', '2')
    })
    client.subscribe('p', [{}])
    expect(view()).toEqual(three)
    client.connect()
    await settle()
    expect(data()).toHaveLength(2)
    expect(view()).toEqual([three[0], { _id: '1', n: 9 }])
    pairs[0]!.cut()
    client.connect()
    await settle()
    expect(sent()[1]).not.toContain('"held"')
  })

  it('S12: documents that another subscription supplies too are merged as the server does it', async () => {
    for (const first of [true, false]) {
      const { client, settle, view, set } = await rendered()
      if (first) client.subscribe('other', [])
      client.subscribe('p', [{}])
      if (!first) client.subscribe('other', [])
      client.connect()
      await settle()
      expect(view()).toContainEqual({ ...three[0], n: first ? 'other' : 0, extra: 1 })
      set.remove('c', '0')
      await settle()
      expect(view()).toContainEqual({ _id: '0', n: 'other', extra: 1 })
      expect(view()).toHaveLength(3)
    }
  })

  it('Q4: a held version counts on the next connection too, as long as no document has changed', async () => {
    const { client, set, settle, data, view, pairs, sent } = await rendered()
    client.subscribe('p', [{}])
    client.connect()
    await settle()
    pairs[0]!.cut()
    client.connect()
    await settle()
    expect(sent()[1]).toContain('"held"')
    expect(data()).toEqual([])
    expect(view()).toEqual(three)
    set.put('c', '1', { n: 9 })
    await settle()
    pairs[1]!.cut()
    client.connect()
    await settle()
    expect(sent()[1]).not.toContain('"held"')
    expect(data()).toHaveLength(3)
    expect(view()).toEqual([three[0], { _id: '1', n: 9 }, three[2]])
  })

  it('Q3, Q4, S12: a connection lost before the answer loses no documents', async () => {
    const { client, settle, data, view, pairs } = await rendered()
    client.subscribe('p', [{}])
    client.connect()
    pairs[0]!.flush()
    pairs[0]!.cut()
    expect(view()).toEqual(three)
    client.connect()
    await settle()
    expect(data()).toEqual([])
    expect(view()).toEqual(three)
  })

  it('S12: a subscription to the same that is made once connected holds nothing', async () => {
    const { client, settle, sent } = await rendered()
    client.connect()
    await settle()
    expect(client.subscribe('p', [{}]).state.state).toBe('pending')
    await settle()
    expect(sent().at(-1)).not.toContain('"held"')
  })
})

describe('a subscription that the server cannot answer after the connection was lost', () => {
  /** As `settled`, with publications `a` and `b` that fail with what `errors` says. */
  async function failing() {
    const made = createDdpHarness()
    const { server, player, settle } = made
    const errors: { [name: string]: DdpError | null } = { a: null, b: null }
    const sets = { a: new ResultSet(), b: new ResultSet() }
    for (const name of ['a', 'b'] as const) {
      server.publish(name, each => {
        if (errors[name] !== null) throw errors[name]
        each.attach(sets[name])
        each.ready()
      })
    }
    sets.a.put('c', '1', { a: 1 })
    sets.b.put('c', '2', { b: 1 })
    const one = player()
    const { client, pairs } = one
    const handles = { a: client.subscribe('a', []), b: client.subscribe('b', []) }
    client.connect()
    await settle()
    const ids = (): string[] => client.store.collection('c').all().map(({ _id }) => String(_id)).sort() // biome-ignore format: one line
    const lose = async (): Promise<void> => {
      pairs.at(-1)!.cut()
      client.connect()
      await settle()
    }
    return { ...made, client, errors, sets, handles, ids, lose }
  }
  const overloaded = new DdpError(500, 'Not now')
  const limited = new DdpError('too-many-requests', 'Slow down')

  it.each([overloaded, limited])('Q5: keeps its documents until a later one is ready, and those of others are new (%s)', async error => {
    const { client, errors, sets, handles, ids, lose, settle } = await failing()
    errors.a = error
    sets.b.remove('c', '2')
    sets.b.put('c', '3', {})
    await lose()
    expect([ids(), handles.a.state, handles.b.state]).toEqual([['1', '3'], { state: 'failed', error, isKept: true }, { state: 'ready' }])
    client.subscribe('a', [])
    await settle()
    expect(ids()).toEqual(['1', '3'])
    errors.a = null
    sets.a.remove('c', '1')
    sets.a.put('c', '4', {})
    client.subscribe('a', [])
    await settle()
    expect(ids()).toEqual(['3', '4'])
  })

  it('Q5: a kept document that is sent again is replaced, not merged', async () => {
    const { client, errors, sets, lose, settle } = await failing()
    errors.a = overloaded
    await lose()
    errors.a = null
    sets.a.remove('c', '1')
    sets.a.put('c', '1', { other: 2 })
    client.subscribe('a', [])
    await settle()
    expect(client.store.collection('c').get('1')).toEqual({ _id: '1', other: 2 })
  })

  it('Q5: keeps documents that were added later only where all documents of their collection are kept', async () => {
    for (const [others, expected] of [
      [null, ['1', '2']],
      [overloaded, ['1', '2', '5']],
    ] as const) {
      const { errors, sets, ids, lose, settle } = await failing()
      sets.a.put('c', '5', {})
      await settle()
      errors.a = overloaded
      errors.b = others
      await lose()
      expect(ids()).toEqual(expected)
    }
  })

  it('Q5: takes its documents away at once where it is refused, then or later', async () => {
    for (const code of [401, 403, 404]) {
      const first = await failing()
      first.errors.a = new DdpError(code, 'No')
      await first.lose()
      expect([first.ids(), first.handles.a.state.state]).toEqual([['2'], 'failed'])
      const later = await failing()
      later.errors.a = overloaded
      await later.lose()
      later.errors.a = new DdpError(code, 'No')
      later.client.subscribe('a', [])
      await later.settle()
      expect(later.ids()).toEqual(['2'])
    }
  })

  it('Q5: keeps nothing if another one is refused, because documents may have been of both', async () => {
    const { errors, handles, ids, lose } = await failing()
    errors.a = overloaded
    errors.b = new DdpError(403, 'No')
    await lose()
    expect([ids(), handles.a.state]).toEqual([[], { state: 'failed', error: overloaded }])
  })

  it('Q5: drops what it has kept for another user, also while connecting, and when it is stopped', async () => {
    const other = await failing()
    other.errors.a = overloaded
    await other.lose()
    other.client.dropKept()
    expect([other.ids(), other.handles.a.state]).toEqual([['2'], { state: 'failed', error: overloaded }])
    const reconnecting = await failing()
    reconnecting.errors.a = overloaded
    reconnecting.client.onOpen(() => reconnecting.client.dropKept())
    await reconnecting.lose()
    expect([reconnecting.ids(), reconnecting.handles.a.state]).toEqual([['2'], { state: 'failed', error: overloaded }])
    const stopped = await failing()
    stopped.errors.a = overloaded
    await stopped.lose()
    stopped.handles.a.stop()
    expect(stopped.ids()).toEqual(['2'])
  })

  it('Q5: is sent again if the connection is lost before the others have answered (chaos groups, seed 3)', async () => {
    const { server, client, errors, sets, handles, ids, lose, settle } = await failing()
    let isAnswering = true
    server.publish('slow', each => {
      if (isAnswering) each.ready()
    })
    client.subscribe('slow', [])
    await settle()
    errors.a = overloaded
    isAnswering = false
    await lose()
    expect(handles.a.state).toEqual({ state: 'ready' })
    errors.a = null
    isAnswering = true
    sets.a.put('c', '4', {})
    await lose()
    sets.a.put('c', '5', {})
    await settle()
    expect([ids(), handles.a.state]).toEqual([['1', '2', '4', '5'], { state: 'ready' }])
  })

  it.each([overloaded, limited])(
    'Q5: keeps what a subscription had that the server ends for now, until a later one is ready (%s)',
    async error => {
      const { server, client, sets, handles, ids, settle } = await failing()
      const shared = new ResultSet()
      let end: (error: DdpError) => void = () => {}
      server.publish('ended', each => {
        each.attach(shared)
        each.ready()
        end = cause => each.error(cause)
      })
      for (const id of ['2', '6', '7']) shared.put('c', id, { ended: true })
      const ended = client.subscribe('ended', [])
      await settle()
      shared.remove('c', '7')
      sets.b.put('c', '8', {})
      await settle()
      end(error)
      await settle()
      expect([ids(), ended.state]).toEqual([['1', '2', '6', '8'], { state: 'failed', error, isKept: true }])
      shared.remove('c', '6')
      shared.put('c', '9', {})
      client.subscribe('ended', [])
      await settle()
      expect(ids()).toEqual(['1', '2', '8', '9'])
      expect(handles.b.state.state).toBe('ready')
      // A refusal takes away what was kept, and one that ends for good keeps nothing.
      end(error)
      await settle()
      client.dropKept()
      expect(ids()).toEqual(['1', '2', '8'])
      client.subscribe('ended', [])
      await settle()
      end(new DdpError(403, 'No'))
      await settle()
      expect(ids()).toEqual(['1', '2', '8'])
    },
  )

  it('Q5: goes on keeping them when the connection is lost again', async () => {
    const { client, errors, ids, lose, settle } = await failing()
    errors.a = overloaded
    await lose()
    await lose()
    expect(ids()).toEqual(['1', '2'])
    errors.a = null
    client.subscribe('a', [])
    await settle()
    expect(ids()).toEqual(['1', '2'])
  })
})

import { describe, expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { ResultSet } from '../result-set.ts'
import type { PublishContext } from '../subscription.ts'

const sub = (name: string, id: string, params?: unknown[]): object => ({ msg: 'sub', name, id, params })
const unsub = (id: string): object => ({ msg: 'unsub', id })
const ready = (...ids: string[]): string => `{"msg":"ready","subs":${JSON.stringify(ids)}}`
const nosub = (id: string): string => `{"msg":"nosub","id":"${id}"}`
const FAULT =
  '{"isClientSafe":true,"error":500,"reason":"Internal server error","message":"Internal server error [500]","errorType":"Meteor.Error"}'
const fault = (id: string): string => `{"msg":"nosub","id":"${id}","error":${FAULT}}`
const added = (id: string, fields?: object): string => JSON.stringify({ msg: 'added', collection: 'c', id, fields })
const changed = (id: string, fields?: object, cleared?: string[]): string =>
  JSON.stringify({ msg: 'changed', collection: 'c', id, fields, cleared })
const removed = (id: string): string => JSON.stringify({ msg: 'removed', collection: 'c', id })

function setOf(documents: { [id: string]: object }): ResultSet {
  const set = new ResultSet()
  for (const [id, fields] of Object.entries(documents)) set.put('c', id, fields as Record<string, never>)
  return set
}

describe('subscriptions', () => {
  it('S1: a sub is answered by one ready after its first documents', async () => {
    const { connected, server } = createDdpHarness()
    let publishing: PublishContext | undefined
    server.publish('p', async (each, a) => {
      publishing = each
      each.added('c', '1', { a: a! })
      await null
      each.added('c', '2', {})
      each.ready()
      each.ready()
    })
    const one = await connected()
    expect(await one.send(sub('p', 's', ['x']))).toEqual([added('1', { a: 'x' }), added('2'), ready('s')])
    publishing!.ready()
    publishing!.changed('c', '1', { b: 1, a: undefined })
    publishing!.removed('c', '2')
    expect(await one.send()).toEqual([changed('1', { b: 1 }, ['a']), removed('2')])
    expect(() => publishing!.changed('c', '9', {})).toThrow('Could not find element with id 9 to change')
  })

  it.each(['x', 'constructor', ''])('S2: %j is no publication', async name => {
    const { connected } = createDdpHarness()
    const [answer] = await (await connected()).send(sub(name, 's'))
    expect(answer).toBe(
      `{"msg":"nosub","id":"s","error":{"isClientSafe":true,"error":404,"reason":"Subscription '${name}' not found","message":"Subscription '${name}' not found [404]","errorType":"Meteor.Error"}}`,
    )
  })

  it('S3: a sub whose id is active is ignored without an answer', async () => {
    const { connected, server } = createDdpHarness()
    let runs = 0
    server.publish('p', each => {
      runs++
      each.ready()
    })
    const one = await connected()
    expect(await one.send(sub('p', 's'), sub('p', 's', [2]))).toEqual([ready('s')])
    expect(runs).toBe(1)
    expect(await one.send(unsub('s'), sub('p', 's'))).toEqual([nosub('s'), ready('s')])
  })

  it('S4: unsub takes back what only that subscription supplied, and is answered by nosub', async () => {
    const { connected, server } = createDdpHarness()
    const set = setOf({ 1: { a: 1 }, 2: { b: 1 } })
    server.publish('all', () => set)
    server.publish('one', () => setOf({ 1: { a: 2 } }))
    const one = await connected()
    await one.send(sub('all', 'a'), sub('one', 'b'))
    expect(set.observers).toBe(1)
    expect(await one.send(unsub('a'))).toEqual([changed('1', { a: 2 }), removed('2'), nosub('a')])
    expect(set.observers).toBe(0)
    set.put('c', '3', {})
    expect(await one.send()).toEqual([])
  })

  it('S4: also for an id that is unknown', async () => {
    const { connected } = createDdpHarness()
    expect(await (await connected()).send(unsub('never'), unsub('never'))).toEqual([nosub('never'), nosub('never')])
  })

  it('S5: when a publication fails its documents go first, then nosub with the error; when it stops by itself, without', async () => {
    const { connected, server, reports } = createDdpHarness()
    const running: PublishContext[] = []
    server.publish('p', each => {
      running.push(each)
      each.added('c', each.userId ?? String(running.length), {})
      each.ready()
    })
    server.publish('throws', each => {
      each.added('c', 't', {})
      throw new DdpError('no')
    })
    server.publish('rejects', async () => {
      throw new Error('secret')
    })
    const one = await connected()
    await one.send(sub('p', 'a'), sub('p', 'b'))
    running[0]!.error(new DdpError(403, 'No'))
    running[0]!.error(new DdpError(403, 'again'))
    running[1]!.stop()
    expect(await one.send()).toEqual([
      removed('1'),
      '{"msg":"nosub","id":"a","error":{"isClientSafe":true,"error":403,"reason":"No","message":"No [403]","errorType":"Meteor.Error"}}',
      removed('2'),
      nosub('b'),
    ])
    expect(await one.send(sub('throws', 'c'), sub('rejects', 'd'))).toEqual([
      added('t'),
      removed('t'),
      '{"msg":"nosub","id":"c","error":{"isClientSafe":true,"error":"no","message":"[no]","errorType":"Meteor.Error"}}',
      fault('d'),
    ])
    expect(reports.map(String)).toEqual(['Error: secret'])
    expect(one.session.subscriptions.size).toBe(0)
  })

  it('S5: one that has stopped can publish nothing more', async () => {
    const { connected, server } = createDdpHarness()
    const set = setOf({ 9: {} })
    let late: () => void = () => {}
    server.publish('p', each => {
      each.stop()
      late = () => {
        each.added('c', '1', {})
        each.changed('c', '1', {})
        each.removed('c', '1')
        each.attach(set)
        each.ready()
        each.stop()
        each.error(new Error('late'))
      }
    })
    const one = await connected()
    expect(await one.send(sub('p', 's'))).toEqual([nosub('s')])
    late()
    expect(await one.send()).toEqual([])
    expect(set.observers).toBe(0)
  })

  it('S6: a handler may return a set, or several; it may attach one itself', async () => {
    const { connected, server } = createDdpHarness()
    const set = setOf({ 1: {} })
    server.publish('one', () => set)
    server.publish('more', async () => [set, setOf({ 2: {} })])
    server.publish('attach', each => {
      each.attach(set)
      each.attach(set)
      each.ready()
    })
    const one = await connected()
    expect(await one.send(sub('one', 'a'), sub('more', 'b'), sub('attach', 'c'))).toEqual([
      added('1'),
      ready('a'),
      added('2'),
      ready('b', 'c'),
    ])
    expect(set.observers).toBe(3)
    await one.send(unsub('a'), unsub('b'), unsub('c'))
    expect(set.observers).toBe(0)
  })

  it.each([1, 'text', true, {}, [1], [setOf({}), {}]].map(value => [JSON.stringify(value), value]))(
    'S6: a handler that returns %s is an error 500',
    async (_, value) => {
      const { connected, server, reports } = createDdpHarness()
      server.publish('p', () => value)
      expect(await (await connected()).send(sub('p', 's'))).toEqual([fault('s')])
      expect(reports).toHaveLength(1)
    },
  )

  it.each([undefined, null, false, 0, ''])('S6: a handler that returns %j has to say ready itself', async value => {
    const { connected, server } = createDdpHarness()
    server.publish('p', () => value)
    const one = await connected()
    expect(await one.send(sub('p', 's'))).toEqual([])
    expect(await one.send(unsub('s'))).toEqual([nosub('s')])
  })

  it("S7: sub and unsub take their turn in the session's order", async () => {
    const { connected, server } = createDdpHarness()
    let open = (): void => {}
    server.publish(
      'slow',
      each =>
        new Promise<void>(resolve => {
          open = () => {
            each.added('c', '1', {})
            each.ready()
            resolve()
          }
        }),
    )
    server.method('m', () => {})
    const one = await connected()
    expect(await one.send(sub('slow', 's'), unsub('s'), { msg: 'method', method: 'm', id: '1' })).toEqual([])
    open()
    expect(await one.send()).toEqual([
      added('1'),
      ready('s'),
      removed('1'),
      nosub('s'),
      '{"msg":"updated","methods":["1"]}',
      '{"msg":"result","id":"1"}',
    ])
  })

  it('S8: a universal publication runs for every session after connected, and has no id, no ready and no nosub', async () => {
    const { peer, server, reports } = createDdpHarness()
    const set = setOf({ 1: { a: 1 } })
    server.publish(null, () => set)
    server.publish(null, each => {
      each.added('c', '2', {})
      each.ready()
      each.stop()
    })
    server.publish(null, () => {
      throw new Error('secret')
    })
    const one = peer()
    const [, connected, ...rest] = await one.send('{"msg":"connect","version":"1","support":["1"]}')
    expect(connected).toContain('"connected"')
    expect(rest.sort()).toEqual([added('1', { a: 1 }), added('2'), removed('2')].sort())
    set.put('c', '1', { a: 2 })
    expect(await one.send()).toEqual([changed('1', { a: 2 })])
    expect(reports.map(String)).toEqual(['Error: secret'])
    one.pair.cut()
    expect(set.observers).toBe(0)
  })

  it('S8: a session that a universal publication closes starts no more of them', async () => {
    const { connected, server } = createDdpHarness()
    const set = setOf({ 1: {} })
    server.publish(null, each => each.connection!.close())
    server.publish(null, () => set)
    expect((await connected()).closed).toBe(true)
    expect(set.observers).toBe(0)
  })

  it('B8: a set whose observer stops the subscription that publishes it leaves nothing with the client', async () => {
    const { connected, server } = createDdpHarness()
    const set = setOf({ 1: {}, 2: {} })
    server.publish('until gone', each => {
      each.onStop(set.observe(({ after }) => after === null && each.stop()))
      return set
    })
    server.publish('keeps', () => setOf({ 3: {} }))
    const one = await connected()
    await one.send(sub('until gone', 's'), sub('keeps', 'k'))
    set.remove('c', '1')
    expect(await one.send()).toEqual([removed('2'), removed('1'), nosub('s')])
    expect(set.observers).toBe(0)
  })

  it('B11: a change of a shared set is one frame for all sessions, and so is a document', async () => {
    const { server, settle, peer } = createDdpHarness()
    const set = setOf({ 1: {} })
    server.publish('p', () => set)
    const frames: unknown[][] = []
    for (let i = 0; i < 3; i++) {
      const one = peer()
      const mine: unknown[] = []
      frames.push(mine)
      const { send } = one.pair.server
      one.pair.server.send = batch => {
        mine.push(...batch.filter(({ text }) => text.includes('"collection"')))
        send(batch)
      }
      await one.send('{"msg":"connect","version":"1","support":["1"]}', sub('p', 's'))
    }
    set.put('c', '1', { a: 1 })
    set.put('c', '2', {})
    await settle()
    expect(frames[0]).toHaveLength(3)
    for (const mine of frames) for (const [i, frame] of mine.entries()) expect(frame).toBe(frames[0]![i])
  })

  it('S2: defining a second publication of the same name throws', () => {
    const { server } = createDdpHarness()
    server.publish('p', () => {})
    expect(() => server.publish('p', () => {})).toThrow("A publication named 'p' is already defined")
    expect(() => server.vent('p', () => {})).toThrow("A publication named 'p' is already defined")
  })
})

describe('held versions', () => {
  const held = (version: unknown): object => ({ held: version })

  function holding() {
    const made = createDdpHarness()
    const set = setOf({ 1: { a: 1 } })
    let params: unknown[] = []
    made.server.publish(
      'p',
      (_, ...rest) => {
        params = rest
        return set
      },
      { heldVersions: true },
    )
    const version = set.version(text => `hash(${text})`)
    return { ...made, set, version, params: () => params }
  }

  it('S12: the version is answered, and an unchanged set sends no document, but its later steps', async () => {
    const { connected, set, version, params } = holding()
    const one = await connected()
    expect(await one.send(sub('p', 's', [{ q: 1 }, held(version)]))).toEqual([
      JSON.stringify({ msg: 'added', collection: '_held', id: 's', fields: { version, unchanged: true } }),
      ready('s'),
    ])
    expect(params()).toEqual([{ q: 1 }])
    set.put('c', '1', { a: 2 })
    set.put('c', '2', {})
    expect(await one.send()).toEqual([changed('1', { a: 2 }), added('2')])
    expect(await one.send(unsub('s'))).toEqual([
      removed('1'),
      removed('2'),
      JSON.stringify({ msg: 'removed', collection: '_held', id: 's' }),
      nosub('s'),
    ])
  })

  it('S12: another version brings the documents', async () => {
    const { connected, version } = holding()
    expect(await (await connected()).send(sub('p', 's', [{}, held('old')]))).toEqual([
      JSON.stringify({ msg: 'added', collection: '_held', id: 's', fields: { version, unchanged: false } }),
      added('1', { a: 1 }),
      ready('s'),
    ])
  })

  it('S14: a brief answer is left out for an unchanged set, whose later steps are sent', async () => {
    const { connected, set, version, params } = holding()
    const one = await connected()
    const brief = { held: version, brief: true }
    expect(await one.send(sub('p', 's', [{ q: 1 }, brief]), sub('p', 't', [{}, brief]))).toEqual([ready('s', 't')])
    expect(params()).toEqual([{}])
    set.put('c', '1', { a: 2 })
    expect(await one.send()).toEqual([changed('1', { a: 2 })])
    expect(await one.send(unsub('s'), unsub('t'))).toEqual([nosub('s'), removed('1'), nosub('t')])
  })

  it('S14: another version is answered briefly too, before its documents', async () => {
    const { connected, version } = holding()
    expect(await (await connected()).send(sub('p', 's', [{}, { held: 'old', brief: true }]))).toEqual([
      JSON.stringify({ msg: 'added', collection: '_held', id: 's', fields: { version, unchanged: false } }),
      added('1', { a: 1 }),
      ready('s'),
    ])
  })

  it('S14: a step that comes after a brief answer, in the same turn, is sent after its ready', async () => {
    const { connected, set, version, server } = holding()
    server.publish('steps', each => {
      set.put('c', '1', { a: 2 })
      each.ready()
    })
    const brief = { held: version, brief: true }
    expect(await (await connected()).send(sub('p', 's', [{}, brief]), sub('steps', 't'))).toEqual([
      ready('s'),
      changed('1', { a: 2 }),
      ready('t'),
    ])
  })

  it('S15: subscriptions that are ready one after the other are told in one message', async () => {
    const { connected, server } = createDdpHarness()
    server.publish('p', each => each.ready())
    expect(await (await connected()).send(sub('p', 'a'), sub('p', 'b'), sub('none', 'c'), sub('p', 'd'))).toEqual([
      ready('a', 'b'),
      expect.stringContaining('"nosub"'),
      ready('d'),
    ])
  })

  it.each([
    ['no last parameter', [{}]],
    ['a version that is no text', [{}, held(1)]],
    ['more than a version', [{}, { held: 'v', more: 1 }]],
    ['a brief that is not true', [{}, { held: 'v', brief: 1 }]],
    ['more than a brief version', [{}, { held: 'v', brief: true, more: 1 }]],
    ['an array', [{}, ['v']]],
    ['a date', [{}, { $date: 1 }]],
    ['null', [{}, null]],
  ])('S13: with %s nothing is held and _held is not seen', async (_, sent) => {
    const { connected, params } = holding()
    expect(await (await connected()).send(sub('p', 's', sent))).toEqual([added('1', { a: 1 }), ready('s')])
    expect(params()).toHaveLength(sent.length)
  })

  it('S13: a publication that knows of no versions gets the parameter itself', async () => {
    const { connected, server } = holding()
    server.publish('own', (each, _, last) => {
      each.added('c', 'x', { last: last! })
      each.ready()
    })
    expect(await (await connected()).send(sub('own', 's', [{}, held('v')]))).toEqual([added('x', { last: { held: 'v' } }), ready('s')])
  })

  it('S12: one that fails takes its answer back', async () => {
    const { connected, server } = createDdpHarness()
    let publishing: PublishContext | undefined
    server.publish(
      'p',
      each => {
        publishing = each
        each.ready()
      },
      { heldVersions: true },
    )
    const one = await connected()
    const [answer] = await one.send(sub('p', 's', [{}, held('v')]))
    expect(answer).toContain('"_held"')
    publishing!.error(new DdpError(403))
    const [first, second] = await one.send()
    expect(first).toBe('{"msg":"removed","collection":"_held","id":"s"}')
    expect(second).toContain('"nosub"')
  })

  it('S12: a page gets the same version and documents as a subscription', async () => {
    const { server, set, version, connected } = holding()
    server.publish('fails', () => {
      throw new DdpError(403)
    })
    server.publish('handmade', each => {
      each.added('c', 'x', { at: new Date(1) })
      each.ready()
    })
    const [snapshot, failed, handmade] = await server.snapshot([
      { name: 'p', params: [{}] },
      { name: 'fails', params: [] },
      { name: 'handmade', params: [] },
    ])
    expect(snapshot).toMatchObject({
      version,
      documents: [{ collection: 'c', id: '1', fields: { a: 1 } }],
      error: null,
      sets: [{ set, revision: 1 }],
    })
    expect(failed).toMatchObject({ version: null, documents: [], error: { error: 403 } })
    expect(handmade!.documents).toEqual([{ collection: 'c', id: 'x', fields: { at: new Date(1) } }])
    expect(set.observers).toBe(0)
    await expect(server.snapshot([{ name: 'nope', params: [] }])).rejects.toThrow("There is no publication named 'nope'")
    const [answer] = await (await connected()).send(sub('p', 's', [{}, held(snapshot!.version)]))
    expect(answer).toContain('"unchanged":true')
  })

  it('B10: the version of several sets does not depend on their order, nor on empty ones', async () => {
    const { server } = createDdpHarness()
    const sets = [setOf({ 1: { a: 1 } }), setOf({ 2: { a: 1 } }), new ResultSet()]
    const orders = { a: [0, 1], b: [1, 0], c: [2, 1, 0], one: [0], 'one and none': [2, 0], other: [1] }
    for (const [name, order] of Object.entries(orders)) server.publish(name, () => order.map(index => sets[index]))
    const versions = (await server.snapshot(Object.keys(orders).map(name => ({ name, params: [] })))).map(({ version }) => version)
    expect(new Set(versions.slice(0, 3)).size).toBe(1)
    expect(versions[3]).toBe(versions[4])
    expect(new Set(versions).size).toBe(3)
  })

  it('S12: a slow reader gets the answer on its version before later changes of the documents', async () => {
    const { connected, server, set, version, clock } = holding()
    const other = new ResultSet()
    server.publish('other', () => other)
    server.publish(
      'later',
      async each => {
        await new Promise<void>(resolve => void clock.after(1, resolve))
        each.attach(set)
        each.ready()
      },
      { heldVersions: true },
    )
    const one = await connected()
    one.pair.stall(true)
    await one.send(sub('other', 'o'), sub('later', 's', [{}, held(version)]))
    other.put('c', 'pad', { text: 'x'.repeat(100_000) })
    await one.send()
    other.put('c', '1', { b: 2 })
    clock.advance(1)
    await one.send()
    set.remove('c', '1')
    other.remove('c', '1')
    one.pair.stall(false)
    await one.send()
    clock.advance(25)
    await one.send()
    const texts = one.pair.toClient.filter(text => /_held|"id":"1"/.test(text))
    expect(texts).toEqual([
      added('1', { b: 2, a: 1 }),
      JSON.stringify({ msg: 'added', collection: '_held', id: 's', fields: { version, unchanged: true } }),
      removed('1'),
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDdpHarness, type DdpHarness, type Peer } from '#ddp/testing/ddp-harness.ts'
import { toWireView, WireModel } from '#ddp/testing/wire-model.ts'
import type { Ejson, Fields } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { ResultSet } from '../result-set.ts'

const sub = (name: string, id: string, params: unknown[] = []): object => ({ msg: 'sub', name, id, params })
const login = (userId: string | null, id = 'l'): object => ({ msg: 'method', method: 'login', id, params: [userId] })
const added = (id: string, fields?: object): string => JSON.stringify({ msg: 'added', collection: 'c', id, fields })
const changed = (id: string, fields?: object, cleared?: string[]): string =>
  JSON.stringify({ msg: 'changed', collection: 'c', id, fields, cleared })
const removed = (id: string): string => JSON.stringify({ msg: 'removed', collection: 'c', id })
const answer = (id = 'l'): string[] => [`{"msg":"updated","methods":["${id}"]}`, `{"msg":"result","id":"${id}"}`]

function accounts(): DdpHarness {
  const made = createDdpHarness()
  made.server.method('login', (invocation, userId) => invocation.setUserId(userId as string | null))
  return made
}

describe('a change of user', () => {
  it('S9: runs everything again; the client gets the difference, then one ready, all before updated', async () => {
    const { server, connected } = accounts()
    const set = new ResultSet()
    set.put('c', 'all', { a: 1 })
    server.publish(null, each => each.added('c', 'universal', { user: each.userId }))
    server.publish('set', () => set)
    server.publish('mine', (each, tag) => {
      each.added('c', 'same', { x: [1] })
      each.added('c', each.userId ?? 'nobody', { tag: tag! })
      each.added('c', 'who', each.userId === null ? { a: 1, b: 1 } : { b: 2, c: 3 })
      each.ready()
    })
    server.publish('never ready', () => null)
    const one = await connected()
    await one.send(sub('set', '1'), sub('mine', '2', ['t']), sub('never ready', '3'))
    expect(await one.send(login('u'))).toEqual([
      changed('universal', { user: 'u' }),
      removed('nobody'),
      changed('who', { b: 2, c: 3 }, ['a']),
      added('u', { tag: 't' }),
      '{"msg":"ready","subs":["2","1"]}',
      ...answer(),
    ])
    expect(one.session.userId).toBe('u')
    set.put('c', 'all', { a: 2 })
    expect(await one.send()).toEqual([changed('all', { a: 2 })])
    expect(set.observers).toBe(1)
    one.pair.cut()
    expect(set.observers).toBe(0)
  })

  it('S9: one that now fails gets its nosub, and its documents go', async () => {
    const { server, connected } = accounts()
    server.publish('visitors', each => {
      each.added('c', '1', {})
      each.ready()
      if (each.userId !== null) throw new DdpError(403, 'No')
    })
    const one = await connected()
    await one.send(sub('visitors', 's'))
    expect(await one.send(login('u'))).toEqual([
      '{"msg":"nosub","id":"s","error":{"isClientSafe":true,"error":403,"reason":"No","message":"No [403]","errorType":"Meteor.Error"}}',
      removed('1'),
      ...answer(),
    ])
    expect(await one.send(sub('visitors', 's'))).toHaveLength(4)
  })

  it('S9: the method sees the new user, later ones too, and onStop of the old runs ran', async () => {
    const { server, connected } = accounts()
    const log: string[] = []
    server.method('both', async invocation => {
      log.push(String(invocation.userId))
      await invocation.setUserId('b')
      log.push(String(invocation.userId))
    })
    server.publish('p', each => each.onStop(() => log.push(`stop ${each.userId}`)))
    const one = await connected()
    await one.send(sub('p', '1'), login('a'), { msg: 'method', method: 'both', id: 'x' })
    expect(log).toEqual(['stop null', 'a', 'stop a', 'b'])
  })

  it('S9: steps of a set while others are still running are part of the difference', async () => {
    const { server, connected } = accounts()
    const set = new ResultSet()
    set.put('c', '1', { a: 1 })
    set.put('c', '2', { a: 1 })
    let open = (): void => {}
    server.publish('set', () => set)
    server.publish('slow', each => {
      each.ready()
      return each.userId === null
        ? null
        : new Promise<void>(resolve => {
            open = resolve
          })
    })
    const one = await connected()
    await one.send(sub('set', '1'), sub('slow', '2'))
    expect(await one.send(login('u'))).toEqual([])
    set.put('c', '1', { a: 2 })
    set.remove('c', '2')
    set.put('c', '3', {})
    expect(await one.send()).toEqual([])
    open()
    expect(await one.send()).toEqual([changed('1', { a: 2 }), removed('2'), added('3'), '{"msg":"ready","subs":["2","1"]}', ...answer()])
  })

  it('S9: a method that does not wait for it is answered after it all the same', async () => {
    const { server, connected } = accounts()
    server.method('careless', invocation => {
      void invocation.setUserId('u')
    })
    server.publish('p', each => {
      each.added('c', String(each.userId), {})
      each.ready()
    })
    const one = await connected()
    await one.send(sub('p', 's'))
    expect(await one.send({ msg: 'method', method: 'careless', id: 'l' })).toEqual([
      removed('null'),
      added('u'),
      '{"msg":"ready","subs":["s"]}',
      ...answer(),
    ])
  })

  it('S9: two changes at once come one after the other', async () => {
    const { server, connected, reports } = accounts()
    server.method('twice', async invocation => {
      await Promise.all([invocation.setUserId('a'), invocation.setUserId('b')])
    })
    server.publish(null, each => each.added('c', 'universal', { user: each.userId }))
    server.publish('p', async each => {
      if (each.userId === 'a') for (let i = 0; i < 5; i++) await null
      each.added('c', String(each.userId), {})
      each.ready()
    })
    const one = await connected()
    await one.send(sub('p', 's'))
    const texts = await one.send({ msg: 'method', method: 'twice', id: 'l' })
    expect(texts.slice(-2)).toEqual(answer())
    expect(reports).toEqual([])
    expect(one.session.userId).toBe('b')
    expect(new WireModel().apply(one.pair.toClient).view).toEqual({ 'c/universal': { user: 'b' }, 'c/b': {} })
  })

  it('S9: a session that ends meanwhile leaves nothing running', async () => {
    const { server, connected, settle, reports } = accounts()
    const set = new ResultSet()
    server.publish('closes', each => void (each.userId === 'u' && each.connection!.close()))
    server.publish('p', () => set)
    const one = await connected()
    await one.send(sub('closes', '1'), sub('p', '2'))
    await one.send(login('u'))
    await settle()
    expect([one.closed, set.observers, reports]).toEqual([true, 0, []])
  })

  it('S9, S12: what was held stays held, and a change of user in between is told', async () => {
    const { server, connected } = accounts()
    const set = new ResultSet()
    set.put('c', '1', { a: 1 })
    server.publish('p', ({ userId }) => (userId === 'other' ? [] : set), { heldVersions: true })
    const version = set.version(text => `hash(${text})`)
    const one = await connected()
    expect(await one.send(sub('p', 's', [{}, { held: version }]))).toHaveLength(2)
    expect(await one.send(login('u'))).toEqual(['{"msg":"ready","subs":["s"]}', ...answer()])
    expect(await one.send(login('other'))).toEqual([removed('1'), '{"msg":"ready","subs":["s"]}', ...answer()])
  })

  it('S9, S12: one that has not answered what is held when the user changes sends its documents', async () => {
    const { server, connected, settle } = accounts()
    const set = new ResultSet()
    set.put('c', '1', { a: 1 })
    let open = (): void => {}
    server.publish(
      'p',
      each => {
        each.attach(set)
        if (each.userId !== null) each.ready()
      },
      { heldVersions: true },
    )
    server.publish('slow', ({ userId }) =>
      userId === null
        ? null
        : new Promise<void>(resolve => {
            open = resolve
          }),
    )
    const one = await connected()
    expect(await one.send(sub('slow', 'w'), sub('p', 's', [{}, { held: set.version(text => `hash(${text})`) }]))).toEqual([])
    await one.send(login('u'))
    set.remove('c', '1')
    set.put('c', '2', {})
    open()
    await settle()
    const texts = one.received()
    expect(texts.filter(text => text.includes('_held'))).toEqual([expect.stringContaining('"unchanged":false')])
    expect(texts).toContain(added('2'))
    await one.send({ msg: 'unsub', id: 's' })
    expect(new WireModel().apply(one.pair.toClient).view).toEqual({})
  })
})

type Step =
  | { do: 'put'; set: number; id: string; fields: Fields }
  | { do: 'remove'; set: number; id: string }
  | { do: 'sub' | 'unsub'; name: number; id: string }
  | { do: 'login'; user: string | null }
  | { do: 'settle' }

const id = fc.constantFrom('1', '2', '3')
const user = fc.constantFrom(null, 'a', 'b')
const value = fc.oneof(fc.nat(2), fc.constantFrom<Ejson>(null, { x: 1 }, new Date(3)))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      set: fc.nat(3),
      id,
      fields: fc.dictionary(fc.constantFrom('a', 'b'), value, { noNullPrototype: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), set: fc.nat(3), id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('sub' as const, 'unsub' as const), name: fc.nat(3), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('login' as const), user }) },
  { weight: 2, arbitrary: fc.constant({ do: 'settle' as const }) },
)

describe('any changes of user', () => {
  it('B8, S9: after every difference what the client was told equals what its subscriptions publish', async () => {
    let logins = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const { server, connected, reports } = accounts()
        const sets = Array.from({ length: 4 }, () => new ResultSet())
        server.publish(null, ({ userId }) => sets[userId === 'a' ? 0 : 3])
        for (let name = 0; name < 4; name++) {
          server.publish(String(name), async each => {
            if (name === 3 && each.userId === 'b') throw new DdpError(403)
            if (name > 1) await null
            each.added('c', '1', { a: name, mine: each.userId })
            each.attach(sets[name]!)
            if (each.userId === 'a') each.attach(sets[(name + 1) % 4]!)
            each.ready()
          })
        }
        const one: Peer = await connected()
        for (const each of steps) {
          if (each.do === 'put') sets[each.set]!.put('c', each.id, each.fields)
          else if (each.do === 'remove') sets[each.set]!.remove('c', each.id)
          else if (each.do === 'settle') await one.send()
          else if (each.do === 'login') {
            logins++
            one.pair.client.send(JSON.stringify(login(each.user)))
          } else one.pair.client.send(JSON.stringify({ msg: each.do, name: String(each.name), id: each.id }))
        }
        await one.send()
        const view = new WireModel().apply(one.pair.toClient).view
        expect(view).toEqual(toWireView(one.session.subscriptions.box().documents()))
        const expected = new Set([...sets[one.session.userId === 'a' ? 0 : 3]!.entries()].map(each => `c/${each.id}`))
        const live = sets.map(set => set.observers)
        for (const [index, set] of sets.entries()) if (live[index]! > 0) for (const each of set.entries()) expected.add(`c/${each.id}`)
        for (const key of expected) expect(view).toHaveProperty([key])
        expect(reports).toEqual([])
        one.pair.cut()
        expect(sets.map(set => set.observers)).toEqual([0, 0, 0, 0])
      }),
      { numRuns: 300 },
    )
    expect(logins).toBeGreaterThan(100)
  })
})

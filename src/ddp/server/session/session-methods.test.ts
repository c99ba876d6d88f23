import { describe, expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { ResultSet } from '../result-set.ts'

const call = (method: string, id: string, params?: unknown[]): object => ({ msg: 'method', method, id, params })
const updated = (id: string): string => `{"msg":"updated","methods":["${id}"]}`
const errorText = (id: string, error: string): string => `{"msg":"result","id":"${id}","error":${error}}`
const FAULT =
  '{"isClientSafe":true,"error":500,"reason":"Internal server error","message":"Internal server error [500]","errorType":"Meteor.Error"}'

/** A promise that the test resolves or rejects. */
function gate<T = void>(): { promise: Promise<T>; open(value: T): void; fail(error: unknown): void } {
  let open: (value: T) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { promise, open, fail }
}

describe('methods', () => {
  it('M16: a method that asks for it is answered, then its session is closed, and what waited behind it is not run', async () => {
    const { connected, server } = createDdpHarness()
    const run: string[] = []
    server.method('last', async invocation => {
      invocation.closeWhenAnswered()
      await null
      return 'bye'
    })
    server.method('next', () => void run.push('next'))
    const one = await connected()
    expect(await one.send(call('last', '1'), call('next', '2'))).toEqual([updated('1'), '{"msg":"result","id":"1","result":"bye"}'])
    expect(server.sessions).toBe(0)
    expect(run).toEqual([])
  })

  it('M2: every accepted method gets one result and one updated', async () => {
    const { connected, server, reports } = createDdpHarness()
    server.method('sync', (_, a, b) => [a, b] as Ejson)
    server.method('later', async () => 'done')
    server.method('throws', () => {
      throw new DdpError('no', 'Because', [1])
    })
    server.method('rejects', async () => {
      throw new Error('secret')
    })
    const one = await connected()
    const texts = await one.send(
      call('sync', '1', [1, new Date(0)]),
      call('later', '2'),
      call('throws', '3'),
      call('rejects', '4'),
      call('none', '5'),
    )
    expect(texts).toEqual([
      updated('1'),
      '{"msg":"result","id":"1","result":[1,"1970-01-01T00:00:00.000Z"]}',
      updated('2'),
      '{"msg":"result","id":"2","result":"done"}',
      updated('3'),
      errorText(
        '3',
        '{"isClientSafe":true,"error":"no","reason":"Because","details":[1],"message":"Because [no]","errorType":"Meteor.Error"}',
      ),
      updated('4'),
      errorText('4', FAULT),
      updated('5'),
      errorText(
        '5',
        `{"isClientSafe":true,"error":404,"reason":"Method 'none' not found","message":"Method 'none' not found [404]","errorType":"Meteor.Error"}`,
      ),
    ])
    expect(reports.map(String)).toEqual(['Error: secret'])
  })

  it('M2: a method may come twice with the same id, on two sockets or on one', async () => {
    const { connected, server } = createDdpHarness()
    server.method('m', () => 1)
    const [one, two] = [await connected(), await connected()]
    const answer = [updated('1'), '{"msg":"result","id":"1","result":1}']
    expect(await one.send(call('m', '1'), call('m', '1'))).toEqual([...answer, ...answer])
    expect(await two.send(call('m', '1'))).toEqual(answer)
  })

  it.each(['constructor', '__proto__', 'toString', ''])('M3: %j is no method', async name => {
    const { connected } = createDdpHarness()
    const [, answer] = await (await connected()).send(call(name, '1'))
    expect(JSON.parse(answer!)).toMatchObject({ id: '1', error: { error: 404, reason: `Method '${name}' not found` } })
  })

  it('M3: an unknown method is error 404', async () => {
    const { connected } = createDdpHarness()
    const [, answer] = await (await connected()).send(call('x', '1'))
    expect(answer).toContain(`"error":404,"reason":"Method 'x' not found"`)
  })

  it('M4: result is left out when the method returned undefined, and null is kept', async () => {
    const { connected, server } = createDdpHarness()
    server.method('nothing', () => {})
    server.method('null', () => null)
    const one = await connected()
    expect(await one.send(call('nothing', '1'), call('null', '2'))).toEqual([
      updated('1'),
      '{"msg":"result","id":"1"}',
      updated('2'),
      '{"msg":"result","id":"2","result":null}',
    ])
  })

  it('M4, E1: arguments and result are EJSON, and a result that cannot be sent is a fault', async () => {
    const { connected, server, reports } = createDdpHarness()
    server.method('echo', (_, value) => [value instanceof Date, value ?? null] as Ejson)
    server.method('bad', () => () => 1)
    const one = await connected()
    expect(await one.send('{"msg":"method","method":"echo","id":"1","params":[{"$date":5}]}', call('bad', '2'))).toEqual([
      updated('1'),
      '{"msg":"result","id":"1","result":[true,{"$date":5}]}',
      updated('2'),
      errorText('2', FAULT),
    ])
    expect(reports).toHaveLength(1)
  })

  it('M9: an error that carries a client-safe one is replaced by it', async () => {
    const { connected, server, reports } = createDdpHarness()
    server.method('m', () => {
      throw Object.assign(new Error('Expected text'), { sanitizedError: new DdpError(400, 'Match failed') })
    })
    const [, answer] = await (await connected()).send(call('m', '1'))
    expect(answer).toBe(
      errorText('1', '{"isClientSafe":true,"error":400,"reason":"Match failed","message":"Match failed [400]","errorType":"Meteor.Error"}'),
    )
    expect(reports).toEqual([])
  })

  it('M8: defining a second method of the same name throws', () => {
    const { server } = createDdpHarness()
    server.method('m', () => {})
    expect(() => server.method('m', () => {})).toThrow("A method named 'm' is already defined")
  })
})

describe('order', () => {
  it('M1: messages of a session run one at a time, in order; sessions are independent', async () => {
    const { connected, server } = createDdpHarness()
    const gates = new Map([1, 2, 3].map(n => [n, gate()]))
    const log: string[] = []
    server.method('m', async (_, n) => {
      log.push(`start ${n}`)
      await gates.get(n as number)!.promise
      log.push(`end ${n}`)
    })
    const [one, two] = [await connected(), await connected()]
    await one.send(call('m', '1', [1]), call('m', '2', [2]))
    await two.send(call('m', '3', [3]))
    expect(log).toEqual(['start 1', 'start 3'])
    gates.get(3)!.open()
    expect(await two.send()).toHaveLength(2)
    gates.get(2)!.open()
    expect(await one.send()).toEqual([])
    gates.get(1)!.open()
    await one.send()
    expect(log).toEqual(['start 1', 'start 3', 'end 3', 'end 1', 'start 2', 'end 2'])
  })

  it('M1: after unblock the next starts; unblocking twice lets no two more start', async () => {
    const { connected, server } = createDdpHarness()
    const gates = [gate(), gate(), gate()]
    const log: number[] = []
    server.method('m', async ({ unblock }, n) => {
      log.push(n as number)
      if (n === 0) {
        unblock()
        unblock()
      }
      await gates[n as number]!.promise
    })
    const one = await connected()
    await one.send(call('m', '0', [0]), call('m', '1', [1]), call('m', '2', [2]))
    expect(log).toEqual([0, 1])
    gates[0]!.open()
    expect(await one.send()).toEqual([updated('0'), '{"msg":"result","id":"0"}'])
    expect(log).toEqual([0, 1])
    gates[1]!.open()
    gates[2]!.open()
    await one.send()
    expect(log).toEqual([0, 1, 2])
  })

  it('M5: updated leaves before result', async () => {
    const { connected, server } = createDdpHarness()
    server.method('m', () => 1)
    const texts = await (await connected()).send(call('m', '1'))
    expect(texts.map(text => (JSON.parse(text) as { msg: string }).msg)).toEqual(['updated', 'result'])
  })

  it("M6: the data that a method's writes cause leaves before updated, which waits for the fence", async () => {
    const { connected, server } = createDdpHarness()
    const set = new ResultSet()
    const gates = [gate(), gate()]
    server.publish('p', () => set)
    server.method('write', ({ fence }) => {
      fence.wait(
        gates[0]!.promise.then(() => {
          set.put('c', '1', {})
          fence.wait(gates[1]!.promise.then(() => set.put('c', '2', {})))
        }),
      )
    })
    const one = await connected()
    await one.send({ msg: 'sub', name: 'p', id: 's' })
    expect(await one.send(call('write', '1'))).toEqual([])
    gates[0]!.open()
    expect(await one.send()).toEqual(['{"msg":"added","collection":"c","id":"1"}'])
    gates[1]!.open()
    expect(await one.send()).toEqual(['{"msg":"added","collection":"c","id":"2"}', updated('1'), '{"msg":"result","id":"1"}'])
  })

  it('M6, L10: two callers on a board that many watch each get the changes before their own updated, and the others soon', async () => {
    const { connected, server, settle } = createDdpHarness({ observersPerTurn: 2 })
    const board = server.resultSet()
    server.publish('board', () => board)
    server.method('write', ({ fence }, id, value) => {
      fence.wait(Promise.resolve().then(() => board.put('c', id as string, { value: value! })))
    })
    const peers = await Promise.all(Array.from({ length: 8 }, () => connected()))
    for (const peer of peers) await peer.send({ msg: 'sub', name: 'board', id: 's' })
    const [first, second] = [peers[6]!, peers[7]!]
    first.pair.client.send(JSON.stringify({ msg: 'method', method: 'write', id: '1', params: ['a', 1] }))
    second.pair.client.send(JSON.stringify({ msg: 'method', method: 'write', id: '2', params: ['b', 2] }))
    await settle()
    const a = '{"msg":"added","collection":"c","id":"a","fields":{"value":1}}'
    const b = '{"msg":"added","collection":"c","id":"b","fields":{"value":2}}'
    for (const [peer, id, own] of [
      [first, '1', a],
      [second, '2', b],
    ] as const) {
      const texts = peer.received()
      expect([...texts].sort()).toEqual([a, b, `{"msg":"result","id":"${id}"}`, updated(id)].sort())
      expect(texts.indexOf(own)).toBeLessThan(texts.indexOf(updated(id)))
    }
    for (const peer of peers.slice(0, 6)) expect(peer.received().sort()).toEqual([a, b])
  })

  it('M6: a fence promise that rejects, even before it is awaited, delays nothing and causes no error', async () => {
    const { connected, server } = createDdpHarness()
    const [slow, finish] = [gate(), gate()]
    const unhandled: unknown[] = []
    const listener = (cause: unknown): number => unhandled.push(cause)
    process.on('unhandledRejection', listener)
    server.method('m', async ({ fence }) => {
      fence.wait(slow.promise)
      fence.wait(Promise.reject(new Error('lost')))
      await finish.promise
    })
    const one = await connected()
    await one.send(call('m', '1'))
    await new Promise(resolve => setImmediate(resolve))
    finish.open()
    slow.open()
    expect(await one.send()).toHaveLength(2)
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })

  it('M7: setUserId after unblock is an error', async () => {
    const { connected, server, reports } = createDdpHarness()
    server.method('m', async ({ unblock, setUserId }) => {
      unblock()
      await setUserId('u')
    })
    const one = await connected()
    expect(await one.send(call('m', '1'))).toEqual([updated('1'), errorText('1', FAULT)])
    expect(reports.map(String)).toEqual(["Error: Can't call setUserId in a method after calling unblock"])
    expect(one.session.userId).toBe(null)
  })

  it('M1: a closed session runs no waiting message, and answers nothing', async () => {
    const { connected, server, settle, reports } = createDdpHarness()
    const first = gate()
    const log: string[] = []
    server.method('m', async (_, n) => {
      log.push(String(n))
      await first.promise
    })
    const one = await connected()
    await one.send(call('m', '1', [1]), call('m', '2', [2]))
    one.pair.cut()
    first.open()
    await settle()
    expect([log, one.received(), reports]).toEqual([['1'], [], []])
  })
})

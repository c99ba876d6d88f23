import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDdpHarness } from '../testing/ddp-harness.ts'
import { readServerMessage } from './parse-server-message.ts'

const MESSAGES = [
  '{"msg":"connected","session":1}',
  '{"msg":"failed"}',
  '{"msg":"added","collection":"c"}',
  '{"msg":"added","id":"1"}',
  '{"msg":"added","collection":1,"id":"1"}',
  '{"msg":"added","collection":"c","id":"1","fields":{"a":{"$type":"x","$value":1}}}',
  '{"msg":"changed","collection":"c","id":7}',
  '{"msg":"removed","collection":"c"}',
  '{"msg":"nosub"}',
  '{"msg":"result"}',
  '{"msg":"result","id":"1","result":{"$date":"x"}}',
  '{"msg":"addedBefore","collection":"c","id":"1","before":null}',
  '{"server_id":"0"}',
  '{"msg":7}',
  '[]',
  'null',
  '7',
  'x',
  '',
  '['.repeat(100_000),
]

describe('what a client reads', () => {
  it.each(MESSAGES.map(text => [text.slice(0, 60), text]))('F9: %s is read as no message', (_, text) =>
    expect(readServerMessage(text)).toBe(null),
  )

  it('C1, F9: the client ignores the greeting and what it cannot read, and goes on', async () => {
    const { player, server, settle } = createDdpHarness()
    server.publish('p', each => {
      each.added('c', '1', { a: 1 })
      each.ready()
    })
    const one = player()
    one.client.connect()
    await settle()
    const { client: socket } = one.pairs[0]!
    for (const text of MESSAGES) socket.onMessage(text)
    for (const text of [
      '{"msg":"ready","subs":7}',
      '{"msg":"updated"}',
      '{"msg":"nosub","id":"never"}',
      '{"msg":"error","reason":1}',
      '{"msg":"pong"}',
    ])
      socket.onMessage(text)
    const subscription = one.client.subscribe('p', [])
    await settle()
    expect([one.client.status.status, subscription.state.state]).toEqual(['connected', 'ready'])
    expect(one.client.store.collection('c').all()).toEqual([{ _id: '1', a: 1 }])
  })

  it('F9: whatever arrives, nothing is thrown', () => {
    const member = fc.tuple(
      fc.constantFrom(
        'msg',
        'id',
        'collection',
        'fields',
        'cleared',
        'subs',
        'methods',
        'error',
        'result',
        'session',
        'version',
        '__proto__',
      ),
      fc.oneof(
        fc.constantFrom<unknown>(
          'added',
          'changed',
          'removed',
          'ready',
          'nosub',
          'updated',
          'result',
          'connected',
          'ping',
          'failed',
          'c',
          '1',
        ),
        fc.jsonValue({ maxDepth: 2 }),
      ),
    )
    const message = fc
      .array(member, { maxLength: 6 })
      .map(members => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`)
    const vent = fc.string().map(text => `{"msg":"changed","__vent":"1"${text}`)
    fc.assert(
      fc.property(fc.array(fc.oneof(message, vent, fc.string()), { maxLength: 12 }), texts => {
        const { player } = createDdpHarness()
        const { client, pairs } = player()
        client.listen('feed', []).listen(() => {})
        client.subscribe('1', []).ready.catch(() => {})
        client.call('m', []).catch(() => {})
        client.connect()
        pairs[0]!.client.onOpen()
        for (const text of texts) pairs.at(-1)!.client.onMessage(text)
      }),
      { numRuns: 500 },
    )
  })
})

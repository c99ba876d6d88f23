import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONNECT, createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { DEFAULT_LIMITS } from '../server-settings.ts'

const BAD = '{"msg":"error","reason":"Bad request"}'
const offending = (reason: string, text: string): string => `{"msg":"error","reason":"${reason}","offendingMessage":${text}}`
const deep = (levels: number): string => `{"msg":"x","a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

/** Each row: the rule, a message sent after `connect`, and the expected answer. */
const TABLE: [rule: string, frame: string, answer: string][] = [
  ...['', ' ', 'x', '{', '{"msg":"ping"', "{'msg':'ping'}", '{"msg":"ping"}x', '\0', '1', '"text"', 'null', 'true', '-1e999'].map(
    (frame): [string, string, string] => ['F1', frame, BAD],
  ),
  ...['{}', '{"id":"1"}', '[]', '[{"msg":"ping"}]', '{"MSG":"ping"}', '{"__proto__":{"msg":"ping"}}'].map(
    (frame): [string, string, string] => ['F2', frame, offending('Bad request', frame)],
  ),
  ['F3', deep(33), BAD],
  ['F3', '['.repeat(10_000), BAD],
  ['F3', `{"msg":"method","method":"ok","id":"1","params":[${'{"a":'.repeat(40)}1${'}'.repeat(40)}]}`, BAD],
  ['F4', '{"msg":"method","method":"ok","id":"1","params":[{"$type":"nope","$value":1}]}', '{"msg":"error","reason":"Parse error"}'],
  ['F4', '{"msg":"method","method":"ok","id":"1","params":[{"a":[{"$date":"x"}]}]}', '{"msg":"error","reason":"Parse error"}'],
  ['F4', '{"msg":"sub","name":"ok","id":"1","params":[{"$binary":1}]}', '{"msg":"error","reason":"Parse error"}'],
  ['F4', '{"msg":"sub","params":[{"$InfNaN":9}]}', '{"msg":"error","reason":"Parse error"}'],
  ['F5', CONNECT, offending('Already connected', CONNECT)],
  ['F5', '{"msg":"connect"}', offending('Already connected', '{"msg":"connect"}')],
  ['F5', '{"msg":"nope"}', offending('Bad request', '{"msg":"nope"}')],
  ['F5', '{"msg":"added","collection":"c","id":"1"}', offending('Bad request', '{"msg":"added","collection":"c","id":"1"}')],
  ['F5', '{"msg":"constructor"}', offending('Bad request', '{"msg":"constructor"}')],
  ['F5', '{"msg":["ping"]}', offending('Bad request', '{"msg":["ping"]}')],
  ['F5', '{"msg":null,"a":"ü\\u0000"}', offending('Bad request', '{"msg":null,"a":"ü\\u0000"}')],
  ...[
    '{"msg":"sub"}',
    '{"msg":"sub","id":"1"}',
    '{"msg":"sub","name":"ok"}',
    '{"msg":"sub","id":1,"name":"ok"}',
    '{"msg":"sub","id":"1","name":["ok"]}',
    '{"msg":"sub","id":"1","name":"ok","params":{}}',
    '{"msg":"sub","id":"1","name":"ok","params":null}',
    '{"msg":"sub","id":"1","name":"ok","params":"[]"}',
    '{"msg":"unsub"}',
    '{"msg":"unsub","id":1}',
  ].map((frame): [string, string, string] => ['F6', frame, offending('Malformed subscription', frame)]),
  ...[
    '{"msg":"method"}',
    '{"msg":"method","method":"ok"}',
    '{"msg":"method","id":"1"}',
    '{"msg":"method","method":1,"id":"1"}',
    '{"msg":"method","method":"ok","id":1}',
    '{"msg":"method","method":"ok","id":null}',
    '{"msg":"method","method":"ok","id":"1","params":{"0":1}}',
    '{"msg":"method","method":"ok","id":"1","params":null}',
    '{"msg":"method","method":"ok","id":"1","randomSeed":1}',
    '{"msg":"method","method":"ok","id":"1","randomSeed":null}',
  ].map((frame): [string, string, string] => ['F7', frame, offending('Malformed method invocation', frame)]),
]

function serving(settings: Parameters<typeof createDdpHarness>[0] = {}) {
  const made = createDdpHarness(settings)
  const ran: string[] = []
  made.server.method('ok', () => {
    ran.push('method')
  })
  made.server.publish('ok', publishing => {
    ran.push('publication')
    publishing.ready()
  })
  return { ...made, ran }
}

describe('frames that cannot be used', () => {
  for (const rule of ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7']) {
    const frames = TABLE.filter(([each]) => each === rule).map(([, frame, answer]) => [frame.slice(0, 80), frame, answer])
    it.each(frames)(`${rule}: %j has its answer, byte for byte, and no other`, async (_, frame, answer) => {
      const { connected, ran, reports } = serving()
      const one = await connected()
      expect(await one.send(frame)).toEqual([answer])
      expect([ran, reports]).toEqual([[], []])
    })
  }

  it('F1: text that is not JSON is a Bad request', async () => {
    const { connected } = serving()
    expect(await (await connected()).send('{"msg":')).toEqual([BAD])
  })

  it('F2: an object without msg is sent back', async () => {
    const { connected } = serving()
    expect(await (await connected()).send('{"a":{"$date":1}}')).toEqual([offending('Bad request', '{"a":{"$date":1}}')])
  })

  it('F3: exactly 32 levels are read', async () => {
    const { connected } = serving()
    expect(await (await connected()).send(deep(32))).toEqual([offending('Bad request', deep(32))])
  })

  it('F4: a value that is not EJSON does not reach the method', async () => {
    const { connected, ran } = serving()
    await (await connected()).send('{"msg":"method","method":"ok","id":"1","params":[{"$type":"x","$value":0}]}')
    expect(ran).toEqual([])
  })

  it.each([
    '{"msg":"ping"}',
    '{"msg":"pong"}',
    '{"msg":"nope"}',
    '{"msg":"sub","id":"1","name":"ok"}',
    '{"msg":"sub"}',
    '{"msg":"method"}',
    '{"msg":"method","method":"ok","id":"1"}',
  ])('F5: %s before connect must connect first, and does nothing', async frame => {
    const { peer, ran } = serving()
    const one = peer()
    expect(await one.send(frame)).toEqual(['{"server_id":"0"}', offending('Must connect first', frame)])
    const [connected] = await one.send(CONNECT)
    expect(connected).toContain('"connected"')
    expect(ran).toEqual([])
  })

  it('F6, F7: unknown fields are ignored', async () => {
    const { connected, ran } = serving()
    await (await connected()).send('{"msg":"method","method":"ok","id":"1","x":{"$type":1}}', '{"msg":"sub","name":"ok","id":"1","y":[]}')
    expect(ran).toEqual(['method', 'publication'])
  })

  it('F8: after any of them the socket stays open and serves on', async () => {
    const { connected, ran, reports } = serving({ limits: { ...DEFAULT_LIMITS, messages: null } })
    const one = await connected()
    for (const [, frame] of TABLE) await one.send(frame)
    expect(await one.send({ msg: 'method', method: 'ok', id: '1' }, { msg: 'sub', name: 'ok', id: '1' })).toEqual([
      '{"msg":"updated","methods":["1"]}',
      '{"msg":"result","id":"1"}',
      '{"msg":"ready","subs":["1"]}',
    ])
    expect([one.closed, ran, reports]).toEqual([false, ['method', 'publication'], []])
  })

  it.each(['{"msg":"ping","id":7}', '{"msg":"ping","id":{}}', '{"msg":"ping","id":true}'])('F8: %s is dropped', async frame => {
    const { connected } = serving()
    const one = await connected()
    expect(await one.send(frame, '{"msg":"ping"}')).toEqual(['{"msg":"pong"}'])
  })
})

const junk = fc.oneof(
  fc.constantFrom<unknown>('1', 'ok', 1, null, true, [], {}, [{ $date: 'x' }], { $type: 'x', $value: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
)
const member = fc.tuple(
  fc.constantFrom(
    'msg',
    'id',
    'name',
    'method',
    'params',
    'randomSeed',
    'version',
    'support',
    'session',
    '__proto__',
    'constructor',
    'collection',
  ),
  fc.oneof(fc.constantFrom<unknown>('sub', 'unsub', 'method', 'connect', 'ping', 'pong', 'ok', '1'), junk),
)
const grammar = fc
  .array(member, { maxLength: 6 })
  .map(members => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`)
const broken = fc
  .tuple(grammar, fc.nat(80), fc.constantFrom('', '"', '{', ']', '\\', ',', '\uD800'))
  .map(([text, at, by]) => text.slice(0, at) + by + text.slice(at + 1))
const frames = fc.array(fc.oneof({ weight: 3, arbitrary: grammar }, broken, fc.string(), fc.json()), { maxLength: 25 })

describe('any frames at all', () => {
  it('F8: whatever is sent, nothing throws, nothing is reported, and the next method is served', async () => {
    await fc.assert(
      fc.asyncProperty(frames, fc.boolean(), async (texts, connectFirst) => {
        const { peer, connected, reports } = serving()
        const one = connectFirst ? await connected() : peer()
        await one.send(...texts)
        expect(reports).toEqual([])
        if (one.closed) return
        if (!connectFirst) await one.send(CONNECT)
        const answers = await one.send({ msg: 'method', method: 'ok', id: 'last' })
        expect(answers.slice(-2)).toEqual(['{"msg":"updated","methods":["last"]}', '{"msg":"result","id":"last"}'])
        for (const text of one.pair.toClient) JSON.parse(text)
      }),
      { numRuns: 250 },
    )
  })
})

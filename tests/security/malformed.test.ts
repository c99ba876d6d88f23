import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { chaosSize, createSeededRandom, pickRandom } from '../chaos/seeded.ts'
import { DdpTestClient, type Message } from '../integration/helpers/ddp-test-client.ts'
import { signUp, type TestUser } from '../integration/helpers/users.ts'
import { waitUntil } from '../scale/wait.ts'
import { LatencyProbe } from './latency-probe.ts'
import { type AttackedServer, startServer } from './server.ts'
import { RETRY_TIMING, scaleBudget } from './timing-budget.ts'

const MESSAGES = chaosSize(10_000, 100_000)
const SOCKETS = 60
const SEED = 20_261_122
/** messages that are sent before an answer is awaited */
const BATCH = 8

/** Calls that are refused for any fuzzed arguments. Those that succeed without arguments are left out. */
const METHODS =
  `scores.submit scores.edit scores.remove scores.like scores.flag scores.comment scores.moderate groups.join groups.leave groups.edit
  events.join events.leave events.void events.draw roles.assign reports.close users.delete users.enroll login createUser changePassword resetPassword verifyEmail
  account.delete account.setEmail account.endSession slingshot/uploadRequest cache.clear nope constructor __proto__ toString`.split(/\s+/)
const PUBLICATIONS =
  'scores.one boards.top boards.places machines.one events.one events.standings groups.one players.one users.list audit.list nope constructor __proto__'.split(
    ' ',
  )
const NOWHERE = '0190f7a2-1c6b-7abc-8abc-0123456789ab'
const CODES = [400, 401, 403, 404, 409, 'too-many-subscriptions', 'You are not logged in.', 'Upload denied', 'Invalid directive']

/** JSON text, so that it can contain what no JavaScript value can represent. */
const oddities = fc.constantFrom(
  'null',
  '[]',
  '{}',
  '{"$gt":""}',
  '{"$ne":null}',
  '{"$where":"1"}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"$date":"x"}',
  '{"$date":1e999}',
  '{"$date":0}',
  '{"$binary":"%%"}',
  '{"$binary":"AAAA"}',
  '{"$InfNaN":0}',
  '{"$InfNaN":2}',
  '{"$regexp":"(a+)+$","$flags":"g"}',
  '{"$type":"oid","$value":"x"}',
  '{"$type":"nope","$value":{}}',
  '{"$escape":{"$escape":{"$date":0}}}',
  '{"$escape":0}',
  '1e999',
  '-0',
  '0.1e-400',
  '9007199254740993',
  '"\\ud800"',
  '"\\u0000"',
  '""',
  '"x"',
  `"${NOWHERE}"`,
  '{"length":1000000000}',
)
const deep = fc.integer({ min: 1, max: 20_000 }).map(levels => '['.repeat(levels) + ']'.repeat(levels))
const long = fc.integer({ min: 1, max: 60_000 }).map(length => `"${'x'.repeat(length)}"`)
const value = fc.oneof(
  { weight: 8, arbitrary: oddities },
  { weight: 4, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: long },
)
const key = fc.constantFrom(
  '_id',
  'id',
  'scoreId',
  'machineId',
  'userId',
  'groupId',
  'eventId',
  'username',
  'user',
  'email',
  'resume',
  'scope',
  'value',
  'text',
  'roles',
  '__proto__',
  'constructor',
  '$gt',
  '',
)
const object = fc
  .array(fc.tuple(key, value), { maxLength: 5 })
  .map(members => `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`)
const params = fc.oneof(
  fc.array(fc.oneof(object, value), { maxLength: 3 }).map(list => `[${list.join()}]`),
  value,
)
const id = fc.oneof(fc.constantFrom('"1"', '"2"', '"3"', '""', '"__proto__"'), value)
/** Arguments that can be parsed and are refused for their content. */
const readable = fc.constantFrom(
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '""',
  '"x"',
  `"${NOWHERE}"`,
  '{"$date":0}',
  '{"$gt":""}',
  '[]',
  '{}',
  '{"user":{"username":"x"}}',
  '["x"]',
)
const objectText = fc
  .array(fc.tuple(key, fc.oneof({ weight: 3, arbitrary: readable }, fc.json({ maxDepth: 2 }))), { maxLength: 6 })
  .map(members => `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`)
const call = fc.tuple(fc.nat(999_999), fc.oneof({ weight: 4, arbitrary: objectText.map(text => `[${text}]`) }, params))
const frame = fc.oneof(
  {
    weight: 14,
    arbitrary: fc
      .tuple(fc.constantFrom(...METHODS), call)
      .map(([name, [i, list]]) => `{"msg":"method","method":${JSON.stringify(name)},"id":"c${i}","params":${list}}`),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...PUBLICATIONS), call)
      .map(([name, [i, list]]) => `{"msg":"sub","name":${JSON.stringify(name)},"id":"c${i}","params":${list}}`),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...METHODS), id, params)
      .map(([name, i, list]) => `{"msg":"method","method":${JSON.stringify(name)},"id":${i},"params":${list}}`),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...PUBLICATIONS), id, params)
      .map(([name, i, list]) => `{"msg":"sub","name":${JSON.stringify(name)},"id":${i},"params":${list}}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('unsub', 'ping', 'pong', 'connect', 'added', 'result', 'nope', ''), id)
      .map(([msg, i]) => `{"msg":${JSON.stringify(msg)},"id":${i}}`),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(value, value).map(([version, support]) => `{"msg":"connect","version":${version},"support":${support}}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(value, value, params)
      .map(([method, seed, list]) => `{"msg":"method","method":${method},"id":"1","randomSeed":${seed},"params":${list}}`),
  },
  { weight: 2, arbitrary: object.map(text => text.replace('{', '{"msg":"sub",')) },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: fc.string() },
)

/** Mutates a frame's text. The result is still text, so that the message is parsed and not only its frame refused. */
function mutated(text: string, random: () => number): string {
  const at = (): number => Math.floor(random() * text.length)
  const odd = (): string =>
    pickRandom(random, ['"', '{', '}', '[', ']', '\\', '\0', ',', ':', '\\u', '1e999', 'é', '\u2028', String.fromCharCode(random() * 128)])
  switch (Math.floor(random() * 4)) {
    case 0:
      return text.slice(0, at())
    case 1:
      return text.slice(0, at()) + text.slice(at())
    default: {
      let changed = text
      for (let times = 1 + Math.floor(random() * 4); times > 0; times--) {
        const place = at()
        changed = changed.slice(0, place) + odd() + changed.slice(place + (random() < 0.7 ? 1 : 0))
      }
      return changed
    }
  }
}

/** Bytes that are not valid UTF-8. They close their socket, so they are sent last. */
const NO_TEXT = [
  Buffer.from([0xff]),
  Buffer.from([0xc3, 0x28]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from('{"msg":"ping","id":"\xe9"}', 'latin1'),
]

let server: AttackedServer
let mallory: TestUser

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'off' })
  mallory = await signUp(server, 'Mallory')
})
afterAll(() => server.close())

/** Returns every row of every table, except the table that records when a session was last used. */
async function everything(): Promise<string> {
  const { rows } = await server.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'login_tokens' ORDER BY 1`,
  )
  const tables: string[] = []
  for (const { name } of rows) {
    const { rows: found } = await server.pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`)
    tables.push(name, ...found.map(({ row }) => row))
  }
  return tables.join('\n')
}

describe('[F1] malformed messages', RETRY_TIMING, () => {
  it(`${MESSAGES} of them over ${SOCKETS} sockets are each refused or ignored, and change nothing`, { timeout: 600_000 }, async () => {
    const before = await everything()
    const probe = await LatencyProbe.start(server.endpoint)
    const received = new Map<string, number>()
    const unexpected: string[] = []
    let opened = 0
    let lost = 0

    const judge = (text: string): void => {
      const message = JSON.parse(text) as Message & { error?: { error: unknown; isClientSafe: unknown; details?: unknown } }
      const kind = message.msg ?? 'server_id'
      const outcome = kind === 'result' || kind === 'nosub' ? `${kind} ${message.error?.error ?? 'fine'}` : kind
      received.set(outcome, (received.get(outcome) ?? 0) + 1)
      const { error } = message
      const fine =
        ['server_id', 'connected', 'error', 'failed', 'updated', 'pong', 'ping'].includes(kind) ||
        (kind === 'nosub' && error === undefined) ||
        (['result', 'nosub'].includes(kind) && error?.isClientSafe === true && CODES.includes(error.error as number))
      const traces = /node:internal|\/src\/|\/dist\/|node_modules|\.[jt]s:\d+|syntax error at or near|violates/.test(text)
      if (!fine || traces) unexpected.push(text.slice(0, 300))
    }

    const open = async (socketNumber: number): Promise<WebSocket> => {
      opened++
      const socket = new WebSocket(server.endpoint)
      socket.on('error', () => {})
      const until = (part: string): Promise<void> =>
        new Promise(resolve => {
          const onMessage = (data: unknown): void => {
            if (!String(data).includes(part)) return
            socket.off('message', onMessage)
            resolve()
          }
          socket.on('message', onMessage)
        })
      const greeted = until('server_id')
      await once(socket, 'open')
      await greeted
      // A quarter of the sockets never completes the handshake; another quarter is logged in.
      if (socketNumber % 4 !== 0) {
        socket.send('{"msg":"connect","version":"1","support":["1"]}')
        await until('"connected"')
      }
      if (socketNumber % 4 === 1) {
        socket.send(JSON.stringify({ msg: 'method', method: 'login', id: 'in', params: [{ resume: mallory.token }] }))
        await until('"result"')
      }
      socket.on('message', data => judge(String(data)))
      return socket
    }

    const play = async (socketNumber: number, count: number, seed: number): Promise<void> => {
      const random = createSeededRandom(seed + socketNumber)
      const frames = fc.sample(frame, { seed: seed + socketNumber, numRuns: count })
      let socket: WebSocket | null = null
      for (let at = 0; at < frames.length; at += BATCH) {
        if (socket?.readyState !== WebSocket.OPEN) socket = await open(socketNumber)
        const current: WebSocket = socket
        const closed = once(current, 'close')
        const batch = frames.slice(at, at + BATCH).map(text => (random() < 0.3 ? mutated(text, random) : text).slice(0, 65_000))
        // A handshake that fails closes its socket too, so these messages are sent last.
        const [ending, rest] = [batch.filter(text => text.includes('connect')), batch.filter(text => !text.includes('connect'))]
        const mark = `mark-${socketNumber}-${at}`
        const marked = new Promise<void>(resolve => {
          const onMessage = (data: unknown): void => {
            if (!String(data).includes(mark)) return
            current.off('message', onMessage)
            resolve()
          }
          current.on('message', onMessage)
        })
        for (const text of rest) current.send(text)
        current.send(`{"msg":"method","method":"${mark}","id":"${mark}"}`)
        await Promise.race([marked, closed])
        if (current.readyState !== WebSocket.OPEN) lost++
        for (const text of ending) current.send(text)
        if (ending.length > 0 && socketNumber % 4 === 0) {
          current.close()
          await closed
        } else if (at % (BATCH * 5) === 0) {
          current.send(pickRandom(random, NO_TEXT), { binary: false })
          await closed
        }
      }
      socket?.close()
    }

    await Promise.all(Array.from({ length: SOCKETS }, (_, n) => play(n, 20, SEED + 1000)))
    const gauges = await server.gauges(true)
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: SOCKETS }, (_, n) => play(n, Math.ceil(MESSAGES / SOCKETS), SEED)))
    const seconds = (performance.now() - startedAt) / 1000
    const { p99 } = await probe.stop()
    const after = await server.gauges(true)
    console.info(
      `[F1] seed ${SEED}: ${MESSAGES} messages in ${seconds.toFixed(1)} s over ${opened} connections of ${SOCKETS}, ${lost} batches cut short; the latency probe's p99 ${p99.toFixed(1)} ms; memory ${gauges.rssMb.toFixed(0)} → ${after.rssMb.toFixed(0)} MB; heard ${JSON.stringify(Object.fromEntries([...received].sort()))}`,
    )
    expect(unexpected).toEqual([])
    expect(lost).toBe(0)
    expect(server.alive).toBe(true)
    expect(server.output.split('\n').filter(line => /"level":[56]0/.test(line))).toEqual([])
    expect(p99).toBeLessThan(scaleBudget(250))
    expect(await everything()).toBe(before)
    // The buffers of the last connections are given back some time after their end.
    await waitUntil('the memory is given back', async () => (await server.gauges(true)).rssMb < gauges.rssMb * 1.2)
  })

  it('deeper than 32 levels are refused before anything is done with them', async () => {
    const client = await DdpTestClient.open(server.endpoint)
    const nested = (levels: number): string =>
      `{"msg":"method","method":"nope","id":"deep","params":${'['.repeat(levels)}${']'.repeat(levels)}}`
    for (const levels of [32, 20_000]) {
      const from = client.messages.length
      client.send(nested(levels))
      expect(await client.waitForMessage(({ msg }) => msg === 'error', from)).toEqual({ msg: 'error', reason: 'Bad request' })
    }
    client.send(nested(31))
    expect(await client.waitForMessage(({ msg, id }) => msg === 'result' && id === 'deep')).toMatchObject({ error: { error: 404 } })
    await client.close()
  })
})

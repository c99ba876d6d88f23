import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { LatencyProbe } from './latency-probe.ts'
import { encodeFrame, openRawWebSocket, TEXT } from './raw-socket.ts'
import { type AttackedServer, startServer } from './server.ts'
import { RETRY_TIMING, scaleBudget } from './timing-budget.ts'

const CONTINUATION = 0
const BINARY = 2
const CLOSE = 8
const PING = 9
/** the bit that marks a compressed frame */
const RSV1 = 0x40

let server: AttackedServer

beforeAll(async () => {
  server = await startServer({ ROOT_URL: 'https://scores.example', RATE_LIMITS: 'on' })
})
afterAll(() => server.close())

const none = Buffer.alloc(0)
const hey = Buffer.from('hey')

describe('[F2] violations of the WebSocket protocol', RETRY_TIMING, () => {
  const VIOLATIONS: readonly [what: string, bytes: Buffer, codes: readonly (number | null)[]][] = [
    ['a frame without a mask', encodeFrame(TEXT, hey, { mask: false }), [1002]],
    ['a reserved opcode of data', encodeFrame(3, hey), [1002]],
    ['a reserved opcode of control', encodeFrame(11, none), [1002]],
    ['text that is not UTF-8', encodeFrame(TEXT, Buffer.from([0xc3, 0x28])), [1007]],
    ['a continuation of nothing', encodeFrame(CONTINUATION, hey), [1002]],
    ['a text inside a text', Buffer.concat([encodeFrame(TEXT, hey, { fin: false }), encodeFrame(TEXT, hey)]), [1002]],
    ['a ping of 126 bytes', encodeFrame(PING, Buffer.alloc(126)), [1002]],
    ['a ping in fragments', encodeFrame(PING, hey, { fin: false }), [1002]],
    ['a close code that there is not', encodeFrame(CLOSE, Buffer.from([0x03, 0xe7])), [1002]],
    ['a close frame of one byte', encodeFrame(CLOSE, Buffer.from([0x03])), [1002]],
    ['compression that nobody agreed on', encodeFrame(TEXT, hey, { rsv: RSV1 }), [1002]],
    ['a binary frame', encodeFrame(BINARY, hey), [1003]],
  ]

  it('each end their own socket within 100 ms, and harm nobody else', async () => {
    const probe = await LatencyProbe.start(server.endpoint)
    const ends: [string, number | null, number][] = []
    for (const [what, bytes] of VIOLATIONS) {
      const connection = await openRawWebSocket(server.port)
      const since = performance.now()
      connection.socket.write(bytes)
      // The client closes its side when the server answers with its close frame, as a correct client does.
      connection.socket.on('data', () => connection.socket.end())
      const { ms, code } = await connection.closed(since)
      ends.push([what, code, ms])
    }
    console.info(`[F2] 12 violations: ${ends.map(([what, code, ms]) => `${what} ${code} in ${ms.toFixed(0)} ms`).join(', ')}`)
    expect(ends.map(([what, code]) => [what, code])).toEqual(VIOLATIONS.map(([what, , [code]]) => [what, code]))
    expect(Math.max(...ends.map(([, , ms]) => ms))).toBeLessThan(scaleBudget(100))
    expect((await probe.stop()).p99).toBeLessThan(scaleBudget(250))
  })

  it('end it also if the peer does not answer the close frame', async () => {
    const connection = await openRawWebSocket(server.port)
    const since = performance.now()
    connection.socket.write(encodeFrame(BINARY, hey))
    expect((await connection.closed(since)).ms).toBeLessThan(1000)
  })
})

describe('[F3] what is too large', RETRY_TIMING, () => {
  /** Sends data until the server has closed the connection. */
  const sendBytes = async (bytes: Buffer): Promise<{ ms: number; code: number | null }> => {
    const connection = await openRawWebSocket(server.port)
    const since = performance.now()
    for (let at = 0; at < bytes.length && !connection.socket.destroyed; at += 65_536)
      await new Promise(resolve => connection.socket.write(bytes.subarray(at, at + 65_536), resolve))
    return connection.closed(since)
  }

  it('is closed before it is held in memory, with 1009, or 1008 for too many pieces, and harms nobody else', async () => {
    const head = Buffer.from([0x81, 0xff, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    const ninety = encodeFrame(TEXT, Buffer.alloc(90_000_000, 'x'))
    const crumb = encodeFrame(CONTINUATION, Buffer.from('x'), { fin: false })
    const crumbs = Buffer.concat([encodeFrame(TEXT, Buffer.from('x'), { fin: false }), ...Array.from({ length: 400_000 }, () => crumb)])
    const probe = await LatencyProbe.start(server.endpoint)
    const before = await server.gauges(true)
    const ends: Record<string, { ms: number; code: number | null }> = {}
    for (const [what, bytes] of Object.entries({ 'a length of 2^52': head, '90 MB': ninety, '400,000 crumbs': crumbs }))
      ends[what] = await sendBytes(bytes)
    const grown = (await server.gauges()).rssMb - before.rssMb
    const { p99 } = await probe.stop()
    console.info(`[F3] ${JSON.stringify(ends)}, memory grew by ${grown.toFixed(1)} MB, the latency probe's p99 ${p99.toFixed(1)} ms`)
    expect(Object.values(ends).map(({ code }) => code)).toEqual([1009, 1009, 1008])
    expect(grown).toBeLessThan(30)
    expect(p99).toBeLessThan(scaleBudget(250))
  })

  it('is nothing that compression could hide: none is agreed on', async () => {
    const connection = await openRawWebSocket(server.port, ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits'])
    expect(connection.status).toBe(101)
    expect(connection.received().toString('latin1').toLowerCase()).not.toContain('sec-websocket-extensions')
    connection.socket.destroy()
  })

  it('is not 64 KB, and not 1 MB, of which nothing is parsed', async () => {
    const client = await DdpTestClient.open(server.endpoint)
    client.send('x'.repeat(65_536))
    expect(await client.waitForMessage(({ msg }) => msg === 'error')).toEqual({ msg: 'error', reason: 'Bad request' })
    client.send(`{"msg":"method","id":"1","method":"login","params":["${'x'.repeat(1_000_000)}"]}`)
    expect(await client.waitForMessage(({ msg }) => msg === 'result')).toMatchObject({ id: '1', error: { error: 413 } })
    client.send('x'.repeat(1_048_577))
    expect(await client.closed).toBe(1009)
  })
})

describe('[S1] sockets from pages of other sites', () => {
  const ORIGINS: readonly [what: string, origin: string | null, status: number][] = [
    ['no page at all', null, 101],
    ['the site itself', 'https://scores.example', 101],
    ['the app on Android', 'https://localhost', 101],
    ['the app on iOS', 'capacitor://localhost', 101],
    ['another site', 'https://evil.example', 403],
    ['a page without an origin', 'null', 403],
    ['a name that ends alike', 'https://evil-scores.example', 403],
    ['a name that begins alike', 'https://scores.example.evil.example', 403],
    ['the site without TLS', 'http://scores.example', 403],
    ['another port', 'https://scores.example:8443', 403],
    ['another case', 'HTTPS://SCORES.EXAMPLE', 403],
    ['an origin with a path', 'https://scores.example/path', 403],
    ['a name above', 'https://example', 403],
    ['nothing', '', 403],
    ['two', 'https://scores.example, https://evil.example', 403],
  ]

  it.each(ORIGINS)('of %s (%s) are answered with %i', async (_, origin, status) => {
    const connection = await openRawWebSocket(server.port, origin === null ? [] : [`Origin: ${origin}`])
    connection.socket.destroy()
    expect(connection.status).toBe(status)
  })

  it('are refused on every address that upgrades', async () => {
    for (const path of ['/websocket', '/websocket/', '/websocket?x=1', '/sockjs/websocket', '/sockjs/000/abcd1234/websocket']) {
      const statuses: number[] = []
      for (const origin of ['https://evil.example', 'https://scores.example']) {
        const connection = await openRawWebSocket(server.port, [`Origin: ${origin}`], path)
        connection.socket.destroy()
        statuses.push(connection.status)
      }
      expect([path, ...statuses]).toEqual([path, 403, 101])
    }
  })
})

it('is alive and has logged no error after all these attacks', () => {
  expect(server.alive).toBe(true)
  expect(server.output.split('\n').filter(line => line.includes('"level":50') || line.includes('"level":60'))).toEqual([])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Wire } from '../integration/wire.ts'
import { Bystander } from './latency-probe.ts'
import { frame, rawUpgrade, TEXT } from './raw-socket.ts'
import { type AttackedServer, startServer } from './server.ts'
import { AGAIN, allowed } from './timing-budget.ts'

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

describe('[F2] violations of the WebSocket protocol', AGAIN, () => {
  const VIOLATIONS: readonly [what: string, bytes: Buffer, codes: readonly (number | null)[]][] = [
    ['a frame without a mask', frame(TEXT, hey, { mask: false }), [1002]],
    ['a reserved opcode of data', frame(3, hey), [1002]],
    ['a reserved opcode of control', frame(11, none), [1002]],
    ['text that is not UTF-8', frame(TEXT, Buffer.from([0xc3, 0x28])), [1007]],
    ['a continuation of nothing', frame(CONTINUATION, hey), [1002]],
    ['a text inside a text', Buffer.concat([frame(TEXT, hey, { fin: false }), frame(TEXT, hey)]), [1002]],
    ['a ping of 126 bytes', frame(PING, Buffer.alloc(126)), [1002]],
    ['a ping in fragments', frame(PING, hey, { fin: false }), [1002]],
    ['a close code that there is not', frame(CLOSE, Buffer.from([0x03, 0xe7])), [1002]],
    ['a close frame of one byte', frame(CLOSE, Buffer.from([0x03])), [1002]],
    ['compression that nobody agreed on', frame(TEXT, hey, { rsv: RSV1 }), [1002]],
    ['a binary frame', frame(BINARY, hey), [1003]],
  ]

  it('each end their own socket within 100 ms, and harm nobody else', async () => {
    const bystander = await Bystander.enter(server.endpoint)
    const ends: [string, number | null, number][] = []
    for (const [what, bytes] of VIOLATIONS) {
      const line = await rawUpgrade(server.port)
      const since = performance.now()
      line.socket.write(bytes)
      // The client closes its side when the server answers with its close frame, as a correct client does.
      line.socket.on('data', () => line.socket.end())
      const { ms, code } = await line.closed(since)
      ends.push([what, code, ms])
    }
    console.info(`[F2] 12 violations: ${ends.map(([what, code, ms]) => `${what} ${code} in ${ms.toFixed(0)} ms`).join(', ')}`)
    expect(ends.map(([what, code]) => [what, code])).toEqual(VIOLATIONS.map(([what, , [code]]) => [what, code]))
    expect(Math.max(...ends.map(([, , ms]) => ms))).toBeLessThan(allowed(100))
    expect((await bystander.leave()).p99).toBeLessThan(allowed(250))
  })

  it('end it also where the other side does not answer the goodbye', async () => {
    const line = await rawUpgrade(server.port)
    const since = performance.now()
    line.socket.write(frame(BINARY, hey))
    expect((await line.closed(since)).ms).toBeLessThan(1000)
  })
})

describe('[F3] what is too large', AGAIN, () => {
  /** Sends data until the server has closed the connection. */
  const pour = async (bytes: Buffer): Promise<{ ms: number; code: number | null }> => {
    const line = await rawUpgrade(server.port)
    const since = performance.now()
    for (let at = 0; at < bytes.length && !line.socket.destroyed; at += 65_536)
      await new Promise(resolve => line.socket.write(bytes.subarray(at, at + 65_536), resolve))
    return line.closed(since)
  }

  it('is closed before it is held in memory, with 1009, or 1008 for too many pieces, and harms nobody else', async () => {
    const head = Buffer.from([0x81, 0xff, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    const ninety = frame(TEXT, Buffer.alloc(90_000_000, 'x'))
    const crumb = frame(CONTINUATION, Buffer.from('x'), { fin: false })
    const crumbs = Buffer.concat([frame(TEXT, Buffer.from('x'), { fin: false }), ...Array.from({ length: 400_000 }, () => crumb)])
    const bystander = await Bystander.enter(server.endpoint)
    const before = await server.gauges(true)
    const ends: Record<string, { ms: number; code: number | null }> = {}
    for (const [what, bytes] of Object.entries({ 'a length of 2^52': head, '90 MB': ninety, '400,000 crumbs': crumbs }))
      ends[what] = await pour(bytes)
    const grown = (await server.gauges()).rssMb - before.rssMb
    const { p99 } = await bystander.leave()
    console.info(`[F3] ${JSON.stringify(ends)}, memory grew by ${grown.toFixed(1)} MB, a bystander's p99 ${p99.toFixed(1)} ms`)
    expect(Object.values(ends).map(({ code }) => code)).toEqual([1009, 1009, 1008])
    expect(grown).toBeLessThan(30)
    expect(p99).toBeLessThan(allowed(250))
  })

  it('is nothing that compression could hide: none is agreed on', async () => {
    const line = await rawUpgrade(server.port, ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits'])
    expect(line.status).toBe(101)
    expect(line.heard().toString('latin1').toLowerCase()).not.toContain('sec-websocket-extensions')
    line.socket.destroy()
  })

  it('is not 64 KB', async () => {
    const wire = await Wire.open(server.endpoint)
    wire.send('x'.repeat(65_536))
    expect(await wire.message(({ msg }) => msg === 'error')).toEqual({ msg: 'error', reason: 'Bad request' })
    wire.send('x'.repeat(65_537))
    expect(await wire.closed).toBe(1009)
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
    ['an origin with a path', 'https://scores.example/', 403],
    ['a name above', 'https://example', 403],
    ['nothing', '', 403],
    ['two', 'https://scores.example, https://evil.example', 403],
  ]

  it.each(ORIGINS)('of %s (%s) are answered with %i', async (_, origin, status) => {
    const line = await rawUpgrade(server.port, origin === null ? [] : [`Origin: ${origin}`])
    line.socket.destroy()
    expect(line.status).toBe(status)
  })

  it('are refused on every address that upgrades', async () => {
    for (const path of ['/websocket', '/websocket/', '/websocket?x=1', '/sockjs/websocket', '/sockjs/000/abcd1234/websocket']) {
      const statuses: number[] = []
      for (const origin of ['https://evil.example', 'https://scores.example']) {
        const line = await rawUpgrade(server.port, [`Origin: ${origin}`], path)
        line.socket.destroy()
        statuses.push(line.status)
      }
      expect([path, ...statuses]).toEqual([path, 403, 101])
    }
  })
})

it('is alive and has nothing to report after all that', () => {
  expect(server.alive).toBe(true)
  expect(server.said.split('\n').filter(line => line.includes('"level":50') || line.includes('"level":60'))).toEqual([])
})

import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ResultSet } from '#ddp/server/result-set.ts'
import { DdpServer } from '#ddp/server/server.ts'
import { DEFAULT_LIMITS, type ServerSettings } from '#ddp/server/server-settings.ts'
import { CONNECT } from '#ddp/testing/ddp-harness.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { attachDdp, type NodeTransportOptions } from './server-transport.ts'

interface SockJs {
  onopen: () => void
  onmessage: (event: { data: string }) => void
  onclose: (event: { code: number; reason: string }) => void
  send(text: string): void
  close(): void
}
const SockJS = createRequire(import.meta.url)('sockjs-client') as new (url: string, protocols: null, options: object) => SockJs

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Served {
  ddp: DdpServer
  port: number
  reports: unknown[]
  http: Server
  shut(): void
}

async function serve(options: Partial<NodeTransportOptions> = {}, settings: Partial<ServerSettings> = {}): Promise<Served> {
  const reports: unknown[] = []
  const http = createServer((request, response) => {
    if (transport.answer(request, response) === null) response.writeHead(404).end()
  })
  let ids = 0
  const ddp = new DdpServer({
    clock: systemClock,
    randomId: () => `session${String(++ids).padStart(10, '0')}`,
    hash: text => text,
    soon: flush => void setImmediate(flush),
    report: cause => void reports.push(cause),
    ...settings,
  })
  ddp.method('who', ({ connection }) => ({ address: connection.clientAddress, agent: connection.httpHeaders['x-test'] ?? null }))
  const transport = attachDdp(http, ddp, {
    prefix: '',
    forwardedCount: 0,
    originAllowed: origin => origin === 'https://ok.example',
    limits: null,
    ...options,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  closers.push(async () => {
    await transport.close()
    http.closeAllConnections()
    http.close()
    await once(http, 'close')
  })
  return { ddp, port: (http.address() as AddressInfo).port, reports, http, shut: transport.refuseNew }
}

class TestSocket {
  readonly websocket: WebSocket
  readonly closed: Promise<{ code: number; reason: string }>
  readonly unread: string[] = []
  #arrived = (): void => {}

  constructor(url: string, options: { headers?: Record<string, string>; autoPong?: boolean } = {}) {
    this.websocket = new WebSocket(url, options)
    this.websocket.on('message', (data, binary) => {
      if (binary) throw new Error('a binary frame')
      this.unread.push(String(data))
      this.#arrived()
    })
    this.websocket.on('error', () => {})
    this.closed = new Promise(resolve => this.websocket.on('close', (code, reason) => resolve({ code, reason: String(reason) })))
    closers.push(() => this.websocket.terminate())
  }

  async next(): Promise<string> {
    while (this.unread.length === 0)
      await new Promise<void>(resolve => {
        this.#arrived = resolve
      })
    return this.unread.shift()!
  }

  async until(part: string): Promise<string> {
    let text = await this.next()
    while (!text.includes(part)) text = await this.next()
    return text
  }

  async open(): Promise<this> {
    await once(this.websocket, 'open')
    return this
  }

  async connect(): Promise<this> {
    await this.open()
    this.websocket.send(CONNECT)
    await this.until('"connected"')
    return this
  }
}

const openSocket = ({ port }: Served, path = '/websocket', headers: Record<string, string> = {}): TestSocket =>
  new TestSocket(`ws://127.0.0.1:${port}${path}`, { headers })

/** The HTTP status that refuses an upgrade, or 101. */
async function status(served: Served, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { websocket } = openSocket(served, path, headers)
  return new Promise(resolve => {
    websocket.on('open', () => resolve(101))
    websocket.on('unexpected-response', (_, response) => resolve(response.statusCode!))
  })
}

/** A TCP socket on which the test has performed the WebSocket handshake itself. */
async function raw({ port }: Served): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(
    'GET /websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'data')
  return socket
}

/** A client's WebSocket frame, masked with zeros. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

/** The bytes that arrive until the socket closes. */
async function rest(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = []
  socket.on('data', part => parts.push(part))
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(parts)
}

describe('plain WebSocket', () => {
  it.each(['/websocket', '/websocket/', '/sockjs/websocket', '/websocket?x=1'])('T1: %s speaks one message a text frame', async path => {
    const one = openSocket(await serve(), path)
    expect(await one.next()).toBe('{"server_id":"0"}')
    one.websocket.send(CONNECT)
    expect(await one.next()).toMatch(/^\{"msg":"connected","session":"[^"]{17}"\}$/)
    one.websocket.send('{"msg":"ping","id":"1"}')
    expect(await one.next()).toBe('{"msg":"pong","id":"1"}')
  })

  it('T1: under a prefix', async () => {
    const served = await serve({ prefix: '/app' })
    expect(await openSocket(served, '/app/websocket').next()).toBe('{"server_id":"0"}')
    expect(await status(served, '/websocket')).toBe(404)
  })

  it('T1: large messages arrive whole, in order and in one piece', async () => {
    const served = await serve()
    const set = new ResultSet()
    for (const size of [10, 200, 70_000, 3]) set.put('c', String(size), { text: 'ü'.repeat(size) })
    served.ddp.publish('p', () => set)
    const one = await openSocket(served).connect()
    one.websocket.send('{"msg":"sub","id":"s","name":"p"}')
    for (const size of [10, 200, 70_000, 3])
      expect(await one.next()).toBe(`{"msg":"added","collection":"c","id":"${size}","fields":{"text":"${'ü'.repeat(size)}"}}`)
    expect(await one.next()).toBe('{"msg":"ready","subs":["s"]}')
  })

  it('T1: a text in fragments, each byte by itself, is one message', async () => {
    const socket = await raw(await serve())
    const text = '{"msg":"ping"}'
    const frames = [
      Buffer.from([0x01, 0x81, 0, 0, 0, 0, text.charCodeAt(0)]),
      ...[...text.slice(1)].map((char, i) => Buffer.from([i === text.length - 2 ? 0x80 : 0, 0x81, 0, 0, 0, 0, char.charCodeAt(0)])),
    ]
    for (const byte of Buffer.concat([...frames, masked('x')])) socket.write(Buffer.from([byte]))
    let heard = ''
    for await (const part of socket) {
      heard += String(part)
      if (heard.includes('"reason":"Bad request"')) break
    }
    expect(heard).toContain('"reason":"Must connect first","offendingMessage":{"msg":"ping"}')
  })

  it.each(['/', '/nope', '/websocket2', '/sockjs/websocket2', '/sockjs/a/b/xhr'])('T4: an upgrade of %s is 404', async path =>
    expect(await status(await serve(), path)).toBe(404),
  )

  it('T5: a listed origin, or none, may connect; any other is 403', async () => {
    const served = await serve()
    expect(await status(served, '/websocket')).toBe(101)
    expect(await status(served, '/websocket', { origin: 'https://ok.example' })).toBe(101)
    for (const origin of ['https://evil.example', 'null', 'https://ok.example.evil', ''])
      expect([origin, await status(served, '/websocket', { origin })]).toEqual([origin, 403])
  })

  it('T7: binary frames close with 1003, and nothing is heard after them', async () => {
    const served = await serve()
    let ran = 0
    served.ddp.method('m', () => void ran++)
    const one = await openSocket(served).connect()
    one.websocket.send(Buffer.from('{"msg":"ping"}'))
    for (let i = 0; i < 10; i++) one.websocket.send(`{"msg":"method","method":"m","id":"${i}"}`)
    expect(await one.closed).toEqual({ code: 1003, reason: 'Text only' })
    expect(ran).toBe(0)
  })

  it('C14: the address is that of the socket, or of the proxy list', async () => {
    const direct = await openSocket(await serve(), '/websocket', { 'x-test': 'yes', 'x-forwarded-for': '6.6.6.6' }).connect()
    direct.websocket.send('{"msg":"method","method":"who","id":"1"}')
    expect(await direct.until('result')).toBe('{"msg":"result","id":"1","result":{"address":"127.0.0.1","agent":"yes"}}')
    const served = await serve({ forwardedCount: 2 })
    const proxied = await openSocket(served, '/websocket', { 'x-forwarded-for': '6.6.6.6, 7.7.7.7, 8.8.8.8' }).connect()
    proxied.websocket.send('{"msg":"method","method":"who","id":"1"}')
    expect(await proxied.until('result')).toContain('"address":"7.7.7.7"')
    const short = await openSocket(served, '/websocket', { 'x-forwarded-for': '8.8.8.8' }).connect()
    short.websocket.send('{"msg":"method","method":"who","id":"1"}')
    expect(await short.until('result')).toContain('"address":null')
  })

  it('C15: what was sent before the server closes arrives, then 1000', async () => {
    const one = await openSocket(await serve()).open()
    one.websocket.send('{"msg":"connect","version":"7","support":["7"]}')
    expect(await one.until('failed')).toBe('{"msg":"failed","version":"1"}')
    expect((await one.closed).code).toBe(1000)
    expect(one.unread).toEqual([])
  })

  it('C15: closing the transport closes every socket and takes no new one', async () => {
    const http = createServer()
    const ddp = new DdpServer({
      clock: systemClock,
      randomId: () => 'x'.repeat(17),
      hash: String,
      soon: flush => void setImmediate(flush),
      report: () => {},
    })
    const transport = attachDdp(http, ddp, { prefix: '', forwardedCount: 0, originAllowed: () => true, limits: null })
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const one = await new TestSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/websocket`).connect()
    expect(ddp.sessions).toBe(1)
    await transport.close()
    expect((await one.closed).code).toBe(1006)
    await expect.poll(() => ddp.sessions).toBe(0)
    expect(http.listenerCount('upgrade')).toBe(0)
    http.close()
    await once(http, 'close')
  })
})

describe('SockJS', () => {
  it('T2: /sockjs/info answers the facts with CORS, and /sockjs a welcome', async () => {
    const { port } = await serve()
    const info = await fetch(`http://127.0.0.1:${port}/sockjs/info?t=1`)
    expect([info.status, info.headers.get('content-type'), info.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'application/json; charset=UTF-8',
      '*',
    ])
    expect(info.headers.get('cache-control')).toContain('no-cache')
    const text = await info.text()
    expect(text).toMatch(/^\{"websocket":true,"origins":\["\*:\*"\],"cookie_needed":false,"entropy":\d+\}$/)
    const options = await fetch(`http://127.0.0.1:${port}/sockjs/info`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    for (const [origin, allowed, credentials] of [
      ['https://ok.example', 'https://ok.example', 'true'],
      ['https://evil.example', '*', null],
    ] as const)
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await fetch(`http://127.0.0.1:${port}/sockjs/info`, { method, headers: { origin } })
        expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
          allowed,
          credentials,
        ])
        expect(headers.get('vary')).toBe('Origin')
      }
    expect(await (await fetch(`http://127.0.0.1:${port}/sockjs`)).text()).toBe('Welcome to SockJS!\n')
    expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
  })

  it('T3: messages are framed, lists and single texts are read, and an empty payload is ignored', async () => {
    const one = openSocket(await serve(), '/sockjs/123/abcd1234/websocket')
    expect(await one.next()).toBe('o')
    expect(await one.next()).toBe('a["{\\"server_id\\":\\"0\\"}"]')
    one.websocket.send('')
    one.websocket.send(JSON.stringify([CONNECT, '{"msg":"ping","id":"1"}']))
    expect(await one.next()).toContain('a["{\\"msg\\":\\"connected\\"')
    expect(await one.next()).toBe('a["{\\"msg\\":\\"pong\\",\\"id\\":\\"1\\"}"]')
    one.websocket.send(JSON.stringify('{"msg":"ping"}'))
    expect(await one.next()).toBe('a["{\\"msg\\":\\"pong\\"}"]')
    one.websocket.send('[]')
    one.websocket.send(JSON.stringify([CONNECT]))
    expect(await one.next()).toContain('Already connected')
  })

  it.each(['x', '{"msg":"ping"}', '[1]', '7', 'null'])('T3: %s closes with 3000', async payload => {
    const one = await openSocket(await serve(), '/sockjs/1/a/websocket').open()
    one.websocket.send(payload)
    expect(await one.closed).toEqual({ code: 3000, reason: 'Broken framing.' })
  })

  it('T3: the server says goodbye in a close frame of its own', async () => {
    const one = await openSocket(await serve(), '/sockjs/1/a/websocket').open()
    one.websocket.send(JSON.stringify('{"msg":"connect"}'))
    await one.until('failed')
    expect(await one.next()).toBe('c[1000,"Normal closure"]')
    expect((await one.closed).code).toBe(1000)
  })

  it('T3: the real client gets through', async () => {
    const { port, ddp } = await serve()
    ddp.method('big', () => `ü"\u2028${'x'.repeat(200_000)}`)
    const client = new SockJS(`http://127.0.0.1:${port}/sockjs`, null, { transports: ['websocket'] })
    const texts: string[] = []
    await new Promise<void>((resolve, reject) => {
      client.onopen = () => {
        client.send(CONNECT)
        client.send('{"msg":"method","method":"big","id":"1"}')
      }
      client.onmessage = ({ data }) => {
        texts.push(data)
        if (data.includes('"result"')) resolve()
      }
      client.onclose = ({ code, reason }) => reject(new Error(`${code} ${reason}`))
    })
    expect(texts.map(text => (JSON.parse(text) as { msg?: string }).msg)).toEqual([undefined, 'connected', 'updated', 'result'])
    const closed = new Promise<number>(resolve => {
      client.onclose = ({ code }) => resolve(code)
    })
    ddp.close()
    expect(await closed).toBe(1000)
  })
})

describe('limits of the transport', () => {
  const limits = {
    messageBytes: 1000,
    unfinishedBytes: 100_000,
    connections: 1000,
    perAddress: 3,
    silentPerAddress: 2,
    connectionRate: null,
  }

  it('L8: a message over the size limit closes the socket with 1009, also while more of it is on its way, and again after a pause', async () => {
    const served = await serve({ limits: { ...limits, perAddress: 100, silentPerAddress: 100 } })
    for (const [size, pause] of [
      [1001, 0],
      [2_000_000, 1000],
    ] as const) {
      const since = performance.now()
      const one = await openSocket(served).connect()
      one.websocket.send('x'.repeat(size))
      expect([size, (await one.closed).code]).toEqual([size, 1009])
      expect(performance.now() - since).toBeGreaterThanOrEqual(pause)
    }
    await expect.poll(() => served.ddp.sessions).toBe(0)
    const exact = await openSocket(served).connect()
    exact.websocket.send('x'.repeat(1000))
    expect(await exact.next()).toContain('Bad request')
  })

  it('L6: a burst of 600 calls, and of more than a chunk of the network, is answered whole by one connection', async () => {
    const served = await serve({ limits: { ...limits, messageBytes: 100_000 } }, { limits: { ...DEFAULT_LIMITS, messages: null } })
    served.ddp.method('m', async () => {
      await new Promise(resolve => setImmediate(resolve))
    })
    const one = await openSocket(served).connect()
    const filler = 'x'.repeat(500)
    for (let i = 0; i < 600; i++) one.websocket.send(JSON.stringify({ msg: 'method', method: 'm', id: String(i), params: [filler] }))
    const answered = new Set<string>()
    while (answered.size < 600) {
      const { msg, id } = JSON.parse(await one.next()) as { msg: string; id: string }
      if (msg === 'result') answered.add(id)
    }
    expect(served.ddp.sessions).toBe(1)
  })

  it('L8: of incomplete messages of all clients that are too many bytes together, the one that began first is closed', async () => {
    const served = await serve({ limits: { ...limits, unfinishedBytes: 1500 } })
    const slow = await openSocket(served).connect()
    const honest = await openSocket(served).connect()
    slow.websocket.send('x'.repeat(900), { fin: false })
    honest.websocket.send('{"msg":"ping"}')
    expect(await honest.next()).toBe('{"msg":"pong"}')
    honest.websocket.send(`{"msg":"ping","id":"${'x'.repeat(800)}"}`)
    expect(await honest.next()).toContain('pong')
    expect((await slow.closed).code).toBe(1009)
  })

  it('L8: fragments that add up to more than the limit close it too', async () => {
    const one = await openSocket(await serve({ limits })).connect()
    for (let i = 0; i < 5; i++) one.websocket.send('x'.repeat(400), { fin: false })
    expect((await one.closed).code).toBe(1009)
  })

  it.each<[string, number[], number]>([
    ['an unmasked frame', [0x81, 0x01, 0x78], 1002],
    ['a reserved bit', [0xc1, 0x80, 0, 0, 0, 0], 1002],
    ['an unknown opcode', [0x83, 0x80, 0, 0, 0, 0], 1002],
    ['a continuation of nothing', [0x80, 0x80, 0, 0, 0, 0], 1002],
    ['a ping of 126 bytes', [0x89, 0xfe, 0, 126, 0, 0, 0, 0], 1002],
    ['text that is not UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007],
    ['a length beyond all bounds', [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 1009],
  ])('L5, T7: %s ends that socket, and harms no other', async (_, bytes, code) => {
    const served = await serve({ limits })
    const other = await openSocket(served).connect()
    const socket = await raw(served)
    socket.write(Buffer.from(bytes))
    const heard = await rest(socket)
    expect(heard.subarray(heard.lastIndexOf(0x88) + 2).readUInt16BE(0)).toBe(code)
    await expect.poll(() => served.ddp.sessions).toBe(1)
    other.websocket.send('{"msg":"ping"}')
    expect(await other.next()).toBe('{"msg":"pong"}')
    expect(served.reports).toEqual([])
  })

  it('T6: an address has a bound of sockets, and of those that have not said anything', async () => {
    const served = await serve({ limits })
    const lines = [await openSocket(served).open(), await openSocket(served).open()]
    expect(await status(served, '/websocket')).toBe(429)
    lines[0]!.websocket.send('x')
    await lines[0]!.until('Bad request')
    lines.push(await openSocket(served).open())
    expect(await status(served, '/websocket')).toBe(429)
    for (const each of lines) {
      each.websocket.send('x')
      await each.until('Bad request')
    }
    expect(await status(served, '/websocket')).toBe(429)
    lines[2]!.websocket.terminate()
    await expect.poll(() => served.ddp.sessions).toBe(2)
    expect(await status(served, '/websocket')).toBe(101)
  })

  it('T6: addresses count by themselves, an IPv6 address as its /64, and handshakes that fail count for nothing', async () => {
    const served = await serve({ limits: { ...limits, perAddress: 1 }, forwardedCount: 1 })
    const from = (address: string, extra: Record<string, string> = {}): Promise<number> =>
      status(served, '/websocket', { 'x-forwarded-for': address, ...extra })
    for (let i = 0; i < 5; i++) {
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'bad',
        'x-forwarded-for': '10.0.0.1',
      }
      const [response] = await once(request({ port: served.port, host: '127.0.0.1', path: '/websocket', headers }).end(), 'response')
      expect(response.statusCode).toBe(400)
    }
    expect([await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.2')]).toEqual([101, 429, 101])
    expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:1::1')]).toEqual([101, 429, 101])
  })

  it('T6: when there are as many sockets as may be, the network that has most gives up its oldest for another, and gets no more', async () => {
    const roomy = { ...limits, connections: 3, perAddress: 100, silentPerAddress: 100 }
    const served = await serve({ limits: roomy, forwardedCount: 1 })
    const from = (address: string): TestSocket => openSocket(served, '/websocket', { 'x-forwarded-for': address })
    const farm = [await from('10.0.0.1').open(), await from('10.0.0.2').open(), await from('10.0.0.3').open()]
    expect(await status(served, '/websocket', { 'x-forwarded-for': '10.0.0.4' })).toBe(429)
    const guest = await from('192.0.2.1').connect()
    expect(await farm[0]!.closed).toEqual({ code: 1013, reason: 'Too many connections' })
    guest.websocket.send('{"msg":"ping"}')
    expect(await guest.next()).toBe('{"msg":"pong"}')
    expect(served.ddp.sessions).toBe(3)
  })

  it('T6: an address whose sockets come too fast waits, however many may be open; others do not', async () => {
    const roomy = { ...limits, perAddress: 100, silentPerAddress: 100, connectionRate: { burst: 2, perSecond: 0.001 } }
    const served = await serve({ limits: roomy, forwardedCount: 1 })
    const from = (address: string): Promise<number> => status(served, '/websocket', { 'x-forwarded-for': address })
    expect([await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.2')]).toEqual([101, 101, 429, 101])
  })

  it('L9, T9: before it stops it lets nobody in, and closes with 1012', async () => {
    const served = await serve()
    const one = await openSocket(served).open()
    served.shut()
    expect(await status(served, '/websocket')).toBe(503)
    await served.ddp.drain(0, 1000)
    expect(await one.closed).toEqual({ code: 1012, reason: 'Service restart' })
  })

  it('L4, L5: a reader that stops reading is cut off when its buffer exceeds the maximum', async () => {
    const served = await serve()
    let running: { stop(): void } | undefined
    const closed = new Promise<void>(resolve => {
      served.ddp.publish('p', each => {
        running = each
        each.connection!.onClose(resolve)
        each.added('c', '1', { text: 'x'.repeat(30_000_000) })
        each.ready()
      })
    })
    const socket = await raw(served)
    socket.pause()
    socket.write(Buffer.concat([masked(CONNECT), masked('{"msg":"sub","id":"s","name":"p"}')]))
    await expect.poll(() => running).toBeDefined()
    const other = await openSocket(served).connect()
    other.websocket.send('{"msg":"ping"}')
    await other.until('pong')
    running!.stop()
    await closed
    expect(served.ddp.sessions).toBe(1)
    const connections = (): Promise<number> => new Promise(resolve => served.http.getConnections((_, count) => resolve(count)))
    await expect.poll(connections).toBe(1)
    const heard = await rest(socket)
    expect(heard.length).toBeLessThan(30_000_000)
    other.websocket.send('{"msg":"ping"}')
    expect(await other.next()).toBe('{"msg":"pong"}')
  })

  it('L5: an abuser is told why with 1008, and cut off soon even if it does not answer', async () => {
    const served = await serve({}, { limits: { ...DEFAULT_LIMITS, handshake: 50 } })
    expect(await openSocket(served).closed).toEqual({ code: 1008, reason: 'No connect message' })
    const rude = await raw(served)
    expect(String(await rest(rude))).toContain('No connect message')
    expect(served.ddp.sessions).toBe(0)
  })

  it.each([
    ['pings', 0x89],
    ['pongs', 0x8a],
  ])('L5: who sends 101 %s of WebSocket itself without a message between them is cut off, who talks is not', async (_, byte) => {
    const served = await serve()
    const frame = Buffer.from([byte, 0x80, 0, 0, 0, 0])
    const talking = await raw(served)
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 50; i++) talking.write(frame)
      talking.write(masked(`{"msg":"unknown","id":"round ${round}"}`))
      for await (const part of talking.iterator({ destroyOnReturn: false })) if (String(part).includes(`round ${round}`)) break
    }
    const rude = await raw(served)
    rude.write(Buffer.concat(Array.from({ length: 101 }, () => frame)))
    expect((await rest(rude)).includes(byte === 0x8a ? 'Too many control frames' : '')).toBe(true)
    await expect.poll(() => served.ddp.sessions).toBe(1)
    talking.write(masked(CONNECT))
    for await (const part of talking) if (String(part).includes('"connected"')) break
  })

  it('T3: a SockJS client that does not answer pings any more is cut off', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearTimeout', 'clearInterval'] })
    closers.push(() => vi.useRealTimers())
    const served = await serve()
    const url = `ws://127.0.0.1:${served.port}/sockjs/1/a/websocket`
    const [alive, dead] = [new TestSocket(url), new TestSocket(url, { autoPong: false })]
    const plain = openSocket(served)
    await Promise.all([alive.open(), dead.open(), plain.open()])
    for (const each of [alive, dead]) each.websocket.send(JSON.stringify(CONNECT))
    plain.websocket.send(CONNECT)
    await Promise.all([alive.until('connected'), dead.until('connected'), plain.until('connected')])
    const pinged = Promise.all([once(alive.websocket, 'ping'), once(dead.websocket, 'ping')])
    let plainPinged = false
    plain.websocket.on('ping', () => {
      plainPinged = true
    })
    vi.advanceTimersByTime(15_000)
    for (const each of [alive, dead]) each.websocket.send(JSON.stringify('{"msg":"pong"}'))
    plain.websocket.send('{"msg":"pong"}')
    for (let i = 0; i < 3; i++) {
      for (const each of [alive, dead]) each.websocket.send(JSON.stringify('{"msg":"ping"}'))
      plain.websocket.send('{"msg":"ping"}')
      await Promise.all([alive.until('pong'), dead.until('pong'), plain.until('pong')])
      vi.advanceTimersByTime(10_000)
    }
    await pinged
    alive.websocket.send(JSON.stringify('{"msg":"ping"}'))
    dead.websocket.send(JSON.stringify('{"msg":"ping"}'))
    await Promise.all([alive.until('pong'), dead.until('pong')])
    vi.advanceTimersByTime(10_000)
    expect((await dead.closed).code).toBe(1006)
    alive.websocket.send(JSON.stringify('{"msg":"ping"}'))
    expect(await alive.until('pong')).toContain('pong')
    expect(plainPinged).toBe(false)
  })
})

import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { listen } from './listen.ts'
import { createHttp, type HttpOptions } from './server.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function serve(secure: boolean, more: Partial<HttpOptions> = {}): Promise<number> {
  const server = createHttp({
    routes: new Hono(),
    origins: { upload: null, pictures: null },
    secure,
    clientDir: null,
    page: async () => ({ status: 200, html: Buffer.from('a page') }),
    ready: async () => true,
    log: createLog('silent'),
    ...more,
  })
  servers.push(server)
  return listen(server, 0, '127.0.0.1')
}

it('protects every answer alike, those of SockJS too', async () => {
  const sockets: HttpOptions['sockets'] = (request, response) => {
    if (!request.url!.startsWith('/sockjs')) return null
    response.end('an answer of SockJS')
    return '/sockjs/*'
  }
  const port = await serve(false, { sockets })
  const [page, ...others] = await Promise.all(
    ['/', '/sockjs', '/sockjs/info', '/healthz'].map(path => fetch(`http://127.0.0.1:${port}${path}`)),
  )
  const names = ['content-security-policy', 'referrer-policy', 'x-content-type-options', 'x-frame-options']
  for (const name of names) for (const each of others) expect([name, each.headers.get(name)]).toEqual([name, page!.headers.get(name)])
  expect(page!.headers.get('x-content-type-options')).toBe('nosniff')
})

it('renders two pages of one address at a time, and refuses none', async () => {
  let [running, most] = [0, 0]
  const ends: (() => void)[] = []
  const port = await serve(false, {
    page: async url => {
      most = Math.max(most, ++running)
      await new Promise<void>(resolve => ends.push(resolve))
      running--
      return { status: 200, html: Buffer.from(url) }
    },
  })
  const pages = Array.from({ length: 10 }, (_, i) => fetch(`http://127.0.0.1:${port}/${i}`).then(answer => answer.text()))
  for (let ended = 0; ended < 10; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()!()
  }
  expect(await Promise.all(pages)).toEqual(Array.from({ length: 10 }, (_, i) => `/${i}`))
  expect(most).toBe(2)
})

it('renders nothing for clients that have left while their requests waited', async () => {
  const rendered: string[] = []
  const ends: (() => void)[] = []
  const port = await serve(false, {
    page: async url => {
      rendered.push(url)
      await new Promise<void>(resolve => ends.push(resolve))
      return { status: 200, html: Buffer.from(url) }
    },
  })
  const open = async (path: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }
  const first = [await open('/first'), await open('/second')]
  await expect.poll(() => rendered).toEqual(['/first', '/second'])
  const leavers = await Promise.all(['/left', '/left-too'].map(open))
  const last = fetch(`http://127.0.0.1:${port}/last`)
  await expect.poll(() => getConnections(servers.at(-1)!)).toBe(5)
  for (const socket of leavers) socket.destroy()
  await expect.poll(() => getConnections(servers.at(-1)!)).toBe(3)
  for (let ended = 0; ended < 3; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()!()
  }
  expect(await (await last).text()).toBe('/last')
  expect(rendered).toEqual(['/first', '/second', '/last'])
  for (const socket of first) socket.destroy()
})

const getConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))))

async function get(port: number, path: string, headers: Record<string, string> = {}): Promise<{ answer: IncomingMessage; body: Buffer }> {
  const [answer] = (await once(request({ port, host: '127.0.0.1', path, headers }).end(), 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return { answer, body: Buffer.concat(parts) }
}

it('sends a page that it remembers as it sends one that it makes', async () => {
  const remembered = (url: string) => (url === '/known?x=1' ? { status: 404 as const, html: Buffer.from('a known page: ä') } : null)
  const port = await serve(false, { getCachedPage: remembered })
  const [known, made] = [await get(port, '/known?x=1'), await get(port, '/known?x=2')]
  expect([known.answer.statusCode, String(known.body), made.answer.statusCode, String(made.body)]).toEqual([
    404,
    'a known page: ä',
    200,
    'a page',
  ])
  const namesOf = ({ answer }: typeof known): string[] => Object.keys(answer.headers).sort()
  expect(namesOf(known)).toEqual(namesOf(made))
  for (const name of ['content-type', 'cache-control', 'content-security-policy'])
    expect([name, known.answer.headers[name]]).toEqual([name, made.answer.headers[name]])
})

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip;q=0.5, br;q=0', gunzipSync],
])('sends pages in the coding %s to who takes "%s", whether it remembers them or not', async (coding, accepted, decompress) => {
  const html = Buffer.from('<p>a known page: ä</p>'.repeat(100))
  const port = await serve(false, { getCachedPage: url => (url === '/known' ? { status: 200, html } : null) })
  for (const [path, expected] of [
    ['/known', String(html)],
    ['/known', String(html)],
    ['/made', 'a page'],
  ] as const) {
    const { answer, body } = await get(port, path, { 'accept-encoding': accepted })
    expect([answer.headers['content-encoding'], answer.headers['content-length'], answer.headers.vary]).toEqual([
      coding,
      String(body.length),
      'Accept-Encoding, Accept-Language, Cookie',
    ])
    expect(String(decompress(body))).toBe(expected)
  }
})

it('sends pages as they are to who takes neither Brotli nor gzip', async () => {
  const port = await serve(false)
  for (const accepted of ['', 'identity', 'deflate, br;q=0, gzip;q=0.0']) {
    const { answer, body } = await get(port, '/', { 'accept-encoding': accepted })
    expect([answer.headers['content-encoding'], String(body)]).toEqual([undefined, 'a page'])
  }
})

it('sends a script packed to who takes it packed, and as it is to others', async () => {
  const clientDir = mkdtempSync(join(tmpdir(), 'skillshot-client-'))
  const script = 'export const answer = 42'
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(join(clientDir, 'assets/a.js'), script)
  writeFileSync(join(clientDir, 'assets/a.js.gz'), gzipSync(script))
  const port = await serve(false, { clientDir })
  const [packed, plain] = [await get(port, '/assets/a.js', { 'accept-encoding': 'gzip' }), await get(port, '/assets/a.js')]
  rmSync(clientDir, { recursive: true })
  expect([packed.answer.headers['content-encoding'], plain.answer.headers['content-encoding']]).toEqual(['gzip', undefined])
  expect([String(gunzipSync(packed.body)), String(plain.body)]).toEqual([script, script])
  for (const { answer } of [packed, plain])
    expect([answer.headers['content-type'], answer.headers['cache-control'], answer.headers.vary]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
      'Accept-Encoding',
    ])
})

it('keeps browsers to https where the public address is one', async () => {
  for (const secure of [true, false]) {
    const { headers } = await fetch(`http://127.0.0.1:${await serve(secure)}/`)
    expect(headers.get('strict-transport-security')).toBe(secure ? 'max-age=31536000' : null)
  }
})

it('answers and then disconnects a client that never ends its request', async () => {
  const port = await serve(false)
  for (const asked of ['GET /', 'POST /sockjs']) {
    const line = connect(port, '127.0.0.1')
    line.write(`${asked} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx`)
    const [answer] = (await once(line, 'data')) as [Buffer]
    expect(String(answer)).toMatch(/^HTTP\/1\.1 (200|303) /)
    line.on('error', () => {}).resume()
    await once(line, 'close')
  }
})

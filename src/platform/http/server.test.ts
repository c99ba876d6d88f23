import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { createHttp, listen } from './server.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function serve(secure: boolean): Promise<number> {
  const server = createHttp({
    routes: new Hono(),
    origins: { upload: null, pictures: null },
    secure,
    clientDir: null,
    page: async () => ({ status: 200, html: Buffer.from('a page') }),
    ready: async () => true,
    log: createLog('silent'),
  })
  servers.push(server)
  return listen(server, 0, '127.0.0.1')
}

it('protects every answer alike, those of SockJS too', async () => {
  const port = await serve(false)
  const [page, ...others] = await Promise.all(
    ['/', '/sockjs', '/sockjs/info', '/healthz'].map(path => fetch(`http://127.0.0.1:${port}${path}`)),
  )
  const names = ['content-security-policy', 'referrer-policy', 'x-content-type-options', 'x-frame-options']
  for (const name of names) for (const each of others) expect([name, each.headers.get(name)]).toEqual([name, page!.headers.get(name)])
  expect(page!.headers.get('x-content-type-options')).toBe('nosniff')
})

it('keeps browsers to https where the public address is one', async () => {
  for (const secure of [true, false]) {
    const { headers } = await fetch(`http://127.0.0.1:${await serve(secure)}/`)
    expect(headers.get('strict-transport-security')).toBe(secure ? 'max-age=31536000' : null)
  }
})

it('answers and then hangs up on who never ends what he sends', async () => {
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

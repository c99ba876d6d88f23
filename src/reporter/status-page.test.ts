import { request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { ReporterStatus } from './reporter-status.ts'
import { StatusPage } from './status-page.ts'

const status: ReporterStatus = {
  site: 'https://scores.example',
  now: 1_000_000,
  startedAt: 500_000,
  link: { connection: 'connected', refusal: null, sent: 12, failed: 0 },
  boards: [
    {
      ...{ id: '4f0c12ab', name: '<b>Attack</b> "from" Mars', address: '10.0.0.1', heardAt: 997_000, isPaired: true, games: 3 },
      state: { playing: true, ball: 2, player: 1, scores: [1_200_000, 0] },
    },
    { id: '00000001', name: '', address: '10.0.0.2', heardAt: null, isPaired: false, games: 0, state: null },
  ],
  spool: { waiting: 4, aside: 1, dropped: 0, failure: null, reasons: new Map([['Match failed [400]', 1]]) },
  datagrams: { received: 900, large: 1, fast: 2 },
  dropped: { unknown: 3, boards: 4, ends: 5 },
}

let page: StatusPage | null = null
afterEach(() => page?.close())

async function serve(what: ReporterStatus | null = status) {
  page = new StatusPage(() => what)
  const port = await page.open(0)
  return (
    path: string,
    host = `localhost:${port}`,
    method = 'GET',
  ): Promise<{ status: number; headers: Record<string, unknown>; text: string }> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers: { host } }, response => {
        let text = ''
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
      })
      sent.on('error', reject).end()
    })
}

describe('the status page', () => {
  it('shows the connection, the boards and what waits, without a script, and loads itself again', async () => {
    const get = await serve()
    const { status: code, headers, text } = await get('/')
    expect([code, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).toContain('<dt>Connection</dt><dd>connected</dd>')
    expect(text).toContain('<th scope="row">&#60;b&#62;Attack&#60;/b&#62; &#34;from&#34; Mars</th><td>10.0.0.1</td>')
    expect(text).toContain('playing, ball 2: 1,200,000 · 0')
    expect(text).toContain('not heard yet')
    expect(text).toContain('1 game was not taken by the site: Match failed [400]')
    expect(text).toContain('http-equiv="refresh"')
    expect(text).not.toContain('<script')
  })

  it('says what is wrong: a key that the site refuses, a full disk, lost games', async () => {
    const get = await serve({
      ...status,
      boards: [],
      link: { connection: 'waiting', refusal: 'This key is not known.', sent: 0, failed: 3 },
      spool: { ...status.spool, failure: 'ENOSPC: no space left on device', dropped: 2 },
    })
    const { text } = await get('/')
    for (const part of ['This key is not known.', 'ENOSPC', '2 games were lost', 'not connected', 'None was heard yet'])
      expect(text).toContain(part)
  })

  it('answers whoever names this machine, and no page of the internet whose name leads here', async () => {
    const get = await serve()
    for (const host of ['localhost', '127.0.0.1:4680', '[::1]:4680']) expect((await get('/', host)).status).toBe(200)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '127.0.0.1@evil.example'])
      for (const path of ['/', '/metrics', '/healthz', '/style.css']) expect((await get(path, host)).status, host).toBe(403)
  })

  it('has metrics, a health check, and nothing else', async () => {
    const get = await serve()
    const { text } = await get('/metrics')
    expect(text).toContain('skillshot_reporter_connected 1')
    expect(text).toContain('skillshot_reporter_boards{paired="yes"} 1')
    expect(text).toContain('skillshot_reporter_games{state="waiting"} 4')
    expect(text).toContain('skillshot_reporter_dropped_total{why="fast"} 2')
    for (const line of text.trim().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[\w-]+"\})? [\d.]+)$/)
    expect((await get('/healthz')).text).toBe('ok\n')
    expect((await get('/x')).status).toBe(404)
    expect((await get('/', 'localhost', 'POST')).status).toBe(405)
    expect((await get('/', 'localhost', 'HEAD')).text).toBe('')
  })

  it('is not ready while the reporter starts', async () => {
    const get = await serve(null)
    expect((await get('/healthz')).status).toBe(503)
  })
})

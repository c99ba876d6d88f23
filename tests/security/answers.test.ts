import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isVisitPath } from '#accounts/contract/login-services.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { signUp, type TestUser } from '../integration/helpers/users.ts'
import { openRawSocket } from './raw-socket.ts'
import { type AttackedServer, startServer } from './server.ts'

interface Answer {
  what: string
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

let server: AttackedServer
let ada: TestUser
let scoreId: string
let eventId: string
let machineId: string
const answers: Answer[] = []
const named = (what: string): Answer => answers.find(each => each.what === what)!

/** Sends a request with the path exactly as given, without normalising it. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ port: server.port, host: '127.0.0.1', method, path, headers }, response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('end', () =>
        resolve({
          what: `${method} ${path}`,
          status: response.statusCode!,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      )
    })
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

beforeAll(async () => {
  server = await startServer({ ROOT_URL: 'https://scores.example', ALLOWED_ORIGINS: 'https://app.example' })
  ada = await signUp(server, 'Ada')
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT 1')
  machineId = rows[0]!.id
  scoreId = uuidv7()
  eventId = uuidv7()
  const groupId = uuidv7()
  await ada.client.call('scores.submit', { _id: scoreId, machineId, value: 1_000_000, comment: '<b>hello</b>' })
  await ada.client.call('groups.add', { _id: groupId, name: 'Club', visibility: 'public' })
  await ada.client.call('events.add', {
    _id: eventId,
    groupId,
    name: 'Night',
    startsAt: new Date(Date.now() - 1000),
    endsAt: new Date(Date.now() + 3_600_000),
    format: { kind: 'best-game', points: 'papa' },
    machineIds: [machineId],
  })
  const { url } = await ada.client.call<{ url: string }>('account.export', {})
  const home = await ask('GET', '/')
  const script = /<script type="module" src="([^"]+)"/.exec(home.body)![1]!
  const style = /<link rel="stylesheet" href="([^"]+)"/.exec(home.body)![1]!
  const pages = ['/machines', `/machines/${machineId}`, `/scores/${scoreId}`, '/players/Ada', `/groups/${groupId}`, '/groups', '/events']
  const more = [
    `/events/${eventId}`,
    `/events/${eventId}/live`,
    '/submit',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/account',
    '/privacy',
  ]
  const files = [script, style, '/icon.svg', '/assets/none.js', '/healthz', '/readyz', '/metrics', '/sockjs', '/sockjs/info']
  const made = [`/scores/${scoreId}/card.png`, '/scores/none/card.png', `/events/${eventId}/results.csv`, `/events/${eventId}/calendar.ics`]
  const kept = [url, '/exports/none', '/storage/pictures/none.jpg', '/storage/incoming/none.jpg', '/storage']
  const away = ['/nowhere', '/admin', '/.git/config', '/assets/', '/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json']
  const odd = ['/%00', '/%E0%A4%A', '//evil.example/x', '/package.json', '/.env', '/server.js', '/debug', '/?__proto__[x]=1']
  for (const path of ['/', ...pages, ...more, ...files, ...made, ...kept, ...away, ...odd]) answers.push(await ask('GET', path))
  for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
    for (const path of ['/', `/scores/${scoreId}`, '/storage', '/sockjs/info', '/healthz', script])
      answers.push(await ask(method, path, { 'x-canary': 'as it was sent' }))
  answers.push(
    await ask('GET', `/scores/${scoreId}/card.png`, { 'if-none-match': String(named(`GET /scores/${scoreId}/card.png`).headers.etag) }),
  )
})
afterAll(() => server.close())

/** The answers with a body, which a browser could interpret. */
const written = (): Answer[] => answers.filter(({ body }) => body !== '')
const each = (condition: (answer: Answer) => boolean, of = answers): string[] =>
  of.filter(answer => !condition(answer)).map(({ what, status }) => `${status} ${what}`)
const directives = ({ headers }: Answer): Map<string, string> =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map(text => [text.split(' ')[0]!, text.split(' ').slice(1).join(' ')]),
  )

describe('[X2] every answer over HTTP', () => {
  it('is of many kinds', () => {
    const statuses = new Set(answers.map(({ status }) => status))
    console.info(`[X2] ${answers.length} answers, of statuses ${[...statuses].sort().join(', ')}`)
    for (const status of [200, 204, 303, 304, 400, 404]) expect(statuses).toContain(status)
    expect(answers.filter(({ status }) => status >= 500 && status !== 503).map(({ what }) => what)).toEqual([])
  })

  it('lets no browser guess its type, frame it, or tell others its address', () => {
    expect(each(({ headers }) => headers['x-content-type-options'] === 'nosniff')).toEqual([])
    expect(each(({ headers }) => headers['referrer-policy'] === 'no-referrer')).toEqual([])
    expect(each(({ headers }) => headers['x-frame-options'] === 'DENY')).toEqual([])
    // On the way of a visit to a login service the window that opened it may be told how it ends.
    const openerPolicy = ({ what }: Answer): string => (isVisitPath(what.split(' ')[1]!) ? 'unsafe-none' : 'same-origin')
    expect(each(answer => answer.headers['cross-origin-opener-policy'] === openerPolicy(answer))).toEqual([])
  })

  it('has a policy by which scripts and styles are files of the site alone, and nothing else runs, frames or moves the base', () => {
    for (const answer of answers) {
      const policy = directives(answer)
      expect(policy.get('default-src'), answer.what).toBe("'none'")
      expect(String(answer.headers['content-security-policy']), answer.what).not.toMatch(/unsafe|\*|http:/)
      if (policy.has('sandbox')) continue
      expect(
        [policy.get('script-src'), policy.get('style-src'), policy.get('base-uri'), policy.get('frame-ancestors')],
        answer.what,
      ).toEqual(["'self'", "'self'", "'none'", "'none'"])
      expect(policy.get('form-action'), answer.what).toBe("'self'")
      expect(policy.has('object-src'), answer.what).toBe(false)
    }
  })

  it('tells browsers to come by https alone, for a year', () => {
    expect(each(({ headers }) => headers['strict-transport-security'] === 'max-age=31536000')).toEqual([])
  })

  it('sets no cookie, and says nothing of what it is made with', () => {
    expect(
      each(({ headers }) => headers['set-cookie'] === undefined && headers.server === undefined && headers['x-powered-by'] === undefined),
    ).toEqual([])
    expect(
      each(
        ({ body }) => !/node_modules|\/dist\/|at .+\.js:\d+|hono/i.test(body),
        written().filter(({ what }) => !/\.(js|css)$|metrics/.test(what)),
      ),
    ).toEqual([])
  })

  it('has a type, and a text its alphabet', () => {
    expect(each(({ headers }) => headers['content-type'] !== undefined, written())).toEqual([])
    const texts = written().filter(({ headers }) => /^text\/(html|plain|csv|calendar)|javascript|css/.test(String(headers['content-type'])))
    expect(each(({ headers }) => /charset=utf-8/i.test(String(headers['content-type'])), texts)).toEqual([])
  })

  it('opens itself to pages of other sites only where it is a fact about SockJS', () => {
    expect(each(({ what, headers }) => headers['access-control-allow-origin'] === undefined || what.endsWith('/sockjs/info'))).toEqual([])
  })

  it('lets no page of another site send forms, and the listed ones only by their own name', async () => {
    for (const [origin, status, allowed] of [
      ['https://evil.example', 403, undefined],
      ['null', 403, undefined],
      ['https://app.example', 204, 'https://app.example'],
      ['https://scores.example', 204, 'https://scores.example'],
    ] as const) {
      const answer = await ask('OPTIONS', '/storage', { origin })
      expect([origin, answer.status, answer.headers['access-control-allow-origin']]).toEqual([origin, status, allowed])
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
    expect((await ask('POST', '/storage', { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('to a form of another site is the page alone: nothing is done over plain HTTP', async () => {
    const rows = async (): Promise<unknown> =>
      (
        await server.pool.query(
          `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM scores) AS scores, (SELECT count(*) FROM login_tokens) AS tokens`,
        )
      ).rows
    const before = await rows()
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      for (const path of ['/sign-up?username=eve&password=12345678', `/scores/${scoreId}`, '/account/delete', '/groups/new'])
        await ask(
          method,
          path,
          {
            origin: 'https://evil.example',
            'content-type': 'application/x-www-form-urlencoded',
            cookie: `token=${ada.token}`,
            authorization: `Bearer ${ada.token}`,
          },
          method === 'GET' ? undefined : 'username=eve',
        )
    expect(await rows()).toEqual(before)
  })
})

describe('[X2] an address', () => {
  it('shows no file but those of the build: no sources, no settings, no folder, no page for debugging', () => {
    for (const path of [
      '/.git/config',
      '/assets/',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/package.json',
      '/.env',
      '/server.js',
      '/debug',
    ]) {
      const { status, body } = named(`GET ${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(body).not.toContain('"dependencies"')
    }
  })

  it('gives back nothing of a TRACE', () => {
    for (const { status, body } of answers.filter(({ what }) => what.startsWith('TRACE'))) {
      expect(status).toBe(404)
      expect(body).not.toContain('as it was sent')
    }
  })

  it('leads to no other site', async () => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/%5cevil.example',
      '/%2f%2fevil.example',
      '/sign-in?next=//evil.example',
      '/x/..//evil.example',
    ]) {
      const { headers } = await ask('POST', path)
      expect(new URL(String(headers.location), 'https://scores.example').origin, path).toBe('https://scores.example')
    }
    const leaving = answers.filter(
      ({ headers }) =>
        headers.location !== undefined && new URL(String(headers.location), 'https://scores.example').origin !== 'https://scores.example',
    )
    expect(leaving).toEqual([])
  })

  it('is that of the site whatever the request says of its host', async () => {
    const { body } = await ask('GET', `/scores/${scoreId}`, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    expect(body).not.toContain('evil.example')
    expect(body).toContain('https://scores.example')
  })

  it('that brings a file says that it is one, under a name of ours', () => {
    for (const path of [`/events/${eventId}/results.csv`, `/events/${eventId}/calendar.ics`])
      expect(named(`GET ${path}`).headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9.-]+"$/)
    const zip = answers.find(({ headers }) => headers['content-type'] === 'application/zip')!
    expect([zip.headers['content-disposition'], zip.headers['cache-control']]).toEqual(['attachment; filename="skillshot.zip"', 'no-store'])
  })
})

describe('[X2] every page', () => {
  it('has no script and no style in its text, and handles nothing by attributes', () => {
    const pages = answers.filter(({ headers, body }) => String(headers['content-type']).startsWith('text/html') && body !== '')
    expect(pages.length).toBeGreaterThan(20)
    for (const { what, body } of pages) {
      const scripts = [...body.matchAll(/<script\b([^>]*)>([^<]*)/g)].map(([, attributes, text]) => [
        attributes!.trim(),
        text!.trim() !== '',
      ])
      for (const [attributes, inline] of scripts)
        expect([what, attributes], what).toEqual([
          what,
          expect.stringMatching(
            inline
              ? /^type="application\/json" id="boot"$/
              : /^type="module" src="\/assets\/[a-z]{2}\/[\w.-]+" data-scripts="(?:\/assets\/[a-z]{2}\/[\w.-]+(?: |"$))+/,
          ),
        ])
      expect(body, what).not.toMatch(/<style|\sstyle="|\son[a-z]+="|javascript:|<base|<iframe|<object|<embed/i)
    }
  })

  it('says as text what people wrote', () => {
    expect(named(`GET /scores/${scoreId}`).body).toContain('&lt;b&gt;hello&lt;/b&gt;')
    expect(named(`GET /scores/${scoreId}`).body).not.toContain('<b>hello')
  })
})

describe('[X2] a request that is not HTTP', () => {
  const sendRequest = async (text: string): Promise<string> => {
    const connection = await openRawSocket(server.port)
    connection.socket.write(text)
    await connection.closed(performance.now())
    return connection.received().toString('latin1')
  }

  it.each([
    ['no request at all', 'hello\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    ['a length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['another coding', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked, x\r\n\r\n', 400],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    ['a header in two lines', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n', 400],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ])('is refused, and the connection closed: %s', async (_, text, status) => {
    const received = await sendRequest(text)
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(received.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
  })
})

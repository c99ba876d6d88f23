import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noAssets } from '#platform/render/html-document.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { firstMachineId } from '../integration/helpers/users.ts'
import { startPostgresProxy, throughProxy } from '../postgres-proxy.ts'
import { waitUntil } from '../scale/wait.ts'
import type { TcpProxy } from '../tcp-proxy.ts'

let proxy: TcpProxy
let testApp: TestApp
let machineId: string

beforeAll(async () => {
  testApp = await createTestApp({
    config: { socialLinks: [{ text: 'Mastodon', href: 'https://pinball.example/@club' }] },
    proxyDatabase: async connection => {
      proxy = await startPostgresProxy(connection as { host: string; port: number })
      return throughProxy(connection, proxy)
    },
  })
  testApp.app.renderer.setBuild({
    ...noAssets,
    script: '/assets/app.js',
    styles: ['/assets/app.css'],
    preload: ['/assets/app.js', '/assets/f.woff2'],
  })
  machineId = await firstMachineId(testApp)
})
afterAll(async () => {
  await testApp.close()
  await proxy.close()
})

const get = (path: string, language = 'en'): Promise<Response> =>
  fetch(testApp.http + path, { headers: { 'accept-language': language }, redirect: 'manual' })

describe('a page that was not made before, while the database is away', () => {
  beforeAll(async () => {
    expect((await get('/machines')).status).toBe(200)
    proxy.refuseConnections()
    await waitUntil('/readyz says that the database is away', async () => (await get('/readyz')).status === 503)
  })
  afterAll(() => proxy.restore())

  it.each([
    ['en', 'ltr', 'Temporarily unavailable'],
    ['de', 'ltr', 'Vorübergehend nicht verfügbar'],
    ['ar', 'rtl', 'غير متاح مؤقتًا'],
  ])('is answered in the language of the user (%s) by an error page with a time to retry', async (language, direction, title) => {
    const path = `/machines/${machineId}?window=week`
    const answer = await get(path, language)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-language')).toBe(language)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await answer.text()
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(html).toContain(`>${title}</h1>`)
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).toContain('<link rel="stylesheet" href="/assets/app.css">')
    expect(html).toContain('href="/assets/f.woff2"')
    expect(html).toContain(`href="${path}"`)
  })

  it('has the site’s own name and links, as all pages have', async () => {
    const html = await (await get(`/machines/${machineId}?window=month`)).text()
    expect(html).toMatch(/<footer.*<a href="https:\/\/pinball\.example\/@club" rel="me noopener">Mastodon<\/a>.*<\/footer>/s)
  })

  it('comes without a script, which would look for the data that it lacks', async () => {
    const html = await (await get('/players/nobody')).text()
    expect(html).not.toContain('<script')
    expect(html).not.toContain('/assets/app.js')
  })

  it('is not told that it may be old, as those are that were made before', async () => {
    const marked = async (path: string): Promise<boolean> => (await (await get(path)).text()).includes('maybe-old')
    await waitUntil('a page that was made before says that it may be old', () => marked('/machines'))
    expect(await marked('/players/nobody')).toBe(false)
  })

  it('is the same for every path, and contains the path only as a link', async () => {
    for (const path of ['/scores/%3Cscript%3E', '/events/x"onmouseover=alert(1)']) {
      const html = await (await get(path)).text()
      expect(html).not.toMatch(/<script|"onmouseover/)
    }
  })

  it('is sent to browsers only: other clients get one line of text', async () => {
    const answer = await get('/feed.atom?player=somebody')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await answer.text()).toBe('The site cannot reach its database just now. Please try again in a moment.\n')
  })

  it('is made as soon as the database is back, and nothing of the other is kept', async () => {
    const path = `/machines/${machineId}`
    expect((await get(path)).status).toBe(503)
    proxy.restore()
    await waitUntil('the page is made', async () => (await get(path)).status === 200)
    expect(await (await get(path)).text()).toContain('<script type="module"')
  })
})

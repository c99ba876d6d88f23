import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

const SITE = 'https://scores.club.example'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off', rootUrl: SITE } })
})
afterAll(() => testApp.close())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(testApp.http + path, { method, headers })

describe.each([
  ['the page', '/api', 'text/html; charset=utf-8'],
  ['the document', '/api/openapi.json', 'application/json'],
])('%s of the API', (_what, path, type) => {
  it('has the strict policy of all answers, and may not be shown in a frame', async () => {
    const { status, headers } = await ask(path)
    expect([status, headers.get('content-type'), headers.get('x-frame-options')]).toEqual([200, type, 'DENY'])
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  it('is told by its entity tag that nothing has changed, in whatever coding', async () => {
    const first = await ask(path)
    const etag = first.headers.get('etag')!
    for (const coding of ['identity', 'gzip', 'br']) {
      const again = await ask(path, { 'if-none-match': etag, 'accept-encoding': coding })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
      const other = await ask(path, { 'if-none-match': '"other"', 'accept-encoding': coding })
      expect([other.status, other.headers.get('content-encoding')]).toEqual([200, coding === 'identity' ? null : coding])
      expect(await other.text()).toBe(await (await ask(path)).text())
    }
  })

  it('answers HEAD like GET, without a body', async () => {
    const [get, head] = [await ask(path), await ask(path, {}, 'HEAD')]
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, get.headers.get('etag'), ''])
  })

  it('names this site in its examples', async () => {
    const text = await (await ask(path)).text()
    expect(text).toContain(`${SITE}/api/v1/machines/search?text=medieval`)
    expect(text).not.toContain('scores.example')
  })
})

it('the page is in the language of the reader, and the guide on it in English', async () => {
  const german = await ask('/api', { 'accept-language': 'de' })
  expect(german.headers.get('content-language')).toBe('de')
  const text = await german.text()
  expect(text).toContain('<html lang="de" dir="ltr">')
  expect(text).toContain('<summary>So geht die API</summary>\n<div lang="en" dir="ltr">')
  expect(await (await ask('/api', { cookie: 'locale=ar' })).text()).toContain('<html lang="ar" dir="rtl">')
})

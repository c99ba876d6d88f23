import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveAssets } from './asset-files.ts'

const SCRIPT = 'export const answer = 42'
let clientDir: string
let app: Hono

beforeEach(() => {
  clientDir = mkdtempSync(join(tmpdir(), 'skillshot-client-'))
  mkdirSync(join(clientDir, 'assets/de'), { recursive: true })
  app = new Hono()
  app.get('/assets/*', serveAssets(clientDir, null))
})
afterEach(() => rmSync(clientDir, { recursive: true, force: true }))

const write = (name: string, content: string | Buffer): void => writeFileSync(join(clientDir, 'assets', name), content)
const get = (name: string, accepted = 'gzip, deflate, br, zstd', method = 'GET'): Promise<Response> =>
  Promise.resolve(app.request(`/assets/${name}`, { method, headers: { 'accept-encoding': accepted } }))

describe('a file of the build', () => {
  it('is sent in the best coding that the client takes and the build has', async () => {
    const [br, gz] = [brotliCompressSync(SCRIPT), gzipSync(SCRIPT)]
    write('a.js', SCRIPT)
    write('a.js.gz', gz)
    write('de/b.js', SCRIPT)
    write('de/b.js.gz', gz)
    write('de/b.js.br', br)
    for (const [name, accepted, coding, body] of [
      ['a.js', 'gzip, deflate, br', 'gzip', gz],
      ['a.js', 'br', null, Buffer.from(SCRIPT)],
      ['a.js', 'gzip;q=0', null, Buffer.from(SCRIPT)],
      ['de/b.js', 'gzip, deflate, br', 'br', br],
      ['de/b.js', 'gzip', 'gzip', gz],
      ['de/b.js', '', null, Buffer.from(SCRIPT)],
    ] as const) {
      const response = await get(name, accepted)
      const { headers } = response
      expect([response.status, headers.get('content-encoding'), headers.get('vary')]).toEqual([200, coding, 'Accept-Encoding'])
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(headers.get('content-length')).toBe(String(body.length))
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(Buffer.from(await response.arrayBuffer())).toEqual(body)
    }
  })

  it('may be empty, and may be asked for without its content', async () => {
    write('empty.css', '')
    const response = await get('empty.css')
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([200, '', 'text/css; charset=utf-8'])
    write('a.js', SCRIPT)
    const head = await get('a.js', '', 'HEAD')
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', String(SCRIPT.length)])
  })

  it('is read again when it was replaced, and is gone when it was deleted', async () => {
    for (const content of ['first', 'second one']) {
      write('a.js', content)
      for (const _ of [1, 2]) expect(await (await get('a.js')).text()).toBe(content)
    }
    rmSync(join(clientDir, 'assets/a.js'))
    expect((await get('a.js')).status).toBe(404)
  })

  it('is nothing outside of the folder, and no folder', async () => {
    writeFileSync(join(clientDir, 'secret.txt'), 'secret')
    for (const path of ['..%2fsecret.txt', '%2e%2e/secret.txt', 'de', 'de/', 'de%2f', 'a.js%00', 'xx/../../secret.txt'])
      expect((await get(path)).status, path).toBe(404)
  })

  it('is sent whole to each of many who ask at once', async () => {
    const content = 'x'.repeat(1_000_000)
    write('big.js', content)
    const bodies = await Promise.all(Array.from({ length: 50 }, async () => (await get('big.js', '')).text()))
    expect(new Set(bodies)).toEqual(new Set([content]))
  })
})

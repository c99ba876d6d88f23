import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { startPostgresProxy, throughProxy } from '../postgres-proxy.ts'
import { waitUntil } from '../scale/wait.ts'
import type { TcpProxy } from '../tcp-proxy.ts'

let proxy: TcpProxy
let testApp: TestApp
let etag: string

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(`${testApp.http}/api/v1/${path}`, { headers })
const ageOf = async (path: string): Promise<string | null> => (await get(path)).headers.get('age')

beforeAll(async () => {
  testApp = await createTestApp({
    config: { rateLimits: 'off' },
    proxyDatabase: async connection => {
      proxy = await startPostgresProxy(connection as { host: string; port: number })
      return throughProxy(connection, proxy)
    },
  })
  const watcher = await DdpTestClient.open(testApp.endpoint)
  await watcher.subscribe('groups.list', { limit: 7 })
  etag = (await get('groups/list?limit=5')).headers.get('etag')!
})
afterAll(async () => {
  await testApp.close()
  await proxy.close()
})

describe('an answer of the API', () => {
  it('does not say how old it is while the database is there', async () => {
    for (const path of ['groups/list?limit=5', 'groups/list?limit=7']) expect(await ageOf(path)).toBe(null)
  })

  it('says for how long it may be old while the database is away, whether it was made before or is made now', async () => {
    proxy.refuseConnections()
    await waitUntil('the API says that its answer may be old', async () => (await ageOf('groups/list?limit=5')) !== null)
    const { status, headers } = await get('groups/list?limit=5')
    expect(status).toBe(200)
    expect(headers.get('age')).toMatch(/^[1-9]\d*$/)
    expect(headers.get('access-control-expose-headers')!.split(',')).toContain('Age')
    const before = Number(headers.get('age'))
    await waitUntil('it grows older', async () => Number(await ageOf('groups/list?limit=5')) > before)
    const watched = await get('groups/list?limit=7')
    expect([watched.status, watched.headers.get('age')]).toEqual([200, expect.stringMatching(/^[1-9]\d*$/)])
    const same = await get('groups/list?limit=5', { 'if-none-match': etag })
    expect([same.status, same.headers.get('age')]).toEqual([304, expect.stringMatching(/^[1-9]\d*$/)])
  })

  it('is an error without an age where nothing is remembered', async () => {
    const { status, headers } = await get('groups/list?limit=9')
    expect([status, headers.get('age'), headers.get('retry-after')]).toEqual([503, null, '10'])
  })

  it('has no age once the database is back', async () => {
    proxy.restore()
    await waitUntil('the API does not say any more that its answer may be old', async () => (await ageOf('groups/list?limit=5')) === null)
    await waitUntil('what was not remembered is read', async () => (await get('groups/list?limit=9')).status === 200)
    expect(await ageOf('groups/list?limit=9')).toBe(null)
  })
})

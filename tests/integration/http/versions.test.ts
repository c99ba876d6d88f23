import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAssets } from '#platform/render/assets.ts'
import { version as release } from '../../../package.json'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

const NAME = 'meteor_autoupdate_clientVersions'
const dir = mkdtempSync(join(tmpdir(), 'skillshot-build-'))
const clients: DdpTestClient[] = []
let testApp: TestApp

/** Writes a build in place of the previous one. */
function build(script: string, style: string) {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, '.vite'), { recursive: true })
  mkdirSync(join(dir, 'assets'))
  const [main, css] = [`assets/main-${script}.js`, `assets/style-${style}.css`]
  writeFileSync(
    join(dir, '.vite/manifest.json'),
    JSON.stringify({
      'src/app/browser/start.browser.ts': { file: 'assets/start-1.js', isEntry: true },
      main: { file: main, isEntry: true, imports: [] },
      'style.css': { file: css },
    }),
  )
  writeFileSync(join(dir, main), `/* ${script} */`)
  writeFileSync(join(dir, `${main}.gz`), gzipSync(`/* ${script} */`))
  writeFileSync(join(dir, css), `.${style} {}`)
  return readAssets(dir)
}

async function open(): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(testApp.endpoint)
  clients.push(client)
  return client
}

const get = (path: string) => fetch(testApp.http + path, { headers: { 'accept-encoding': 'gzip' } })

beforeAll(async () => {
  testApp = await createTestApp({ client: { dir, assets: build('one', 'one') } })
})
afterAll(async () => {
  for (const client of clients) client.socket.close()
  await testApp.close()
  rmSync(dir, { recursive: true, force: true })
})

it('publishes the build in the form of each age of client, whoever asks for no app or for ours', async () => {
  const { versions } = readAssets(dir)
  const build = { ...versions, assets: [{ url: '/assets/style-one.css' }] }
  for (const params of [[], [null], ['skillshot']]) {
    const client = await open()
    expect((await client.subscribe(NAME, ...params)).error).toBe(null)
    expect(Object.fromEntries(client.documents(NAME))).toEqual({
      'web.browser': build,
      'web.browser.legacy': build,
      'web.cordova': { version: release, versionRefreshable: release, versionNonRefreshable: release, assets: [] },
      version: { version: versions.versionNonRefreshable },
      'version-refreshable': { version: versions.versionRefreshable, assets: { allCss: [{ url: '/assets/style-one.css' }] } },
      'version-cordova': { version: release, refreshable: false },
    })
  }
})

it('is ready and says nothing to an app of another name, and refuses what is no name', async () => {
  const client = await open()
  expect((await client.subscribe(NAME, 'another')).error).toBe(null)
  expect(client.documents(NAME).size).toBe(0)
  for (const bad of [5, {}, ['skillshot'], true]) expect((await client.subscribe(NAME, bad)).error).toMatchObject({ error: 400 })
})

it('tells who is there of a new build, and makes new pages of it', async () => {
  const client = await open()
  await client.subscribe(NAME)
  const [old, before] = [client.documents(NAME).get('web.browser')!, await (await get('/privacy')).text()]
  const assets = build('one', 'two')
  await testApp.app.reloadBuild(assets)
  await client.waitUntil(() => client.documents(NAME).get('web.browser')?.version === assets.versions.version)
  const now = client.documents(NAME).get('web.browser')!
  expect(now).toEqual({ ...assets.versions, assets: [{ url: '/assets/style-two.css' }] })
  expect(now.versionNonRefreshable).toBe(old.versionNonRefreshable)
  const after = await (await get('/privacy')).text()
  expect([before.includes('style-one.css'), before.includes(`"version":"${old.version}"`)]).toEqual([true, true])
  expect([after.includes('style-two.css'), after.includes(`"version":"${now.version}"`), after.includes('style-one')]).toEqual([
    true,
    true,
    false,
  ])
})

it('serves the files of the last three builds as it serves the newest, and nothing else of its disk', async () => {
  for (const name of ['two', 'three']) await testApp.app.reloadBuild(build(name, name))
  const [old, now] = [await get('/assets/main-one.js'), await get('/assets/main-three.js')]
  expect(await old.text()).toBe('/* one */')
  for (const header of ['cache-control', 'content-type', 'content-encoding', 'vary'])
    expect([header, old.headers.get(header)]).toEqual([header, now.headers.get(header)])
  expect(old.headers.get('content-encoding')).toBe('gzip')
  for (const path of ['..%2f..%2fsecrets', '%2e%2e', '..', '.', 'main-one.js%00', 'main-one.js%2f..', 'nowhere.js'])
    expect((await get(`/assets/${path}`)).headers.get('cache-control'), path).not.toContain('immutable')
  await testApp.app.reloadBuild(build('four', 'four'))
  expect((await get('/assets/main-one.js')).status).toBe(404)
  expect((await get('/assets/main-two.js')).status).toBe(200)
})

it('starts with the builds that it kept, and starts when it cannot keep one', async () => {
  build('five', 'five')
  await testApp.restart()
  expect((await get('/assets/main-three.js')).status).toBe(200)
  rmSync(join(testApp.dataDir, 'builds'), { recursive: true })
  writeFileSync(join(testApp.dataDir, 'builds'), 'in the way')
  await testApp.restart()
  expect((await get('/assets/main-five.js')).status).toBe(200)
})

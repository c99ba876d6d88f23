import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { version as release } from '../../package.json'
import { readAssets } from '../../src/platform/render/assets.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const NAME = 'meteor_autoupdate_clientVersions'
const dir = mkdtempSync(join(tmpdir(), 'skillshot-build-'))
const wires: Wire[] = []
let world: World

/** Writes a build in place of the previous one. */
function build(script: string, style: string) {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, '.vite'), { recursive: true })
  mkdirSync(join(dir, 'assets'))
  const [main, css] = [`assets/main-${script}.js`, `assets/style-${style}.css`]
  writeFileSync(
    join(dir, '.vite/manifest.json'),
    JSON.stringify({ main: { file: main, isEntry: true, imports: [] }, 'style.css': { file: css } }),
  )
  writeFileSync(join(dir, main), `/* ${script} */`)
  writeFileSync(join(dir, `${main}.gz`), gzipSync(`/* ${script} */`))
  writeFileSync(join(dir, css), `.${style} {}`)
  return readAssets(dir)
}

async function open(): Promise<Wire> {
  const wire = await Wire.open(world.endpoint)
  wires.push(wire)
  return wire
}

const get = (path: string) => fetch(world.http + path, { headers: { 'accept-encoding': 'gzip' } })

beforeAll(async () => {
  world = await createWorld({ client: { dir, assets: build('one', 'one') } })
})
afterAll(async () => {
  for (const wire of wires) wire.socket.close()
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

it('publishes the build in the form of each age of client, whoever asks for no app or for ours', async () => {
  const { versions } = readAssets(dir)
  const client = { ...versions, assets: [{ url: '/assets/style-one.css' }] }
  for (const params of [[], [null], ['skillshot']]) {
    const wire = await open()
    expect((await wire.subscribe(NAME, ...params)).error).toBe(null)
    expect(Object.fromEntries(wire.documents(NAME))).toEqual({
      'web.browser': client,
      'web.browser.legacy': client,
      'web.cordova': { version: release, versionRefreshable: release, versionNonRefreshable: release, assets: [] },
      version: { version: versions.versionNonRefreshable },
      'version-refreshable': { version: versions.versionRefreshable, assets: { allCss: [{ url: '/assets/style-one.css' }] } },
      'version-cordova': { version: release, refreshable: false },
    })
  }
})

it('is ready and says nothing to an app of another name, and refuses what is no name', async () => {
  const wire = await open()
  expect((await wire.subscribe(NAME, 'another')).error).toBe(null)
  expect(wire.documents(NAME).size).toBe(0)
  for (const bad of [5, {}, ['skillshot'], true]) expect((await wire.subscribe(NAME, bad)).error).toMatchObject({ error: 400 })
})

it('tells who is there of a new build, and makes new pages of it', async () => {
  const wire = await open()
  await wire.subscribe(NAME)
  const [old, before] = [wire.documents(NAME).get('web.browser')!, await (await get('/privacy')).text()]
  const assets = build('one', 'two')
  await world.app.takeBuild(assets)
  await wire.until(() => wire.documents(NAME).get('web.browser')?.version === assets.versions.version)
  const now = wire.documents(NAME).get('web.browser')!
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
  for (const name of ['two', 'three']) await world.app.takeBuild(build(name, name))
  const [old, now] = [await get('/assets/main-one.js'), await get('/assets/main-three.js')]
  expect(await old.text()).toBe('/* one */')
  for (const header of ['cache-control', 'content-type', 'content-encoding', 'vary'])
    expect([header, old.headers.get(header)]).toEqual([header, now.headers.get(header)])
  expect(old.headers.get('content-encoding')).toBe('gzip')
  for (const path of ['..%2f..%2fsecrets', '%2e%2e', '..', '.', 'main-one.js%00', 'main-one.js%2f..', 'nowhere.js'])
    expect((await get(`/assets/${path}`)).headers.get('cache-control'), path).not.toContain('immutable')
  await world.app.takeBuild(build('four', 'four'))
  expect((await get('/assets/main-one.js')).status).toBe(404)
  expect((await get('/assets/main-two.js')).status).toBe(200)
})

it('starts with the builds that it kept, and starts when it cannot keep one', async () => {
  build('five', 'five')
  await world.restart()
  expect((await get('/assets/main-three.js')).status).toBe(200)
  rmSync(join(world.dataDir, 'builds'), { recursive: true })
  writeFileSync(join(world.dataDir, 'builds'), 'in the way')
  await world.restart()
  expect((await get('/assets/main-five.js')).status).toBe(200)
})

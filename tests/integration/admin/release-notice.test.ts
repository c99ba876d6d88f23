import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { version } from '../../../package.json'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 86_400_000
const LATEST = { tag_name: 'v99.1.0', html_url: 'https://code.example/skillshot/releases/99' }

const clock = createSettableClock()
const requests: IncomingMessage[] = []
let answer: { status: number; body: string }
let releases: Server
let testApp: TestApp
let admin: TestUser

beforeAll(async () => {
  releases = createServer((request, response) => {
    requests.push(request)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>(resolve => releases.listen(0, '127.0.0.1', resolve))
  const releasesUrl = `http://127.0.0.1:${(releases.address() as AddressInfo).port}/latest`
  testApp = await createTestApp({ config: { rateLimits: 'off', releasesUrl }, clock })
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
})
afterAll(async () => {
  await testApp.close()
  releases.close()
})

const newer = async (): Promise<unknown> =>
  (await admin.client.call<{ status: { newerRelease: unknown } }>('site.overview', {})).status.newerRelease
const nextDay = (): Promise<unknown> => {
  clock.set(clock.now() + DAY)
  return newer()
}
const turn = (releaseNotice: boolean) => admin.client.call('settings.update', { releaseNotice })

it('nobody is asked for releases until an administrator wants it', async () => {
  answer = { status: 200, body: JSON.stringify(LATEST) }
  clock.set(clock.now() + 2 * DAY)
  expect(await newer()).toBeNull()
  expect(requests).toEqual([])
})

it('administrators are told of a newer release, and the request says nothing of the site', async () => {
  await turn(true)
  clock.set(clock.now() + 11_000)
  await expect.poll(newer).toEqual({ version: '99.1.0', url: LATEST.html_url })
  const [{ method, url, headers }] = requests as [IncomingMessage]
  expect([method, url]).toEqual(['GET', '/latest'])
  expect(headers).toMatchObject({ 'user-agent': 'Skillshot', accept: 'application/json' })
  expect(Object.keys(headers).filter(name => ['cookie', 'referer', 'origin', 'from', 'authorization'].includes(name))).toEqual([])
  expect(JSON.stringify(headers)).not.toContain(version)
})

it('it is looked for once a day, also after an answer that could not be used', async () => {
  const before = requests.length
  answer = { status: 500, body: 'down' }
  clock.set(clock.now() + DAY)
  await expect.poll(() => requests.length).toBe(before + 1)
  expect(await newer()).toMatchObject({ version: '99.1.0' })
  answer = { status: 200, body: JSON.stringify({ ...LATEST, tag_name: `v${version}` }) }
  // The next look is a day after the end of this one.
  await expect.poll(nextDay).toBeNull()
})

it('no notice stays, and nobody is asked, when it has been turned off', async () => {
  answer = { status: 200, body: JSON.stringify(LATEST) }
  await expect.poll(nextDay).not.toBeNull()
  await turn(false)
  expect(await newer()).toBeNull()
  const before = requests.length
  clock.set(clock.now() + 3 * DAY)
  expect(await newer()).toBeNull()
  expect(requests).toHaveLength(before)
})

it('it cannot be turned on where no address is configured', async () => {
  const other = await createTestApp({ config: { rateLimits: 'off' } })
  const boss = await signUp(other, 'Boss')
  await grantRoles(other, boss.id, ['admin'])
  expect(await boss.client.expectError('settings.update', { releaseNotice: true })).toMatchObject({
    error: 400,
    details: [{ path: 'releaseNotice', message: 'needs an address (RELEASES_URL)' }],
  })
  await boss.client.call('settings.update', { releaseNotice: false })
  await other.close()
})

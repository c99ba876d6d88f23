import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { argonHash, verify } from '#accounts/server/passwords/argon.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { findNeedles } from '../../security/needles.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

vi.mock('#accounts/server/passwords/argon.ts', async importOriginal => {
  const real = await importOriginal<typeof import('#accounts/server/passwords/argon.ts')>()
  return { ...real, argonHash: vi.fn(real.argonHash), verify: vi.fn(real.verify) }
})

let testApp: TestApp
let ada: TestUser

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada', { email: 'ada@secret.example', profile: { name: 'Ada L', colour: 'blue' } })
})
beforeEach(() => void vi.clearAllMocks())
afterAll(() => testApp.close())

it('[A3] answers an unknown user, a user without a password and a wrong password with the same bytes after the same work', async () => {
  const { rows } = await testApp.app.database.pool.query<{ id: string }>(
    `INSERT INTO users (id, username, username_key, display_name) VALUES ('no-password', 'Bare', 'bare', 'Bare') RETURNING id`,
  )
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.expectError('login', { user: { username: 'Nobody' }, password: digestPassword('warm up') })
  const outcomes: string[] = []
  for (const user of [{ username: 'Nobody' }, { email: 'no@body.example' }, { id: 'nobody' }, { id: rows[0]!.id }, { username: 'Ada' }]) {
    for (const password of [digestPassword('wrong'), 'wrong', { digest: 'short', algorithm: 'sha-256' }]) {
      vi.clearAllMocks()
      const error = await client.expectError('login', { user, password })
      outcomes.push(JSON.stringify([error, vi.mocked(argonHash).mock.calls.length, vi.mocked(verify).mock.calls.length]))
    }
  }
  expect(new Set(outcomes).size).toBe(1)
  expect(JSON.parse(outcomes[0]!)).toMatchObject([{ error: 403, reason: 'Something went wrong. Please check your credentials.' }, 0, 1])
})

it('does the work of a sign-up also when the address is taken', async () => {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.expectError('createUser', { email: 'ada@secret.example', password: digestPassword(PASSWORD) })
  const taken = vi.mocked(argonHash).mock.calls.length
  vi.clearAllMocks()
  await client.call('createUser', { email: 'fresh@secret.example', password: digestPassword(PASSWORD) })
  expect(taken).toBe(vi.mocked(argonHash).mock.calls.length)
})

it('sends the own user document, with exactly username, emails and profile, to its owner alone', async () => {
  const own = [
    ada.id,
    { username: 'Ada', emails: [{ address: 'ada@secret.example', verified: false }], profile: { name: 'Ada L', colour: 'blue' } },
  ]
  expect([...ada.client.documents('users')]).toEqual([own])
  const secondClient = await DdpTestClient.open(testApp.endpoint)
  expect(secondClient.documents('users').size).toBe(0)
  await secondClient.call('login', { resume: ada.token })
  expect([...secondClient.documents('users')]).toEqual([own])
  expect(secondClient.frames.find(text => text.includes('"users"'))).toBe(
    `{"msg":"added","collection":"users","id":"${ada.id}","fields":{"username":"Ada","emails":[{"address":"ada@secret.example","verified":false}],"profile":{"name":"Ada L","colour":"blue"}}}`,
  )
})

it('[Z2] lets nothing of an account but its names out through any publication, method or channel', async () => {
  const machineId = await firstMachineId(testApp)
  const [visitor, bob] = [await DdpTestClient.open(testApp.endpoint), (await signUp(testApp, 'Bob')).client]
  const _id = uuidv7()
  for (const client of [visitor, bob]) {
    await client.subscribe('scores', 'vent', {})
    await client.subscribe('scores.recent', {})
    await client.subscribe('boards.top', { scope: { machineId } })
    await client.subscribe('players.one', { username: 'Ada' })
  }
  await ada.client.call('scores.submit', { _id, machineId, value: 1_000_000, comment: 'hello' })
  for (const client of [visitor, bob]) {
    await client.subscribe('scores.one', { scoreId: _id })
    await client.subscribe('boards.places', { machineId, userId: ada.id })
    await client.subscribe('machines.one', { machineId })
    await client.subscribe('machines.all', {})
    await client.subscribe('machines.browse', {})
    await client.subscribe('meteor.loginServiceConfiguration')
    await client.call('boards.around', { scope: { machineId }, userId: ada.id })
    await client.call('boards.place', { scope: { machineId }, userId: ada.id })
    await client.call('machines.search', { text: 'a' })
    await client.waitUntil(() => client.frames.some(text => text.startsWith('{"msg":"changed","__vent":"1"')))
    const received = client.frames.join('\n')
    expect(received).toContain(_id)
    const secrets = ['secret.example', 'services', 'hashedToken', '$argon2id', '"colour"', ada.token, digestPassword(PASSWORD).digest]
    const lower = secrets.map(secret => secret.toLowerCase())
    expect(findNeedles(received.toLowerCase(), lower)).toEqual([])
  }
})

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { argonHash, verify } from '../../src/features/accounts/server/passwords/argon.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { needlesIn } from '../security/needles.ts'
import { digestOf, PASSWORD, type SignedUp, signUp, someMachine } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

vi.mock('../../src/features/accounts/server/passwords/argon.ts', async importOriginal => {
  const real = await importOriginal<typeof import('../../src/features/accounts/server/passwords/argon.ts')>()
  return { ...real, argonHash: vi.fn(real.argonHash), verify: vi.fn(real.verify) }
})

let world: World
let ada: SignedUp

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada', { email: 'ada@secret.example', profile: { name: 'Ada L', colour: 'blue' } })
})
beforeEach(() => void vi.clearAllMocks())
afterAll(() => world.close())

it('[A3] answers an unknown user, a user without a password and a wrong password with the same bytes after the same work', async () => {
  const { rows } = await world.app.database.pool.query<{ id: string }>(
    `INSERT INTO users (id, username, username_key, display_name) VALUES ('no-password', 'Bare', 'bare', 'Bare') RETURNING id`,
  )
  const wire = await Wire.open(world.endpoint)
  await wire.refusal('login', { user: { username: 'Nobody' }, password: digestOf('warm up') })
  const outcomes: string[] = []
  for (const user of [{ username: 'Nobody' }, { email: 'no@body.example' }, { id: 'nobody' }, { id: rows[0]!.id }, { username: 'Ada' }]) {
    for (const password of [digestOf('wrong'), 'wrong', { digest: 'short', algorithm: 'sha-256' }]) {
      vi.clearAllMocks()
      const error = await wire.refusal('login', { user, password })
      outcomes.push(JSON.stringify([error, vi.mocked(argonHash).mock.calls.length, vi.mocked(verify).mock.calls.length]))
    }
  }
  expect(new Set(outcomes).size).toBe(1)
  expect(JSON.parse(outcomes[0]!)).toMatchObject([{ error: 403, reason: 'Something went wrong. Please check your credentials.' }, 0, 1])
})

it('does the work of a sign-up also when the address is taken', async () => {
  const wire = await Wire.open(world.endpoint)
  await wire.refusal('createUser', { email: 'ada@secret.example', password: digestOf(PASSWORD) })
  const taken = vi.mocked(argonHash).mock.calls.length
  vi.clearAllMocks()
  await wire.call('createUser', { email: 'fresh@secret.example', password: digestOf(PASSWORD) })
  expect(taken).toBe(vi.mocked(argonHash).mock.calls.length)
})

it('sends the own user document, with exactly username, emails and profile, to its owner alone', async () => {
  const own = [
    ada.id,
    { username: 'Ada', emails: [{ address: 'ada@secret.example', verified: false }], profile: { name: 'Ada L', colour: 'blue' } },
  ]
  expect([...ada.wire.documents('users')]).toEqual([own])
  const again = await Wire.open(world.endpoint)
  expect(again.documents('users').size).toBe(0)
  await again.call('login', { resume: ada.token })
  expect([...again.documents('users')]).toEqual([own])
  expect(again.frames.find(text => text.includes('"users"'))).toBe(
    `{"msg":"added","collection":"users","id":"${ada.id}","fields":{"username":"Ada","emails":[{"address":"ada@secret.example","verified":false}],"profile":{"name":"Ada L","colour":"blue"}}}`,
  )
})

it('[Z2] lets nothing of an account but its names out through any publication, method or channel', async () => {
  const machineId = await someMachine(world)
  const [visitor, bob] = [await Wire.open(world.endpoint), (await signUp(world, 'Bob')).wire]
  const _id = uuidv7()
  for (const wire of [visitor, bob]) {
    await wire.subscribe('scores', 'vent', {})
    await wire.subscribe('scores.recent', {})
    await wire.subscribe('boards.top', { scope: { machineId } })
    await wire.subscribe('players.one', { username: 'Ada' })
  }
  await ada.wire.call('scores.submit', { _id, machineId, value: 1_000_000, comment: 'hello' })
  for (const wire of [visitor, bob]) {
    await wire.subscribe('scores.one', { scoreId: _id })
    await wire.subscribe('boards.places', { machineId, userId: ada.id })
    await wire.subscribe('machines.one', { machineId })
    await wire.subscribe('machines.all', {})
    await wire.subscribe('machines.browse', {})
    await wire.subscribe('meteor.loginServiceConfiguration')
    await wire.call('boards.around', { scope: { machineId }, userId: ada.id })
    await wire.call('boards.place', { scope: { machineId }, userId: ada.id })
    await wire.call('machines.search', { text: 'a' })
    await wire.until(() => wire.frames.some(text => text.startsWith('{"msg":"changed","__vent":"1"')))
    const heard = wire.frames.join('\n')
    expect(heard).toContain(_id)
    const secrets = ['secret.example', 'services', 'hashedToken', '$argon2id', '"colour"', ada.token, digestOf(PASSWORD).digest]
    const lower = secrets.map(secret => secret.toLowerCase())
    expect(needlesIn(heard.toLowerCase(), lower)).toEqual([])
  }
})

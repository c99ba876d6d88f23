import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, type LoginResult, logIn, signUp } from '../helpers/users.ts'

const DAY = 86_400_000

let testApp: TestApp
let clock: SettableClock

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
})
afterAll(() => testApp.close())

it('[A4] keeps only the hash of a token: its text stands nowhere in the database', async () => {
  const { client, token } = await signUp(testApp, 'Hashed')
  await client.call('login', { resume: token })
  const dump = await dumpTables(testApp)
  expect(dump).not.toContain(token)
  expect(dump).toContain(createHash('sha256').update(token).digest('base64'))
})

it('resumes with the same token and the original expiry, which is 90 days after the login', async () => {
  const before = clock.now()
  const { client, id, token, tokenExpires } = await signUp(testApp, 'Lasting')
  expect(tokenExpires.getTime()).toBeGreaterThanOrEqual(before + 90 * DAY)
  expect(tokenExpires.getTime()).toBeLessThanOrEqual(clock.now() + 90 * DAY)
  await client.terminate()
  const secondClient = await DdpTestClient.open(testApp.endpoint)
  expect(await secondClient.call('login', { resume: token })).toEqual({ id, token, tokenExpires, type: 'resume' })
  expect([...secondClient.documents('users').values()]).toMatchObject([{ username: 'Lasting' }])
})

it('resumes after the server was restarted', async () => {
  const { client, id, token } = await signUp(testApp, 'Patient')
  await testApp.restart()
  await client.closed
  const secondClient = await DdpTestClient.open(testApp.endpoint)
  expect(await secondClient.call('login', { resume: token })).toMatchObject({ id, type: 'resume' })
})

it('[A4] gives tokens of 36500 days where they never expire', async () => {
  const lasting = await createTestApp({ config: { loginExpirationDays: null } })
  const { tokenExpires } = await signUp(lasting, 'Forever')
  expect(Math.round((tokenExpires.getTime() - Date.now()) / DAY)).toBe(36_500)
  await lasting.close()
})

it('[A4] closes the other connections of a token that was logged out, and no others', async () => {
  const { client, token } = await signUp(testApp, 'Twofold')
  const [same, other, visitor] = await Promise.all([1, 2, 3].map(() => DdpTestClient.open(testApp.endpoint)))
  await same!.call('login', { resume: token })
  await logIn(other!, 'Twofold')
  await client.call('logout')
  await same!.closed
  expect(await client.tryCall('login', { resume: token })).toMatchObject({
    error: { error: 403, reason: "You've been logged out by the server. Please log in again." },
  })
  expect(other!.documents('users').size).toBe(1)
  expect(await visitor!.call('machines.search', { text: 'addams' })).toBeTruthy()
})

it('closes a connection whose token went while it was resuming', async () => {
  const { client, token } = await signUp(testApp, 'Racing')
  const lateClient = await DdpTestClient.open(testApp.endpoint)
  const out = client.call('logout')
  const answer = await Promise.race([lateClient.tryCall('login', { resume: token }).catch(() => null), lateClient.closed.then(() => null)])
  await out
  if (answer?.error === undefined) await lateClient.closed
  else expect(answer.error.error).toBe(403)
})

it('keeps a session alive when its user logs in afresh and another forgets the old token', async () => {
  const { client, token } = await signUp(testApp, 'Renewed')
  const other = await DdpTestClient.open(testApp.endpoint)
  await other.call('login', { resume: token })
  const fresh = await client.call<LoginResult>('login', { resume: token })
  expect(fresh.token).toBe(token)
  await logIn(client, 'Renewed')
  await other.call('logout')
  expect(await client.call('boards.place', { scope: { machineId: await firstMachineId(testApp) }, userId: fresh.id })).toBe(null)
})

it('[A4] refuses a token from its expiry on', async () => {
  const { client, token, tokenExpires } = await signUp(testApp, 'Expiring')
  await client.terminate()
  clock.set(tokenExpires.getTime() - 60_000)
  // A sweep still running when the token expires would delete it, and the server could not give the reason for the refusal.
  await testApp.app.features.accounts.sweep()
  const before = await DdpTestClient.open(testApp.endpoint)
  expect(await before.call('login', { resume: token })).toMatchObject({ type: 'resume' })
  clock.set(tokenExpires.getTime())
  const after = await DdpTestClient.open(testApp.endpoint)
  expect(await after.expectError('login', { resume: token })).toMatchObject({
    error: 403,
    reason: 'Your session has expired. Please log in again.',
  })
})

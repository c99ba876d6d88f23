import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LoggedIn, logIn, signUp, someMachine } from './people.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { dumpTables } from './tables.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const DAY = 86_400_000

let world: World
let clock: SettableClock

beforeAll(async () => {
  clock = settableClock()
  world = await createWorld({ config: { rateLimits: 'off' }, clock })
})
afterAll(() => world.close())

it('[A4] keeps only the hash of a token: its text stands nowhere in the database', async () => {
  const { wire, token } = await signUp(world, 'Hashed')
  await wire.call('login', { resume: token })
  const dump = await dumpTables(world)
  expect(dump).not.toContain(token)
  expect(dump).toContain(createHash('sha256').update(token).digest('base64'))
})

it('resumes with the same token and the original expiry, which is 90 days after the login', async () => {
  const before = clock.now()
  const { wire, id, token, tokenExpires } = await signUp(world, 'Lasting')
  expect(tokenExpires.getTime()).toBeGreaterThanOrEqual(before + 90 * DAY)
  expect(tokenExpires.getTime()).toBeLessThanOrEqual(clock.now() + 90 * DAY)
  await wire.kill()
  const again = await Wire.open(world.endpoint)
  expect(await again.call('login', { resume: token })).toEqual({ id, token, tokenExpires, type: 'resume' })
  expect([...again.documents('users').values()]).toMatchObject([{ username: 'Lasting' }])
})

it('resumes after the server was restarted', async () => {
  const { wire, id, token } = await signUp(world, 'Patient')
  await world.restart()
  await wire.closed
  const again = await Wire.open(world.endpoint)
  expect(await again.call('login', { resume: token })).toMatchObject({ id, type: 'resume' })
})

it('[A4] gives tokens of 36500 days where they never expire', async () => {
  const lasting = await createWorld({ config: { loginExpirationDays: null } })
  const { tokenExpires } = await signUp(lasting, 'Forever')
  expect(Math.round((tokenExpires.getTime() - Date.now()) / DAY)).toBe(36_500)
  await lasting.close()
})

it('[A4] closes the other connections of a token that was logged out, and no others', async () => {
  const { wire, token } = await signUp(world, 'Twofold')
  const [same, other, visitor] = await Promise.all([1, 2, 3].map(() => Wire.open(world.endpoint)))
  await same!.call('login', { resume: token })
  await logIn(other!, 'Twofold')
  await wire.call('logout')
  await same!.closed
  expect(await wire.attempt('login', { resume: token })).toMatchObject({
    error: { error: 403, reason: "You've been logged out by the server. Please log in again." },
  })
  expect(other!.documents('users').size).toBe(1)
  expect(await visitor!.call('machines.search', { text: 'addams' })).toBeTruthy()
})

it('closes a connection whose token went while it was resuming', async () => {
  const { wire, token } = await signUp(world, 'Racing')
  const late = await Wire.open(world.endpoint)
  const out = wire.call('logout')
  const answer = await Promise.race([late.attempt('login', { resume: token }).catch(() => null), late.closed.then(() => null)])
  await out
  if (answer?.error === undefined) await late.closed
  else expect(answer.error.error).toBe(403)
})

it('keeps a session alive when its user logs in afresh and another forgets the old token', async () => {
  const { wire, token } = await signUp(world, 'Renewed')
  const other = await Wire.open(world.endpoint)
  await other.call('login', { resume: token })
  const fresh = await wire.call<LoggedIn>('login', { resume: token })
  expect(fresh.token).toBe(token)
  await logIn(wire, 'Renewed')
  await other.call('logout')
  expect(await wire.call('boards.place', { scope: { machineId: await someMachine(world) }, userId: fresh.id })).toBe(null)
})

it('[A4] refuses a token from its expiry on', async () => {
  const { wire, token, tokenExpires } = await signUp(world, 'Expiring')
  await wire.kill()
  clock.set(tokenExpires.getTime() - 60_000)
  // A sweep still running when the token expires would delete it, and the server could not give the reason for the refusal.
  await world.app.features.accounts.sweep()
  const before = await Wire.open(world.endpoint)
  expect(await before.call('login', { resume: token })).toMatchObject({ type: 'resume' })
  clock.set(tokenExpires.getTime())
  const after = await Wire.open(world.endpoint)
  expect(await after.refusal('login', { resume: token })).toMatchObject({
    error: 403,
    reason: 'Your session has expired. Please log in again.',
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { digestOf, type LoggedIn, PASSWORD, signUp } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const MOST = 50

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const resumed = async (token: string): Promise<Wire> => {
  const wire = await Wire.open(world.endpoint)
  await wire.call<LoggedIn>('login', { resume: token })
  return wire
}

/** Logs in on a new socket, which the server must close. @returns the messages after the handshake */
async function refused(options: object): Promise<unknown[]> {
  const wire = await Wire.open(world.endpoint)
  const before = wire.messages.length
  wire.sendCall('login', [options])
  await wire.closed
  return wire.messages.slice(before)
}

it('closes the socket of a user’s fifty-first login before it is answered; the token stays good, and the others stay open', async () => {
  const { wire, token, username } = await signUp(world, 'Ada')
  const others: Wire[] = []
  for (let n = 1; n < MOST; n++) others.push(await resumed(token))
  expect(await refused({ resume: token })).toEqual([])
  const sessions = await wire.call<unknown[]>('account.sessions', {})
  expect(await refused({ user: { username }, password: digestOf(PASSWORD) })).toEqual([])
  expect(await wire.call('account.sessions', {})).toHaveLength(sessions.length)

  const somebodyElse = await signUp(world, 'Grace')
  expect(await somebodyElse.wire.call('account.sessions', {})).toHaveLength(1)
  expect(await wire.call('login', { resume: token })).toMatchObject({ type: 'resume' })

  const [gone] = others as [Wire]
  await gone.close()
  expect(await (await resumed(token)).call('account.sessions', {})).toHaveLength(sessions.length)
})

it('counts a socket no more that has logged out, or whose session was ended', async () => {
  const { wire, username } = await signUp(world, 'Edith')
  const user = { username }
  const second = await Wire.open(world.endpoint)
  const { token } = await second.call<LoggedIn>('login', { user, password: digestOf(PASSWORD) })
  const more = await Promise.all(Array.from({ length: MOST - 3 }, () => resumed(token)))
  const another = await Wire.open(world.endpoint)
  await another.call('login', { user, password: digestOf(PASSWORD) })
  expect(await refused({ resume: token })).toEqual([])
  await another.call('logout')
  const last = await resumed(token)
  expect(await refused({ resume: token })).toEqual([])
  await wire.call('removeOtherTokens')
  await Promise.all([second, last, ...more].map(({ closed }) => closed))
  const next = await Wire.open(world.endpoint)
  expect(await next.call('login', { user, password: digestOf(PASSWORD) })).toMatchObject({ type: 'password' })
})

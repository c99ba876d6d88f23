import { afterAll, beforeAll, expect, it } from 'vitest'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, type LoginResult, PASSWORD, signUp } from '../helpers/users.ts'

const MOST = 50

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const resumed = async (token: string): Promise<DdpTestClient> => {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call<LoginResult>('login', { resume: token })
  return client
}

/** Logs in on a new socket, which the server must close. @returns the messages after the handshake */
async function refused(options: object): Promise<unknown[]> {
  const client = await DdpTestClient.open(testApp.endpoint)
  const before = client.messages.length
  client.sendCall('login', [options])
  await client.closed
  return client.messages.slice(before)
}

it('closes the socket of a user’s fifty-first login before it is answered; the token stays good, and the others stay open', async () => {
  const { client, token, username } = await signUp(testApp, 'Ada')
  const others: DdpTestClient[] = []
  for (let n = 1; n < MOST; n++) others.push(await resumed(token))
  expect(await refused({ resume: token })).toEqual([])
  const sessions = await client.call<unknown[]>('account.sessions', {})
  expect(await refused({ user: { username }, password: digestPassword(PASSWORD) })).toEqual([])
  expect(await client.call('account.sessions', {})).toHaveLength(sessions.length)

  const somebodyElse = await signUp(testApp, 'Grace')
  expect(await somebodyElse.client.call('account.sessions', {})).toHaveLength(1)
  expect(await client.call('login', { resume: token })).toMatchObject({ type: 'resume' })

  const [gone] = others as [DdpTestClient]
  await gone.close()
  expect(await (await resumed(token)).call('account.sessions', {})).toHaveLength(sessions.length)
})

it('counts a socket no more that has logged out, or whose session was ended', async () => {
  const { client, username } = await signUp(testApp, 'Edith')
  const user = { username }
  const second = await DdpTestClient.open(testApp.endpoint)
  const { token } = await second.call<LoginResult>('login', { user, password: digestPassword(PASSWORD) })
  const more = await Promise.all(Array.from({ length: MOST - 3 }, () => resumed(token)))
  const another = await DdpTestClient.open(testApp.endpoint)
  await another.call('login', { user, password: digestPassword(PASSWORD) })
  expect(await refused({ resume: token })).toEqual([])
  await another.call('logout')
  const last = await resumed(token)
  expect(await refused({ resume: token })).toEqual([])
  await client.call('removeOtherTokens')
  await Promise.all([second, last, ...more].map(({ closed }) => closed))
  const next = await DdpTestClient.open(testApp.endpoint)
  expect(await next.call('login', { user, password: digestPassword(PASSWORD) })).toMatchObject({ type: 'password' })
})

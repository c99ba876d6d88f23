import { createClass } from 'asteroid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '#platform/uuid.ts'
import { PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness } from './harness.ts'

const Asteroid = createClass()
type Message = { [key: string]: unknown }

let harness: InteropHarness
let client: InstanceType<typeof Asteroid>
let received: Message[]
let checks: (() => void)[]

beforeAll(async () => {
  harness = await startInteropHarness()
  await signUp(harness.testApp, 'Aster', { email: 'aster@example.com' })
})
beforeEach(async () => {
  received = []
  checks = []
  client = new Asteroid({ endpoint: harness.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 })
  for (const event of ['added', 'changed', 'removed', 'ready'])
    client.ddp.on(event, message => {
      received.push(message)
      for (const check of checks) check()
    })
  await happens('connected')
})
afterEach(async () => {
  await client.logout()
  client.disconnect()
})
afterAll(() => harness.close())

const happens = (event: 'connected' | 'loggedIn') => new Promise<void>(resolve => client.on(event, resolve))
const heardOf = (matches: (message: Message) => boolean): Promise<Message> =>
  new Promise(resolve => {
    const check = (): void => {
      const found = received.find(matches)
      if (found !== undefined) resolve(found)
    }
    checks.push(check)
    check()
  })
const rejection = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )
const ready = (name: string, ...params: unknown[]): Promise<string> => {
  const subscription = client.subscribe(name, ...params)
  return new Promise((resolve, reject) => {
    subscription.on('ready', () => resolve(subscription.id))
    subscription.on('error', reject)
  })
}

it('signs up, and logs in by name and by e-mail, with a plain password', async () => {
  const { id } = await client.call<ClientLogin>('createUser', { username: 'Newcomer', password: PASSWORD })
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const byName = await client.loginWithPassword({ username: 'Aster', password: PASSWORD })
  const byMail = await client.loginWithPassword({ email: 'aster@example.com', password: PASSWORD })
  expect(byMail).toBe(byName)
  expect([client.loggedIn, client.userId]).toEqual([true, byName])
  await client.logout()
  expect(client.loggedIn).toBe(false)
})

it('sees scores come, change and go, and none after it has left', async () => {
  await client.loginWithPassword({ username: 'Aster', password: PASSWORD })
  const { machineId } = harness
  const feed = await ready('scores.recent', { machineId })
  const _id = uuidv7()
  const achievedAt = { $date: Date.now() - 60_000 }
  expect(await client.call('scores.submit', { _id, machineId, value: 500, achievedAt })).toMatchObject({ rank: 1 })
  expect(await heardOf(({ msg, id }) => msg === 'added' && id === _id)).toMatchObject({ collection: 'scores', fields: { achievedAt } })
  await client.call('scores.edit', { scoreId: _id, comment: 'phew' })
  expect(await heardOf(({ msg, id }) => msg === 'changed' && id === _id)).toMatchObject({ fields: { comment: 'phew', version: 2 } })
  await client.call('scores.remove', { scoreId: _id })
  await heardOf(({ msg, id }) => msg === 'removed' && id === _id)
  const theirs = await harness.submitAsRival(600)
  client.unsubscribe(feed)
  await heardOf(({ msg, id }) => msg === 'removed' && id === theirs)
})

it('gets errors as they are specified', async () => {
  const { machineId } = harness
  const score = { _id: uuidv7(), machineId, value: 7 }
  expect(await rejection(client.call('no.such'))).toMatchObject({ error: 404, errorType: 'Meteor.Error' })
  expect(await rejection(client.call('scores.submit', score))).toMatchObject({ error: 401 })
  expect(await rejection(ready('no.such'))).toMatchObject({ error: 404, reason: "Subscription 'no.such' not found" })
  expect(await rejection(client.loginWithPassword({ username: 'Aster', password: 'wrong' }))).toMatchObject({
    error: 403,
    reason: 'Something went wrong. Please check your credentials.',
  })
  await client.loginWithPassword({ username: 'Aster', password: PASSWORD })
  expect(await rejection(client.call('scores.submit', { ...score, machineId: 5 }))).toMatchObject({
    error: 400,
    details: [{ path: 'machineId', message: 'must be text' }],
  })
  await client.call('scores.submit', score)
  expect(await rejection(client.call('scores.submit', { ...score, value: 8 }))).toMatchObject({ error: 409 })
})

it.each<[how: string, lose: () => void | Promise<void>]>([
  ['its socket is cut', () => harness.proxy.closeConnections()],
  ['the server restarts', () => harness.restart()],
])('comes back logged in and subscribed when %s', async (_, lose) => {
  const userId = await client.loginWithPassword({ username: 'Aster', password: PASSWORD })
  await ready('boards.top', { scope: { machineId: harness.machineId } })
  client.userId = null
  const back = happens('loggedIn')
  await lose()
  await back
  expect(client.userId).toBe(userId)
  const value = Math.floor(Date.now() / 10)
  await harness.submitAsRival(value)
  await heardOf(({ collection, fields }) => collection === 'boards' && (fields as { best?: number }).best === value)
})

import Ddp from 'ddp.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '#platform/uuid.ts'
import { digestPassword, PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness } from './harness.ts'

type Message = { [key: string]: unknown }

let harness: InteropHarness
let client: Ddp
let received: Message[]
let checks: (() => void)[]

beforeAll(async () => {
  harness = await startInteropHarness()
  await signUp(harness.testApp, 'Jay', { email: 'jay@example.com' })
})
beforeEach(async () => {
  received = []
  checks = []
  client = new Ddp({ endpoint: harness.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 })
  for (const event of ['ready', 'nosub', 'added', 'changed', 'removed', 'result', 'updated', 'error', 'connected'])
    client.on(event, message => {
      received.push(message ?? { msg: event })
      for (const check of checks) check()
    })
  await heardOf(({ msg }) => msg === 'connected')
})
afterEach(() => client.disconnect())
afterAll(() => harness.close())

const heardOf = (matches: (message: Message) => boolean, from = 0): Promise<Message> =>
  new Promise(resolve => {
    const check = (): void => {
      const found = received.slice(from).find(matches)
      if (found !== undefined) resolve(found)
    }
    checks.push(check)
    check()
  })
const answer = async (method: string, ...params: unknown[]): Promise<Message> => {
  const call = client.method(method, params)
  await heardOf(({ msg, methods }) => msg === 'updated' && (methods as string[]).includes(call))
  return heardOf(({ msg, id }) => msg === 'result' && id === call)
}
const ready = async (name: string, ...params: unknown[]): Promise<string> => {
  const subscription = client.sub(name, params)
  await heardOf(({ msg, subs }) => msg === 'ready' && (subs as string[]).includes(subscription))
  return subscription
}
const logIn = (user: object) => answer('login', { user, password: digestPassword(PASSWORD) })

it('signs up, and logs in by name and by e-mail; dates are EJSON values', async () => {
  expect(await answer('createUser', { username: 'Newcomer', password: digestPassword(PASSWORD) })).toMatchObject({
    result: { type: 'password', tokenExpires: { $date: expect.any(Number) as number } },
  })
  const byName = (await logIn({ username: 'Jay' })).result as ClientLogin
  const byMail = (await logIn({ email: 'jay@example.com' })).result as ClientLogin
  expect(byMail.id).toBe(byName.id)
  expect(await answer('logout')).toEqual({ msg: 'result', id: expect.any(String) as string })
})

it('hears of scores that come, change and go, and nosub when it leaves', async () => {
  await logIn({ username: 'Jay' })
  const { machineId } = harness
  const [board, feed] = [await ready('boards.top', { scope: { machineId } }), await ready('scores.recent', { machineId })]
  const _id = uuidv7()
  const achievedAt = { $date: Date.now() - 60_000 }
  expect(await answer('scores.submit', { _id, machineId, value: 500, achievedAt })).toMatchObject({ result: { rank: 1, players: 1 } })
  expect(await heardOf(({ msg, collection }) => msg === 'added' && collection === 'boardRows')).toMatchObject({
    fields: { scoreId: _id, achievedAt },
  })
  await answer('scores.edit', { scoreId: _id, value: 800 })
  expect(await heardOf(({ msg, id }) => msg === 'changed' && id === _id)).toMatchObject({ fields: { value: 800, version: 2 } })
  await answer('scores.remove', { scoreId: _id })
  await heardOf(({ msg, id }) => msg === 'removed' && id === _id)
  for (const id of [board, feed]) {
    client.unsub(id)
    expect(await heardOf(message => message.msg === 'nosub' && message.id === id)).toEqual({ msg: 'nosub', id })
  }
})

it('gets errors as they are specified', async () => {
  const { machineId } = harness
  const score = { _id: uuidv7(), machineId, value: 7 }
  expect((await answer('no.such')).error).toEqual({
    isClientSafe: true,
    error: 404,
    reason: "Method 'no.such' not found",
    message: "Method 'no.such' not found [404]",
    errorType: 'Meteor.Error',
  })
  expect((await answer('scores.submit', score)).error).toMatchObject({ error: 401 })
  expect((await answer('login', { user: { username: 'Jay' }, password: digestPassword('wrong') })).error).toMatchObject({ error: 403 })
  const sub = client.sub('no.such', [])
  expect(await heardOf(({ msg, id }) => msg === 'nosub' && id === sub)).toMatchObject({ error: { error: 404 } })
  await logIn({ username: 'Jay' })
  expect((await answer('scores.submit', { ...score, value: 1.5 })).error).toMatchObject({ error: 400, details: [{ path: 'value' }] })
  await answer('scores.submit', score)
  expect((await answer('scores.submit', { ...score, value: 8 })).error).toMatchObject({ error: 409 })
})

it('is sent the events of the channel of scores', async () => {
  const { machineId } = harness
  await ready('scores', 'vent-1', {})
  const _id = await harness.submitAsRival(7_000_000)
  expect(await heardOf(message => message.__vent === '1')).toMatchObject({ id: 'vent-1.scores', e: { _id, machineId, value: 7_000_000 } })
})

it.each<[how: string, lose: () => void | Promise<void>]>([
  ['its socket is cut', () => harness.proxy.closeConnections()],
  ['the server restarts', () => harness.restart()],
])('can resume with its token after %s', async (_, lose) => {
  const { id, token } = (await logIn({ username: 'Jay' })).result as ClientLogin
  const from = received.length
  await lose()
  await heardOf(({ msg }) => msg === 'connected', from)
  expect((await answer('login', { resume: token })).result).toMatchObject({ id, token, type: 'resume' })
  expect((await answer('scores.submit', { _id: uuidv7(), machineId: harness.machineId, value: 9 })).error).toBe(undefined)
})

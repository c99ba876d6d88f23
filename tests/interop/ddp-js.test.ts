import Ddp from 'ddp.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, PASSWORD, signUp } from '../integration/people.ts'
import { openStage, type Stage } from './stage.ts'

type Message = { [key: string]: unknown }

let stage: Stage
let client: Ddp
let heard: Message[]
let looks: (() => void)[]

beforeAll(async () => {
  stage = await openStage()
  await signUp(stage.world, 'Jay', { email: 'jay@example.com' })
})
beforeEach(async () => {
  heard = []
  looks = []
  client = new Ddp({ endpoint: stage.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 })
  for (const event of ['ready', 'nosub', 'added', 'changed', 'removed', 'result', 'updated', 'error', 'connected'])
    client.on(event, message => {
      heard.push(message ?? { msg: event })
      for (const look of looks) look()
    })
  await heardOf(({ msg }) => msg === 'connected')
})
afterEach(() => client.disconnect())
afterAll(() => stage.close())

const heardOf = (passes: (message: Message) => boolean, from = 0): Promise<Message> =>
  new Promise(resolve => {
    const look = (): void => {
      const found = heard.slice(from).find(passes)
      if (found !== undefined) resolve(found)
    }
    looks.push(look)
    look()
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
const logIn = (user: object) => answer('login', { user, password: digestOf(PASSWORD) })

it('signs up, and logs in by name and by e-mail; dates are what the wire says', async () => {
  expect(await answer('createUser', { username: 'Newcomer', password: digestOf(PASSWORD) })).toMatchObject({
    result: { type: 'password', tokenExpires: { $date: expect.any(Number) as number } },
  })
  const byName = (await logIn({ username: 'Jay' })).result as ClientLogin
  const byMail = (await logIn({ email: 'jay@example.com' })).result as ClientLogin
  expect(byMail.id).toBe(byName.id)
  expect(await answer('logout')).toEqual({ msg: 'result', id: expect.any(String) as string })
})

it('hears of scores that come, change and go, and nosub when it leaves', async () => {
  await logIn({ username: 'Jay' })
  const { machineId } = stage
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
  const { machineId } = stage
  const score = { _id: uuidv7(), machineId, value: 7 }
  expect((await answer('no.such')).error).toEqual({
    isClientSafe: true,
    error: 404,
    reason: "Method 'no.such' not found",
    message: "Method 'no.such' not found [404]",
    errorType: 'Meteor.Error',
  })
  expect((await answer('scores.submit', score)).error).toMatchObject({ error: 401 })
  expect((await answer('login', { user: { username: 'Jay' }, password: digestOf('wrong') })).error).toMatchObject({ error: 403 })
  const sub = client.sub('no.such', [])
  expect(await heardOf(({ msg, id }) => msg === 'nosub' && id === sub)).toMatchObject({ error: { error: 404 } })
  await logIn({ username: 'Jay' })
  expect((await answer('scores.submit', { ...score, value: 1.5 })).error).toMatchObject({ error: 400, details: [{ path: 'value' }] })
  await answer('scores.submit', score)
  expect((await answer('scores.submit', { ...score, value: 8 })).error).toMatchObject({ error: 409 })
})

it('is sent the events of the channel of scores', async () => {
  const { machineId } = stage
  await ready('scores', 'vent-1', {})
  const _id = await stage.rivalScores(7_000_000)
  expect(await heardOf(message => message.__vent === '1')).toMatchObject({ id: 'vent-1.scores', e: { _id, machineId, value: 7_000_000 } })
})

it.each<[how: string, lose: () => void | Promise<void>]>([
  ['its socket is cut', () => stage.relay.cut()],
  ['the server restarts', () => stage.restart()],
])('can resume with its token after %s', async (_, lose) => {
  const { id, token } = (await logIn({ username: 'Jay' })).result as ClientLogin
  const from = heard.length
  await lose()
  await heardOf(({ msg }) => msg === 'connected', from)
  expect((await answer('login', { resume: token })).result).toMatchObject({ id, token, type: 'resume' })
  expect((await answer('scores.submit', { _id: uuidv7(), machineId: stage.machineId, value: 9 })).error).toBe(undefined)
})

import DdpClient from 'ddp'
import login from 'ddp-login'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, PASSWORD, signUp } from '../integration/people.ts'
import { openStage, type Stage, when } from './stage.ts'

let stage: Stage
let client: DdpClient
let onConnect: (wasReconnect: boolean) => void

beforeAll(async () => {
  stage = await openStage()
  await signUp(stage.world, 'Deedee', { email: 'deedee@example.com' })
})
beforeEach(async () => {
  client = new DdpClient({ host: '127.0.0.1', port: stage.relay.port, autoReconnectTimer: 20 })
  await new Promise<void>(resolve => {
    onConnect = () => resolve()
    client.connect((error, wasReconnect) => {
      if (!error) onConnect(wasReconnect)
    })
  })
})
afterEach(() => client.close())
afterAll(() => stage.close())

const call = <T = unknown>(method: string, ...params: unknown[]): Promise<T> =>
  new Promise((resolve, reject) => client.call(method, params, (error, result) => (error ? reject(error) : resolve(result as T))))
const rejection = (answer: Promise<unknown>) =>
  answer.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )
const subscribe = (name: string, ...params: unknown[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const id = client.subscribe(name, params, error => (error ? reject(error) : resolve(id)))
  })
const logIn = (method: 'username' | 'email' | 'account', account: string, pass = PASSWORD): Promise<ClientLogin> =>
  new Promise((resolve, reject) =>
    login(client, { method, account, pass, retry: 1 }, (error, result) => (error ? reject(error) : resolve(result!))),
  )
const resume = (token: string): Promise<ClientLogin> =>
  new Promise((resolve, reject) => login.loginWithToken(client, token, (error, result) => (error ? reject(error) : resolve(result!))))
const documents = (collection: string) => Object.values(client.collections[collection] ?? {})
const seen = (collection: string, passes: (found: { _id: string; [field: string]: unknown }[]) => boolean) =>
  when(
    again => client.on('message', again),
    () => passes(documents(collection)),
  )
const reconnected = () =>
  new Promise<boolean>(resolve => {
    onConnect = resolve
  })

it('signs up, and logs in by name, e-mail and either with a digest', async () => {
  const { id } = await call<ClientLogin>('createUser', { username: 'Newcomer', password: digestOf(PASSWORD) })
  expect(client.collections.users).toEqual({ [id]: { _id: id, username: 'Newcomer' } })
  const byName = await logIn('username', 'Deedee')
  const byMail = await logIn('email', 'deedee@example.com')
  const byEither = await logIn('account', 'deedee@example.com')
  expect(byName.type).toBe('password')
  expect([byMail.id, byEither.id]).toEqual([byName.id, byName.id])
  expect(documents('users')).toMatchObject([{ username: 'Deedee' }])
})

it('carries dates both ways and observes scores come, change and go', async () => {
  await logIn('username', 'Deedee')
  const { machineId } = stage
  const steps: string[] = []
  const observer = client.observe('scores')
  observer.added = id => void steps.push(`added ${id}`)
  observer.changed = (id, _old, _cleared, fields) => void steps.push(`changed ${id} ${Object.keys(fields).join()}`)
  observer.removed = id => void steps.push(`removed ${id}`)
  const [feed] = await Promise.all([subscribe('scores.recent', { machineId }), subscribe('boards.top', { scope: { machineId } })])
  const achievedAt = new Date(Date.now() - 60_000)
  const _id = uuidv7()
  expect(await call('scores.submit', { _id, machineId, value: 500, achievedAt })).toMatchObject({ rank: 1, previousBest: null })
  expect(documents('boardRows')).toMatchObject([{ scoreId: _id, value: 500, achievedAt }])
  const theirs = await stage.rivalScores(700)
  await seen('boardRows', rows => rows.length === 2)
  await call('scores.edit', { scoreId: _id, value: 600 })
  await call('scores.remove', { scoreId: _id })
  await seen('boardRows', rows => rows.length === 1)
  expect(steps).toEqual([`added ${_id}`, `added ${theirs}`, `changed ${_id} value,version`, `removed ${_id}`])
  client.unsubscribe(feed)
  await seen('scores', scores => scores.length === 0)
})

it('gets errors as they are specified', async () => {
  const { machineId } = stage
  const score = { _id: uuidv7(), machineId, value: 7 }
  expect(await rejection(call('no.such'))).toMatchObject({ error: 404, reason: "Method 'no.such' not found" })
  expect(await rejection(call('scores.submit', score))).toMatchObject({ error: 401 })
  expect(await rejection(subscribe('no.such'))).toMatchObject({ error: 404, reason: "Subscription 'no.such' not found" })
  const noise = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await rejection(logIn('username', 'Deedee', 'wrong'))).toMatchObject({
    error: 403,
    reason: 'Something went wrong. Please check your credentials.',
  })
  expect(noise).toHaveBeenCalledWith('Login failed:', 'Something went wrong. Please check your credentials. [403]')
  noise.mockRestore()
  await logIn('username', 'Deedee')
  expect(await rejection(call('scores.submit', { ...score, achievedAt: 5 }))).toMatchObject({
    error: 400,
    details: [{ path: 'achievedAt', message: 'must be a date' }],
  })
  await call('scores.submit', score)
  expect(await rejection(call('scores.submit', { ...score, value: 8 }))).toMatchObject({ error: 409 })
})

it('connects again when its socket is cut, and resumes with its token', async () => {
  const { id, token } = await logIn('username', 'Deedee')
  const again = reconnected()
  stage.relay.cut()
  expect(await again).toBe(true)
  expect(await resume(token)).toMatchObject({ id, token, type: 'resume' })
  await call('scores.submit', { _id: uuidv7(), machineId: stage.machineId, value: 12 })
})

it('connects again when the server restarts, and resumes with its token', async () => {
  const { id, token } = await logIn('username', 'Deedee')
  const again = reconnected()
  await stage.restart()
  expect(await again).toBe(true)
  expect(await resume(token)).toMatchObject({ id, type: 'resume' })
  await subscribe('scores.recent', { machineId: stage.machineId, limit: 1 })
  const scoreId = await stage.rivalScores(13)
  await seen('scores', scores => scores.some(({ _id }) => _id === scoreId))
})

it.each(['1', 'pre2', 'pre1'])('comes to terms when it proposes version %s', async ddpVersion => {
  const old = new DdpClient({ host: '127.0.0.1', port: stage.relay.port, ddpVersion, autoReconnect: false })
  const said: string[] = []
  old.on('message', text => said.push(text))
  await new Promise<void>(resolve => old.connect(() => resolve()))
  expect(said).toHaveLength(ddpVersion === '1' ? 2 : 4)
  expect(said[0]).toBe('{"server_id":"0"}')
  old.close()
})

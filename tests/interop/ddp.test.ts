import DdpClient from 'ddp'
import login from 'ddp-login'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { digestPassword, PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness, waitForCondition } from './harness.ts'

let harness: InteropHarness
let client: DdpClient
let onConnect: (wasReconnect: boolean) => void

beforeAll(async () => {
  harness = await startInteropHarness()
  await signUp(harness.testApp, 'Deedee', { email: 'deedee@example.com' })
})
beforeEach(async () => {
  client = new DdpClient({ host: '127.0.0.1', port: harness.proxy.port, autoReconnectTimer: 20 })
  await new Promise<void>(resolve => {
    onConnect = () => resolve()
    client.connect((error, wasReconnect) => {
      if (!error) onConnect(wasReconnect)
    })
  })
})
afterEach(() => client.close())
afterAll(() => harness.close())

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
const seen = (collection: string, matches: (found: { _id: string; [field: string]: unknown }[]) => boolean) =>
  waitForCondition(
    check => client.on('message', check),
    () => matches(documents(collection)),
  )
const reconnected = () =>
  new Promise<boolean>(resolve => {
    onConnect = resolve
  })

it('signs up, and logs in by name, e-mail and either with a digest', async () => {
  const { id } = await call<ClientLogin>('createUser', { username: 'Newcomer', password: digestPassword(PASSWORD) })
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
  const { machineId } = harness
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
  const theirs = await harness.submitAsRival(700)
  await seen('boardRows', rows => rows.length === 2)
  await call('scores.edit', { scoreId: _id, value: 600 })
  await call('scores.remove', { scoreId: _id })
  await seen('boardRows', rows => rows.length === 1)
  expect(steps).toEqual([`added ${_id}`, `added ${theirs}`, `changed ${_id} value,version`, `removed ${_id}`])
  client.unsubscribe(feed)
  await seen('scores', scores => scores.length === 0)
})

it('gets errors as they are specified', async () => {
  const { machineId } = harness
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
  const check = reconnected()
  harness.proxy.closeConnections()
  expect(await check).toBe(true)
  expect(await resume(token)).toMatchObject({ id, token, type: 'resume' })
  await call('scores.submit', { _id: uuidv7(), machineId: harness.machineId, value: 12 })
})

it('connects again when the server restarts, and resumes with its token', async () => {
  const { id, token } = await logIn('username', 'Deedee')
  const check = reconnected()
  await harness.restart()
  expect(await check).toBe(true)
  expect(await resume(token)).toMatchObject({ id, type: 'resume' })
  await subscribe('scores.recent', { machineId: harness.machineId, limit: 1 })
  const scoreId = await harness.submitAsRival(13)
  await seen('scores', scores => scores.some(({ _id }) => _id === scoreId))
})

it.each(['1', 'pre2', 'pre1'])('agrees on a version when it proposes version %s', async ddpVersion => {
  const old = new DdpClient({ host: '127.0.0.1', port: harness.proxy.port, ddpVersion, autoReconnect: false })
  const messages: string[] = []
  old.on('message', text => messages.push(text))
  await new Promise<void>(resolve => old.connect(() => resolve()))
  expect(messages).toHaveLength(ddpVersion === '1' ? 2 : 4)
  expect(messages[0]).toBe('{"server_id":"0"}')
  old.close()
})

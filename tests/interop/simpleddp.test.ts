import SimpleDdp from 'simpleddp'
import { simpleDDPLogin } from 'simpleddp-plugin-login'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { noAssets } from '#platform/render/html-document.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { version as release } from '../../package.json'
import { digestPassword, PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness, waitForCondition } from './harness.ts'

let harness: InteropHarness
let client: SimpleDdp

beforeAll(async () => {
  harness = await startInteropHarness()
  await signUp(harness.testApp, 'Simple', { email: 'simple@example.com' })
})
beforeEach(async () => {
  client = new SimpleDdp({ endpoint: harness.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 }, [simpleDDPLogin])
  await client.connect()
})
afterEach(() => client.disconnect())
afterAll(() => harness.close())

const logIn = () => client.login({ user: { username: 'Simple' }, password: digestPassword(PASSWORD) })
const nextEvent = (event: string) =>
  new Promise<{ [key: string]: unknown }>(resolve => {
    const listener = client.on(event, message => {
      listener.stop()
      resolve(message)
    })
  })
/** Resolves as soon as the collection's documents pass. */
const seen = (collection: string, matches: (documents: { id: string; [field: string]: unknown }[]) => boolean) =>
  waitForCondition(
    check => ['added', 'changed', 'removed', 'ready'].forEach(event => void client.on(event, check)),
    () => matches(client.collection(collection).fetch()),
  )
const rejection = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )

it('signs up, and logs in by name and by e-mail with a digest', async () => {
  const created = await client.call<{ id: string; tokenExpires: Date }>('createUser', {
    username: 'Newcomer',
    password: digestPassword(PASSWORD),
  })
  expect(created.tokenExpires).toBeInstanceOf(Date)
  await seen('users', users => users.some(({ id, username }) => id === created.id && username === 'Newcomer'))
  const byName = await logIn()
  const byMail = await client.login({ user: { email: 'simple@example.com' }, password: digestPassword(PASSWORD) })
  expect([byName.type, byMail.id]).toEqual(['password', byName.id])
  await client.logout()
  expect(client.userId).toBe(undefined)
})

it('carries dates both ways and sees scores come, change and go', async () => {
  await logIn()
  const { machineId, submitAsRival: rivalScores, rival } = harness
  const [board, feed] = [client.subscribe('boards.top', { scope: { machineId } }), client.subscribe('scores.recent', { machineId })]
  await Promise.all([board.ready(), feed.ready()])
  const achievedAt = new Date(Date.now() - 60_000)
  const _id = uuidv7()
  const answer = await client.call('scores.submit', { _id, machineId, value: 1_000_000, achievedAt })
  expect(answer).toEqual({ scoreId: _id, rank: 1, players: 1, personalBest: true, previousBest: null })
  expect(client.collection('scores').fetch()).toMatchObject([{ id: _id, value: 1_000_000, achievedAt }])
  expect(client.collection('boardRows').fetch()).toMatchObject([{ scoreId: _id, achievedAt, username: 'Simple' }])

  const theirs = await rivalScores(2_000_000)
  await seen('boardRows', rows => rows.length === 2)
  await seen('boards', ([row]) => row?.best === 2_000_000 && row.players === 2)
  await client.call('scores.edit', { scoreId: _id, value: 3_000_000, comment: 'a digit was missing' })
  await seen('scores', scores =>
    scores.some(({ id, value, comment }) => id === _id && value === 3_000_000 && comment === 'a digit was missing'),
  )
  await rival.client.call('scores.remove', { scoreId: theirs })
  await seen('scores', scores => scores.every(({ id }) => id !== theirs))
  await seen('boardRows', rows => rows.length === 1)
  await client.call('scores.remove', { scoreId: _id })
  await seen('boardRows', rows => rows.length === 0)

  await rivalScores(5)
  await seen('scores', scores => scores.length === 1)
  await feed.stop()
  expect(client.collection('scores').fetch()).toEqual([])
})

it('gets errors as they are specified', async () => {
  const { machineId } = harness
  const score = { _id: uuidv7(), machineId, value: 7 }
  expect(await rejection(client.call('no.such'))).toEqual({
    isClientSafe: true,
    error: 404,
    reason: "Method 'no.such' not found",
    message: "Method 'no.such' not found [404]",
    errorType: 'Meteor.Error',
  })
  expect(await rejection(client.call('scores.submit', score))).toMatchObject({ error: 401 })
  expect(await rejection(client.login({ user: { username: 'Simple' }, password: digestPassword('wrong') }))).toMatchObject({
    error: 403,
    reason: 'Something went wrong. Please check your credentials.',
  })
  await logIn()
  expect(await rejection(client.call('scores.submit', { ...score, value: -1 }))).toMatchObject({
    error: 400,
    details: [{ path: 'value', message: 'must be a whole number from 1 to 9007199254740991' }],
  })
  await client.call('scores.submit', score)
  expect(await rejection(client.call('scores.submit', { ...score, value: 8 }))).toMatchObject({ error: 409 })
  const nosub = nextEvent('nosub')
  const id = client.ddpConnection.sub('no.such', [])
  expect(await nosub).toMatchObject({ id, error: { error: 404, reason: "Subscription 'no.such' not found" } })
})

it('comes back logged in and subscribed when its socket is cut', async () => {
  const { id } = await logIn()
  const { machineId } = harness
  await client.subscribe('scores.recent', { machineId, limit: 1 }).ready()
  const resumed = nextEvent('loginResume')
  harness.proxy.closeConnections()
  expect(await resumed).toMatchObject({ id, type: 'resume' })
  const scoreId = await harness.submitAsRival(11)
  await seen('scores', ([score]) => score?.id === scoreId)
  await client.call('scores.submit', { _id: uuidv7(), machineId, value: 12 })
})

it('comes back logged in and subscribed when the server restarts', async () => {
  const { id } = await logIn()
  await client.subscribe('boards.top', { scope: { machineId: harness.machineId } }).ready()
  const resumed = nextEvent('loginResume')
  await harness.restart()
  expect(await resumed).toMatchObject({ id, type: 'resume' })
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId: harness.machineId, value: 99_000_000 })
  await seen('boardRows', rows => rows.some(({ scoreId }) => scoreId === _id))
})

it('sees which build is served, and the next one, in the forms of both ages', async () => {
  const name = 'meteor_autoupdate_clientVersions'
  const build = (script: string, style: string) => ({
    ...noAssets,
    versions: { version: `${script} ${style}`, versionNonRefreshable: script, versionRefreshable: style },
    styles: [`/assets/${style}.css`],
  })
  const { app } = harness.testApp
  await app.reloadBuild(build('js1', 'css1'))
  await client.subscribe(name).ready()
  const one = (id: string) =>
    client
      .collection(name)
      .fetch()
      .find(each => each.id === id)
  const assets = [{ url: '/assets/css1.css' }]
  expect(one('web.browser')).toMatchObject({ version: 'js1 css1', versionNonRefreshable: 'js1', versionRefreshable: 'css1', assets })
  expect([one('version'), one('version-refreshable'), one('version-cordova')]).toMatchObject([
    { version: 'js1' },
    { version: 'css1', assets: { allCss: assets } },
    { version: release, refreshable: false },
  ])
  await app.reloadBuild(build('js1', 'css2'))
  await seen(name, () => one('version-refreshable')?.version === 'css2' && one('web.browser')?.versionRefreshable === 'css2')
  expect([one('version'), one('web.browser')]).toMatchObject([{ version: 'js1' }, { versionNonRefreshable: 'js1' }])
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { ScoreHistoryDoc } from '#scores/contract/scores.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'

const CODE = 'multiball'
const ended = { error: { error: 403, reason: 'This kiosk has ended.' } }

let testApp: TestApp
let moderator: TestUser
let player: TestUser
let admin: TestUser
let visitor: DdpTestClient
let machineId: string
let kioskId: string
let device: string
let token: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  visitor = await DdpTestClient.open(testApp.endpoint)
  ;[moderator, player, admin] = [await signUp(testApp, 'Moderator'), await signUp(testApp, 'Player'), await signUp(testApp, 'Admin')]
  await grantRoles(testApp, moderator.id, ['moderator'])
  await grantRoles(testApp, admin.id, ['admin'])
})
afterAll(() => testApp.close())

let machines = 0
async function addMachine(): Promise<string> {
  const _id = uuidv7()
  await admin.client.call('machines.add', { _id, name: `Xenon ${++machines}`, manufacturer: 'Bally', type: 'ss' })
  return _id
}
const secret = (): string => randomBytes(32).toString('base64url')
async function link(_id = uuidv7()): Promise<string> {
  const { url } = await moderator.client.call<{ url: string }>('scores.kioskLink', { _id, machineId, kioskCode: CODE })
  expect(new URL(url).pathname).toBe(`/machines/${machineId}/kiosk`)
  return new URL(url).hash.slice(1)
}

beforeEach(async () => {
  machineId = await addMachine()
  kioskId = uuidv7()
  device = secret()
  token = await link(kioskId)
  expect(await visitor.call('scores.openKiosk', { token, key: device })).toEqual({ machineId })
})

const enter = (value: number, fields: object = {}) =>
  visitor.tryCall('scores.enter', { _id: uuidv7(), key: device, userId: player.id, value, ...fields })

it('a player who names themselves at a kiosk is on its board, once, and the history says where and by whose kiosk', async () => {
  const _id = uuidv7()
  for (let i = 0; i < 2; i++) expect(await enter(1_234_560, { _id })).toMatchObject({ result: { rank: 1, players: 1, personalBest: true } })
  await visitor.subscribe('boards.top', { scope: { machineId } })
  const rows = () => [...visitor.documents('boardRows').values()].filter(row => String(row.board).includes(machineId))
  await visitor.waitUntil(() => rows().length === 1)
  expect(rows()[0]).toMatchObject({ userId: player.id, value: 1_234_560 })
  await visitor.subscribe('scores.one', { scoreId: _id })
  const history = () =>
    ([...visitor.documents('scoreHistory').values()] as unknown as ScoreHistoryDoc[]).filter(each => each.scoreId === _id)
  await visitor.waitUntil(() => history().length === 2)
  expect(
    history()
      .map(({ action, by }) => [action, by?.username])
      .sort(),
  ).toEqual([
    ['entered', 'Moderator'],
    ['submitted', 'Player'],
  ])
  expect(await enter(2_000_000, { _id })).toMatchObject({ error: { error: 409 } })
  await player.client.call('scores.remove', { scoreId: _id })
  await visitor.waitUntil(() => rows().length === 0)
})

it('a kiosk is opened by one device, takes no score without its key, and none of who has no account or is suspended', async () => {
  expect(await visitor.expectError('scores.openKiosk', { token, key: secret() })).toMatchObject({ error: 409 })
  expect(await enter(1000, { key: secret() })).toMatchObject(ended)
  expect(await enter(1000, { userId: 'nobody' })).toMatchObject({ error: { error: 404, reason: 'There is no such user.' } })
  expect(await enter(0)).toMatchObject({ error: { error: 400 } })
  const rude = await signUp(testApp, 'Rude')
  await admin.client.call('users.suspend', { userId: rude.id, reason: 'Insults' })
  expect(await enter(1000, { userId: rude.id })).toMatchObject({ error: { error: 404 } })
})

it('a kiosk is left by its code alone, after which it enters nothing', async () => {
  const leave = (code: string) => visitor.tryCall('scores.leaveKiosk', { key: device, code })
  expect(await leave('Multiball')).toMatchObject({ error: { error: 403, reason: 'This is not the code of this kiosk.' } })
  for (let i = 0; i < 2; i++) expect(await leave(CODE)).toEqual({ result: {} })
  expect(await enter(1000)).toMatchObject(ended)
})

it('moderators list and end kiosks, others do neither, and a kiosk ends with the role of its maker', async () => {
  expect((await player.client.subscribe('scores.kiosks', { machineId })).error).toMatchObject({ error: 403 })
  for (const [method, argument] of [
    ['scores.kioskLink', { _id: uuidv7(), machineId, kioskCode: CODE }],
    ['scores.endKiosk', { kioskId }],
  ] as const)
    expect(await player.client.expectError(method, argument)).toMatchObject({ error: 403 })
  expect((await moderator.client.subscribe('scores.kiosks', { machineId })).error).toBe(null)
  const listed = () => moderator.client.documents('boardKiosks').get(kioskId)
  await moderator.client.waitUntil(() => listed() !== undefined)
  expect(listed()).toEqual({
    machineId,
    by: 'Moderator',
    createdAt: expect.any(Date),
    openedAt: expect.any(Date),
    browser: expect.any(String),
  })
  for (let i = 0; i < 2; i++) await moderator.client.call('scores.endKiosk', { kioskId })
  await moderator.client.waitUntil(() => listed() === undefined)
  expect(await enter(1000)).toMatchObject(ended)
  expect(await visitor.tryCall('scores.leaveKiosk', { key: device, code: CODE })).toEqual({ result: {} })

  const second = secret()
  await visitor.call('scores.openKiosk', { token: await link(), key: second })
  expect(await enter(1000, { key: second })).toMatchObject({ result: { rank: 1 } })
  await grantRoles(testApp, moderator.id, [])
  expect(await enter(1000, { key: second })).toMatchObject(ended)
  await grantRoles(testApp, moderator.id, ['moderator'])
})

it('a kiosk of a machine that is merged into another enters scores on that one', async () => {
  const into = await addMachine()
  await admin.client.call('machines.merge', { from: machineId, into })
  expect(await enter(5_000)).toMatchObject({ result: { rank: 1 } })
  await visitor.subscribe('boards.top', { scope: { machineId: into } })
  await visitor.waitUntil(() =>
    [...visitor.documents('boardRows').values()].some(row => String(row.board).includes(into) && row.value === 5_000),
  )
})

it('of a kiosk’s secrets only hashes are stored', async () => {
  const { rows } = await testApp.app.database.pool.query<{ all: string }>('SELECT to_jsonb(k)::text AS all FROM board_kiosks k')
  for (const { all } of rows) for (const plain of [token, device, CODE]) expect(all).not.toContain(plain)
})

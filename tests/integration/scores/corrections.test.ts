import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 86_400_000

let testApp: TestApp
let clock: SettableClock
let ada: TestUser
let bob: TestUser
let machineId: string

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  machineId = (await listMachines(testApp, 1))[0]!.id
})
afterAll(() => testApp.close())

const submit = async ({ client }: TestUser, value: number): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value })
  return _id
}
const setStatus = (id: string, status: string) =>
  testApp.app.database.pool.query('UPDATE scores SET status = $2 WHERE id = $1', [id, status])

it('lets the owner correct value and comment, and tells it all in the history', async () => {
  const scoreId = await submit(ada, 100)
  await bob.client.subscribe('scores.one', { scoreId })
  expect(await ada.client.call('scores.edit', { scoreId, value: 1000, comment: 'a zero was missing' })).toEqual({})
  expect(await ada.client.call('scores.edit', { scoreId, value: 1000 })).toEqual({})
  expect(await ada.client.call('scores.edit', { scoreId, comment: '' })).toEqual({})
  await bob.client.waitUntil(() => bob.client.documents('scoreHistory').size === 3)
  const history = [...bob.client.documents('scoreHistory').values()]
  const by = { userId: ada.id, username: 'Ada' }
  expect(history).toMatchObject([
    { scoreId, action: 'submitted', by, changes: {} },
    { scoreId, action: 'edited', by, changes: { value: [100, 1000], comment: [null, 'a zero was missing'] } },
    { scoreId, action: 'edited', by, changes: { comment: ['a zero was missing', null] } },
  ])
  expect(history.every(({ at }) => at instanceof Date)).toBe(true)
  const score = bob.client.documents('scores').get(scoreId)!
  expect(score).toMatchObject({ value: 1000, version: 3, status: 'unverified' })
  expect(score).not.toHaveProperty('comment')
})

it('refuses a stranger, a visitor and an unknown score', async () => {
  const scoreId = await submit(ada, 100)
  expect(await bob.client.expectError('scores.edit', { scoreId, value: 1 })).toMatchObject({ error: 403 })
  expect(await bob.client.expectError('scores.remove', { scoreId })).toMatchObject({ error: 403 })
  expect(await bob.client.expectError('scores.edit', { scoreId: uuidv7(), value: 1 })).toMatchObject({ error: 404 })
})

it('lets a moderator correct and remove at any time', async () => {
  const moderator = await signUp(testApp, 'Mod')
  const scoreId = await submit(bob, 77)
  expect(await moderator.client.expectError('scores.edit', { scoreId, value: 78 })).toMatchObject({ error: 403 })
  await testApp.app.database.pool.query(`UPDATE users SET roles = '{"__global_roles__": ["moderator"]}' WHERE id = $1`, [moderator.id])
  await testApp.restart()
  const secondClient = await reopen(moderator)
  await setStatus(scoreId, 'verified')
  expect(await secondClient.call('scores.edit', { scoreId, value: 78 })).toEqual({})
  expect(await secondClient.call('scores.remove', { scoreId })).toEqual({})
  ada.client = await reopen(ada)
  bob.client = await reopen(bob)
})

it('takes the board down to the next best when the best is corrected or removed', async () => {
  const scope = { machineId: (await listMachines(testApp, 2))[1]!.id }
  const ids = [uuidv7(), uuidv7()]
  await ada.client.call('scores.submit', { _id: ids[0], machineId: scope.machineId, value: 300 })
  await ada.client.call('scores.submit', { _id: ids[1], machineId: scope.machineId, value: 200 })
  await bob.client.call('scores.submit', { _id: uuidv7(), machineId: scope.machineId, value: 250 })
  await bob.client.subscribe('boards.top', { scope })
  const place = () => ada.client.call('boards.place', { scope, userId: ada.id })
  expect(await place()).toMatchObject({ rank: 1, value: 300 })
  await ada.client.call('scores.edit', { scoreId: ids[0], value: 100 })
  expect(await place()).toMatchObject({ rank: 2, value: 200, percentile: 0 })
  await ada.client.call('scores.remove', { scoreId: ids[1] })
  expect(await place()).toMatchObject({ rank: 2, value: 100 })
  await bob.client.waitUntil(() =>
    [...bob.client.documents('boardRows').values()].some(({ scoreId, value }) => scoreId === ids[0] && value === 100),
  )
  await ada.client.call('scores.remove', { scoreId: ids[0] })
  expect(await place()).toBe(null)
  await bob.client.waitUntil(() => bob.client.documents('boardRows').size === 1)
  expect([...bob.client.documents('boards').values()]).toMatchObject([{ players: 1, best: 250 }])
})

it('is open to the owner for 24 hours while the score is unverified or disputed', async () => {
  const [unverified, disputed, verified, rejected] = [
    await submit(ada, 1),
    await submit(ada, 2),
    await submit(ada, 3),
    await submit(ada, 4),
  ]
  await setStatus(disputed, 'disputed')
  await setStatus(verified, 'verified')
  await setStatus(rejected, 'rejected')
  const edit = async (scoreId: string): Promise<unknown> =>
    (await ada.client.tryCall('scores.edit', { scoreId, value: 9 })).error?.error ?? 'fine'
  expect([await edit(unverified), await edit(disputed), await edit(verified), await edit(rejected)]).toEqual(['fine', 'fine', 403, 403])
  const { rows } = await testApp.app.database.pool.query<{ created_at: Date }>('SELECT created_at FROM scores WHERE id = $1', [unverified])
  const received = rows[0]!.created_at.getTime()
  clock.set(received + DAY - 60_000)
  expect(await ada.client.call('scores.edit', { scoreId: unverified, value: 10 })).toEqual({})
  clock.set(received + DAY)
  expect(await ada.client.expectError('scores.edit', { scoreId: unverified, value: 11 })).toMatchObject({ error: 403 })
  expect(await ada.client.call('scores.remove', { scoreId: unverified })).toEqual({})
})

async function reopen({ token }: TestUser): Promise<TestUser['client']> {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call('login', { resume: token })
  return client
}

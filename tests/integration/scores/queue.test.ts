import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { drawPhoto, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let moderator: TestUser
let players: TestUser[]
let machines: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  players = []
  for (let i = 0; i < 10; i++) players.push(await signUp(testApp, `Player ${i}`))
  machines = (await listMachines(testApp, 6)).map(({ id }) => id)
})
afterAll(() => testApp.close())

async function submit(player: TestUser, machineId: string, value: number, more: object = {}): Promise<string> {
  const _id = uuidv7()
  await player.client.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}
const photo = async (player: TestUser) => ({ picture: await uploadPicture(player, 'scorePicUpload', await drawPhoto(400, 300)) })
const flag = (player: TestUser, scoreId: string, reason: string) => player.client.call('scores.flag', { scoreId, reason })
const verify = (scoreId: string, version: number) => moderator.client.call('scores.moderate', { scoreId, version, status: 'verified' })

const sorted = (states: object): string => JSON.stringify(Object.entries(states).sort())

/** Opens the moderation queue for a moderator. */
async function looking(input: object = {}) {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call('login', { resume: moderator.token })
  const sub = await client.subscribe('scores.queue', input)
  expect(sub.error).toBe(null)
  const states = (): Record<string, unknown> =>
    Object.fromEntries([...client.documents('scoreQueue')].map(([id, { state }]) => [id, state]))
  return { client, sub, states, holds: (expected: object) => client.waitUntil(() => sorted(states()) === sorted(expected)) }
}

it('a score waits while it is disputed, has a picture that nobody has looked at, or leads its machine with nothing to show for it', async () => {
  const [machine, other] = machines as [string, string]
  const [ada, bob, cat] = players as [TestUser, TestUser, TestUser]
  await submit(bob, machine, 100)
  const record = await submit(ada, machine, 200)
  await submit(cat, other, 10)
  const pictured = await submit(cat, other, 20, await photo(cat))
  const disputed = await submit(bob, other, 15)
  await flag(cat, disputed, 'Too many zeros')
  const queue = await looking()
  await queue.client.waitUntil(() => queue.states()[pictured] === 'pictured')
  expect(queue.states()).toEqual({ [record]: 'record', [pictured]: 'pictured', [disputed]: 'disputed' })
  expect(queue.client.documents('scores').get(disputed)).toMatchObject({ value: 15, status: 'disputed', version: 2, username: 'Player 1' })
  expect(queue.client.documents('scoreQueue').get(disputed)).toEqual({
    state: 'disputed',
    players: 2,
    record: 20,
    typical: null,
    flags: [{ at: expect.any(Date), by: { userId: cat.id, username: 'Player 2' }, reason: 'Too many zeros' }],
  })
  await verify(disputed, 2)
  await queue.holds({ [pictured]: 'pictured', [record]: 'record' })
  await verify(pictured, queue.client.documents('scores').get(pictured)!.version as number)
  await queue.holds({ [record]: 'record' })
  const better = await submit(bob, machine, 300)
  await queue.holds({ [better]: 'record' })
  await bob.client.call('scores.remove', { scoreId: better })
  await queue.holds({ [record]: 'record' })
  await verify(record, 1)
  await queue.holds({})
  await queue.client.close()
})

it('says what a machine gives where ten play it, so that a zero too many is seen', async () => {
  const machine = machines[2]!
  for (const [i, player] of players.slice(0, 9).entries()) await submit(player, machine, (i + 1) * 1000)
  const odd = await submit(players[9]!, machine, 100_000)
  const queue = await looking({ state: 'record' })
  expect(queue.client.documents('scoreQueue').get(odd)).toMatchObject({ players: 10, record: 9000, typical: { from: 2000, to: 9000 } })
  await verify(odd, 1)
  await queue.client.close()
})

it('the most urgent come first, then those that wait longest, and one state is read on from any score, even one that waits no more', async () => {
  const machine = machines[3]!
  const [ada, bob] = players as [TestUser, TestUser]
  const ids: string[] = []
  for (let i = 0; i < 4; i++) {
    ids.push(await submit(ada, machine, 100 + i))
    await flag(bob, ids[i]!, 'Hm')
  }
  await submit(bob, machine, 1000)
  const shown = async (input: object): Promise<string[]> => {
    const { client, states } = await looking(input)
    const found = Object.keys(states())
    await client.close()
    return found.sort((a, b) => ids.indexOf(a) - ids.indexOf(b))
  }
  expect(await shown({ limit: 2 })).toEqual(ids.slice(0, 2))
  expect(await shown({ state: 'disputed', before: ids[1], limit: 1 })).toEqual([ids[2]])
  await verify(ids[1]!, 2)
  expect(await shown({ state: 'disputed', before: ids[1] })).toEqual(ids.slice(2))
  expect(await shown({ state: 'disputed' })).toEqual([ids[0], ids[2], ids[3]])
  expect((await moderator.client.subscribe('scores.queue', { before: ids[1] })).error).toMatchObject({
    error: 400,
    details: [{ path: 'before' }],
  })
})

it('is closed to a moderator who is one no more', async () => {
  const { client } = await signUp(testApp, 'Once')
  const once = (await client.call<{ id: string }>('login', { user: { username: 'Once' }, password: 'correct horse battery' })).id
  await grantRoles(testApp, once, ['moderator'])
  const sub = await client.subscribe('scores.queue', {})
  expect([sub.error, client.documents('scoreQueue').size > 0]).toEqual([null, true])
  await grantRoles(testApp, once, [])
  expect((await client.waitForMessage(({ msg, id }) => msg === 'nosub' && id === sub.id)).error).toMatchObject({ error: 403 })
  expect([client.documents('scoreQueue').size, client.documents('scores').size]).toEqual([0, 0])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

const LIMIT = 12

let testApp: TestApp
let players: TestUser[]
let ada: TestUser
let bob: TestUser
let moderator: TestUser
let watcher: DdpTestClient
let machines: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  players = [ada, bob, await signUp(testApp, 'Cem')]
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  machines = (await listMachines(testApp, 40)).map(({ id }) => id)
  watcher = await DdpTestClient.open(testApp.endpoint)
  await watcher.subscribe('scores.recent', { limit: LIMIT, places: true })
})
afterAll(() => testApp.close())

const submit = async (machineId: string, value: number, { client } = ada, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}
const reject = (scoreId: string, version = 1) =>
  moderator.client.call('scores.moderate', { scoreId, version, status: 'rejected', reason: 'No photo.' })

/** Resolves when the client has everything that the server has shown so far. */
async function received(client: DdpTestClient): Promise<void> {
  await testApp.settled()
  await client.call('machines.search', { text: '' })
}

const shownPlaces = (client: DdpTestClient): Record<string, unknown> =>
  Object.fromEntries([...client.documents('scorePlaces')].map(([id, { rank }]) => [id, rank]))

/** The places of the latest scores, computed by SQL from the scores alone. */
async function computePlaces(): Promise<Record<string, number>> {
  const { rows } = await testApp.app.database.pool.query<{ id: string; rank: number }>(
    `WITH counted AS (SELECT * FROM scores WHERE removed_at IS NULL AND status <> 'rejected' AND NOT under_review),
       best AS (SELECT DISTINCT ON (machine_id, user_id) * FROM counted ORDER BY machine_id, user_id, value DESC, achieved_at, id),
       ranked AS (SELECT *, (rank() OVER (PARTITION BY machine_id ORDER BY value DESC))::integer AS rank FROM best)
     SELECT s.id, r.rank FROM (SELECT * FROM counted ORDER BY receipt DESC LIMIT $1) s
       JOIN ranked r ON r.machine_id = s.machine_id AND r.user_id = s.user_id AND r.value = s.value AND r.achieved_at = s.achieved_at`,
    [LIMIT],
  )
  return Object.fromEntries(rows.map(({ id, rank }) => [id, rank]))
}

async function expectExactPlaces(): Promise<void> {
  await received(watcher)
  expect(shownPlaces(watcher)).toEqual(await computePlaces())
}

describe('the places beside the latest scores', () => {
  it('are those of each player’s best, and follow every later score', async () => {
    const [machineId] = machines.splice(0, 1)
    const first = await submit(machineId!, 100)
    await received(watcher)
    expect(shownPlaces(watcher)).toMatchObject({ [first]: 1 })
    const better = await submit(machineId!, 200, bob)
    await received(watcher)
    expect(shownPlaces(watcher)).toMatchObject({ [first]: 2, [better]: 1 })
    const lower = await submit(machineId!, 50)
    const equal = await submit(machineId!, 200)
    await received(watcher)
    expect(shownPlaces(watcher)).toMatchObject({ [better]: 1, [equal]: 1 })
    expect(Object.keys(shownPlaces(watcher))).not.toContain(first)
    expect(Object.keys(shownPlaces(watcher))).not.toContain(lower)
    await expectExactPlaces()
  })

  it('follow removals, corrections and verdicts of moderators, after which an older score may be the best again', async () => {
    const [machineId] = machines.splice(0, 1)
    const older = await submit(machineId!, 100)
    const best = await submit(machineId!, 300)
    const other = await submit(machineId!, 200, bob)
    await expectExactPlaces()
    await ada.client.call('scores.remove', { scoreId: best })
    await received(watcher)
    expect(shownPlaces(watcher)).toMatchObject({ [older]: 2, [other]: 1 })
    await ada.client.call('scores.edit', { scoreId: older, value: 250 })
    await received(watcher)
    expect(shownPlaces(watcher)).toMatchObject({ [older]: 1, [other]: 2 })
    await reject(older, 2)
    await received(watcher)
    expect(shownPlaces(watcher)).toMatchObject({ [other]: 1 })
    await expectExactPlaces()
  })

  it('are the same as computed from the scores, whatever happens, also after a restart', async () => {
    const three = machines.splice(0, 3)
    const mine: { id: string; owner: TestUser }[] = []
    // A fixed sequence of numbers that look random, so that a failure can be repeated.
    let seed = 7
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    for (let step = 0; step < 60; step++) {
      const scoreId = mine[next(mine.length)]
      const kind = next(10)
      if (kind < 7 || scoreId === undefined) {
        const owner = players[next(players.length)]!
        mine.push({ id: await submit(three[next(3)]!, 1 + next(9), owner), owner })
      } else if (kind === 7) await scoreId.owner.client.tryCall('scores.remove', { scoreId: scoreId.id })
      else if (kind === 8) await scoreId.owner.client.tryCall('scores.edit', { scoreId: scoreId.id, value: 1 + next(9) })
      else await moderator.client.tryCall('scores.moderate', { scoreId: scoreId.id, version: 1, status: 'rejected', reason: 'No.' })
      await expectExactPlaces()
    }
    const before = shownPlaces(watcher)
    await testApp.restart()
    watcher = await DdpTestClient.open(testApp.endpoint)
    await watcher.subscribe('scores.recent', { limit: LIMIT, places: true })
    expect(shownPlaces(watcher)).toEqual(before)
    for (const player of [...players, moderator]) {
      player.client = await DdpTestClient.open(testApp.endpoint)
      await player.client.call('login', { resume: player.token })
    }
  })

  it('are sent for the scores of the changed machine only', async () => {
    const [quiet, busy] = machines.splice(0, 2)
    await submit(quiet!, 100)
    await submit(quiet!, 200, bob)
    const mine = await submit(busy!, 100)
    await received(watcher)
    const from = watcher.messages.length
    const best = await submit(busy!, 200, bob)
    await received(watcher)
    const changed = watcher.messages.slice(from).filter(({ collection }) => collection === 'scorePlaces')
    expect(changed.filter(({ msg }) => msg !== 'removed').map(({ msg, id }) => [msg, id])).toEqual([
      ['changed', mine],
      ['added', best],
    ])
  })

  it('are there only for those who ask, also on a page of older scores', async () => {
    const [machineId] = machines.splice(0, 1)
    const older = await submit(machineId!, 100)
    const newer = await submit(machineId!, 50, bob)
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.subscribe('scores.recent', { machineId })
    expect(shownPlaces(client)).toEqual({})
    await client.subscribe('scores.recent', { machineId, before: newer, places: true })
    expect(shownPlaces(client)).toEqual({ [older]: 1 })
    await submit(machineId!, 200, bob)
    await received(client)
    expect(shownPlaces(client)).toEqual({ [older]: 2 })
    await client.close()
  })
})

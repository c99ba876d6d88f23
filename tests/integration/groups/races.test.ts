import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GroupCommit } from '#platform/db/group-commit.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, grantRoles, listMachines, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let machineId: string
let ada: TestUser
let moderator: TestUser
let second: DdpTestClient
let groupId: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  machineId = await firstMachineId(testApp)
  ada = await signUp(testApp, 'Ada')
  second = await DdpTestClient.open(testApp.endpoint)
  await second.call('login', { resume: ada.token })
  groupId = await createGroup(ada, 'public')
  moderator = await signUp(testApp, 'Moderator')
  await grantRoles(testApp, moderator.id, ['moderator'])
})
afterAll(() => testApp.close())

/** Runs `act` while the machine's totals are locked. When a statement waits for the lock, runs `meanwhile` and then releases the lock. */
async function submitWhileLocked(act: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> {
  const { pool } = testApp.app.database
  const client = await pool.connect()
  try {
    await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query('SELECT 1 FROM machine_tallies WHERE machine_id = $1 FOR UPDATE', [machineId])
    const acting = act()
    for (let waiting = 0; waiting === 0; ) {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      waiting = rows[0]!.n
    }
    await meanwhile()
    await client.query('COMMIT')
    await acting
  } finally {
    client.release()
  }
}

it('shows a member under the name of now on board and feed, also when a score or a verdict was under way as the name changed', async () => {
  const watcher = await DdpTestClient.open(testApp.endpoint)
  await watcher.subscribe('boards.top', { scope: { groupId, machineId } })
  await watcher.subscribe('scores.recent', { groupId })
  await watcher.subscribe('scores.recent', {})
  const names = (): Set<unknown> =>
    new Set(['boardRows', 'scores'].flatMap(name => [...watcher.documents(name).values()].map(({ displayName }) => displayName)))
  const first = uuidv7()
  await ada.client.call('scores.submit', { _id: first, machineId, value: 10 })
  await submitWhileLocked(
    () => ada.client.call('scores.submit', { _id: uuidv7(), machineId, value: 20 }),
    () => second.call('players.edit', { displayName: 'Countess' }),
  )
  await watcher.waitUntil(() => watcher.documents('scores').size === 2)
  expect(names()).toEqual(new Set(['Countess']))
  await submitWhileLocked(
    () => moderator.client.call('scores.moderate', { scoreId: first, version: 1, status: 'verified' }),
    () => second.call('players.edit', { displayName: 'Lovelace' }),
  )
  await watcher.waitUntil(() => watcher.documents('scores').get(first)!.status === 'verified')
  expect(names()).toEqual(new Set(['Lovelace']))
})

it('shows a machine under the name of now, also when a score was under way as it was renamed, or its new name is not known here yet', async () => {
  const watcher = await DdpTestClient.open(testApp.endpoint)
  await watcher.subscribe('scores.recent', { machineId })
  const nameOf = (scoreId: string): unknown => watcher.documents('scores').get(scoreId)?.machineName
  await grantRoles(testApp, moderator.id, ['moderator', 'machine-editor'])
  const submit = ({ client }: TestUser, _id: string, on: string): Promise<unknown> =>
    client.call('scores.submit', { _id, machineId: on, value: 30 })
  const [first, underWay, next] = [uuidv7(), uuidv7(), uuidv7()]
  await submit(ada, first, machineId)
  await submitWhileLocked(
    () => submit(ada, underWay, machineId),
    async () => {
      await moderator.client.call('machines.edit', { machineId, name: 'Renamed' })
      await expect.poll(() => nameOf(first)).toBe('Renamed')
    },
  )
  await expect.poll(() => nameOf(underWay)).toBe('Renamed')
  const other = (await listMachines(testApp, 2))[1]!.id
  await watcher.subscribe('scores.recent', { machineId: other })
  await submit(moderator, uuidv7(), other)
  await testApp.app.database.pool.query(`UPDATE machines SET name = 'Renamed elsewhere' WHERE id = $1`, [other])
  await submit(moderator, next, other)
  await expect.poll(() => nameOf(next)).toBe('Renamed elsewhere')
  await watcher.close()
})

function signal(): { given: Promise<void>; give(): void } {
  let give = (): void => {}
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  return { given, give }
}

/** True if a result was read for a view of a group or its members. */
const isAboutGroup = (result: unknown): boolean =>
  result !== null &&
  typeof result === 'object' &&
  'keys' in result &&
  [...(result.keys as Set<string>)].some(key => /^(group|members):/.test(key))

/**
 * Runs each of `acts` while a subscription that reads a group's members is paused: the first after its first read, the second after its
 * second read, and so on.
 */
async function between(subscribing: () => Promise<unknown>, ...acts: (() => Promise<unknown>)[]): Promise<void> {
  const { database } = testApp.app
  const { readSnapshot } = database
  const [reads, turns] = [acts.map(signal), acts.map(signal)]
  const spy = vi.spyOn(database, 'readSnapshot')
  let count = 0
  spy.mockImplementation(async run => {
    const result = await readSnapshot(run)
    if (isAboutGroup(result) && count < acts.length) {
      const i = count++
      reads[i]!.give()
      await turns[i]!.given
    }
    return result
  })
  const subscribed = subscribing()
  for (const [i, act] of acts.entries()) {
    await reads[i]!.given
    await act()
    turns[i]!.give()
  }
  await subscribed
  spy.mockRestore()
}

describe('what happens while a subscription is being read', () => {
  const rename = (displayName: string) => (): Promise<unknown> => ada.client.call('players.edit', { displayName })

  it('reaches the list of a group’s members', async () => {
    const client = await DdpTestClient.open(testApp.endpoint)
    await between(() => client.subscribe('groups.one', { groupId }), rename('Early bird'))
    expect([...client.documents('members').values()]).toMatchObject([{ displayName: 'Early bird' }])
    const own = await DdpTestClient.open(testApp.endpoint)
    await own.call('login', { resume: ada.token })
    await between(() => own.subscribe('groups.mine', {}), rename('Night owl'))
    expect([...own.documents('members').values()]).toMatchObject([{ displayName: 'Night owl' }])
  })

  it('reaches a group’s latest scores', async () => {
    const client = await DdpTestClient.open(testApp.endpoint)
    await between(() => client.subscribe('scores.recent', { groupId, limit: 7 }), rename('Early again'))
    expect(new Set([...client.documents('scores').values()].map(({ displayName }) => displayName))).toEqual(new Set(['Early again']))
  })

  it('reaches the machines that a group has played', async () => {
    const [client, newcomer] = [await DdpTestClient.open(testApp.endpoint), await signUp(testApp, 'Newcomer')]
    await newcomer.client.call('groups.join', { groupId })
    await between(
      () => client.subscribe('groups.machines', { groupId }),
      () => newcomer.client.call('scores.submit', { _id: uuidv7(), machineId, value: 5 }),
    )
    await testApp.settled()
    await client.call('machines.search', { text: '' })
    expect([...client.documents('groupMachines').values()]).toMatchObject([{ machineId, players: 2 }])
  })

  it('reaches them also when it comes after a first change, which is being read', async () => {
    const [owner, newcomer] = [await signUp(testApp, 'Landlord'), await signUp(testApp, 'Guest')]
    const club = await createGroup(owner, 'public')
    const client = await DdpTestClient.open(testApp.endpoint)
    await between(
      () => client.subscribe('groups.machines', { groupId: club }),
      () => newcomer.client.call('groups.join', { groupId: club }),
      () => newcomer.client.call('scores.submit', { _id: uuidv7(), machineId, value: 5 }),
    )
    await client.waitUntil(() => client.documents('groupMachines').size > 0)
    expect([...client.documents('groupMachines').values()]).toMatchObject([{ machineId, players: 1 }])
  })
})

it('shows the first and the last score of a member also when others have changed the number of players long before', async () => {
  const [member, friend, stranger] = [await signUp(testApp, 'Member'), await signUp(testApp, 'Friend'), await signUp(testApp, 'Stranger')]
  const other = (await listMachines(testApp, 2))[1]!.id
  const club = await createGroup(member, 'public')
  await friend.client.call('groups.join', { groupId: club })
  const watcher = await DdpTestClient.open(testApp.endpoint)
  await watcher.subscribe('groups.machines', { groupId: club })
  const submit = async ({ client }: TestUser): Promise<string> => {
    const _id = uuidv7()
    await client.call('scores.submit', { _id, machineId: other, value: 7 })
    return _id
  }
  /** One score more than the view takes for written by one statement. */
  const submitMany = (): Promise<unknown> => Promise.all(Array.from({ length: 513 }, () => submit(stranger)))
  const players = (): unknown[] => [...watcher.documents('groupMachines').values()].map(document => document.players)
  const scoreId = await submit(member)
  await expect.poll(players).toEqual([1])
  await submitMany()
  await member.client.call('scores.remove', { scoreId })
  await expect.poll(players).toEqual([])
  await submit(member)
  await expect.poll(players).toEqual([1])
  await submitMany()
  await stranger.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
  await submit(friend)
  await expect.poll(players).toEqual([2])
  await watcher.close()
})

describe('two players’ first scores on a machine, written in one statement', () => {
  it('bring it among the machines of either’s group, whichever of them comes second', async () => {
    const pair = [await signUp(testApp, 'One'), await signUp(testApp, 'Two')]
    const client = await DdpTestClient.open(testApp.endpoint)
    for (const person of pair) await client.subscribe('groups.machines', { groupId: await createGroup(person, 'public') })
    const submit = ({ client: from }: TestUser): Promise<unknown> => from.call('scores.submit', { _id: uuidv7(), machineId, value: 5 })
    const queued = vi.spyOn(GroupCommit.prototype, 'add')
    const before = testApp.app.changeLog.applied
    await submitWhileLocked(
      () => Promise.all([ada, ...pair].map(submit)),
      async () => {
        while (queued.mock.calls.length < 3) await testApp.app.database.pool.query('SELECT 1')
      },
    )
    queued.mockRestore()
    expect(testApp.app.changeLog.applied).toBe(before + 3)
    await testApp.settled()
    await client.call('machines.search', { text: 'x' })
    expect([...client.documents('groupMachines').values()].map(({ players }) => players)).toEqual([1, 1])
  })
})

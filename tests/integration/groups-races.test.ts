import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GroupCommit } from '../../src/platform/db/group-commit.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { makeGroup } from './groups.ts'
import { grant, type SignedUp, signUp, someMachine } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let machineId: string
let ada: SignedUp
let moderator: SignedUp
let second: Wire
let groupId: string

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  machineId = await someMachine(world)
  ada = await signUp(world, 'Ada')
  second = await Wire.open(world.endpoint)
  await second.call('login', { resume: ada.token })
  groupId = await makeGroup(ada, 'public')
  moderator = await signUp(world, 'Moderator')
  await grant(world, moderator.id, ['moderator'])
})
afterAll(() => world.close())

/** Runs `act` while the machine's totals are locked. When a statement waits for the lock, runs `meanwhile` and then releases the lock. */
async function late(act: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> {
  const { pool } = world.app.database
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
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
  const watcher = await Wire.open(world.endpoint)
  await watcher.subscribe('boards.top', { scope: { groupId, machineId } })
  await watcher.subscribe('scores.recent', { groupId })
  await watcher.subscribe('scores.recent', {})
  const names = (): Set<unknown> =>
    new Set(['boardRows', 'scores'].flatMap(name => [...watcher.documents(name).values()].map(({ displayName }) => displayName)))
  const first = uuidv7()
  await ada.wire.call('scores.submit', { _id: first, machineId, value: 10 })
  await late(
    () => ada.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 20 }),
    () => second.call('players.edit', { displayName: 'Countess' }),
  )
  await watcher.until(() => watcher.documents('scores').size === 2)
  expect(names()).toEqual(new Set(['Countess']))
  await late(
    () => moderator.wire.call('scores.moderate', { scoreId: first, version: 1, status: 'verified' }),
    () => second.call('players.edit', { displayName: 'Lovelace' }),
  )
  await watcher.until(() => watcher.documents('scores').get(first)!.status === 'verified')
  expect(names()).toEqual(new Set(['Lovelace']))
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
  const { database } = world.app
  const { snapshot } = database
  const [reads, turns] = [acts.map(signal), acts.map(signal)]
  const spy = vi.spyOn(database, 'snapshot')
  let count = 0
  spy.mockImplementation(async run => {
    const result = await snapshot(run)
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
  const rename = (displayName: string) => (): Promise<unknown> => ada.wire.call('players.edit', { displayName })

  it('reaches the list of a group’s members', async () => {
    const wire = await Wire.open(world.endpoint)
    await between(() => wire.subscribe('groups.one', { groupId }), rename('Early bird'))
    expect([...wire.documents('members').values()]).toMatchObject([{ displayName: 'Early bird' }])
    const own = await Wire.open(world.endpoint)
    await own.call('login', { resume: ada.token })
    await between(() => own.subscribe('groups.mine', {}), rename('Night owl'))
    expect([...own.documents('members').values()]).toMatchObject([{ displayName: 'Night owl' }])
  })

  it('reaches a group’s latest scores', async () => {
    const wire = await Wire.open(world.endpoint)
    await between(() => wire.subscribe('scores.recent', { groupId, limit: 7 }), rename('Early again'))
    expect(new Set([...wire.documents('scores').values()].map(({ displayName }) => displayName))).toEqual(new Set(['Early again']))
  })

  it('reaches the machines that a group has played', async () => {
    const [wire, newcomer] = [await Wire.open(world.endpoint), await signUp(world, 'Newcomer')]
    await newcomer.wire.call('groups.join', { groupId })
    await between(
      () => wire.subscribe('groups.machines', { groupId }),
      () => newcomer.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 5 }),
    )
    await world.settled()
    await wire.call('machines.search', { text: '' })
    expect([...wire.documents('groupMachines').values()]).toMatchObject([{ machineId, players: 2 }])
  })

  it('reaches them also when it comes after a first change, which is being read', async () => {
    const [owner, newcomer] = [await signUp(world, 'Landlord'), await signUp(world, 'Guest')]
    const club = await makeGroup(owner, 'public')
    const wire = await Wire.open(world.endpoint)
    await between(
      () => wire.subscribe('groups.machines', { groupId: club }),
      () => newcomer.wire.call('groups.join', { groupId: club }),
      () => newcomer.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 5 }),
    )
    await wire.until(() => wire.documents('groupMachines').size > 0)
    expect([...wire.documents('groupMachines').values()]).toMatchObject([{ machineId, players: 1 }])
  })
})

describe('two players’ first scores on a machine, written in one statement', () => {
  it('bring it among the machines of either’s group, whichever of them comes second', async () => {
    const pair = [await signUp(world, 'One'), await signUp(world, 'Two')]
    const wire = await Wire.open(world.endpoint)
    for (const person of pair) await wire.subscribe('groups.machines', { groupId: await makeGroup(person, 'public') })
    const submit = ({ wire: from }: SignedUp): Promise<unknown> => from.call('scores.submit', { _id: uuidv7(), machineId, value: 5 })
    const queued = vi.spyOn(GroupCommit.prototype, 'add')
    const before = world.app.feed.applied
    await late(
      () => Promise.all([ada, ...pair].map(submit)),
      async () => {
        while (queued.mock.calls.length < 3) await world.app.database.pool.query('SELECT 1')
      },
    )
    queued.mockRestore()
    expect(world.app.feed.applied).toBe(before + 3)
    await world.settled()
    await wire.call('machines.search', { text: 'x' })
    expect([...wire.documents('groupMachines').values()].map(({ players }) => players)).toEqual([1, 1])
  })
})

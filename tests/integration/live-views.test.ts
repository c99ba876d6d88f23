import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { makeGroup } from './groups.ts'
import { type SignedUp, signUp, someMachine } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let ada: SignedUp
let machineId: string

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada')
  machineId = await someMachine(world)
})
afterAll(() => world.close())

async function submit(more: object = {}): Promise<string> {
  const _id = uuidv7()
  await ada.wire.call('scores.submit', { _id, machineId, value: 1000, ...more })
  return _id
}

/** Opens a connection of Ada's without subscriptions. */
async function adaAlone(): Promise<Wire> {
  const wire = await Wire.open(world.endpoint)
  await wire.call('login', { resume: ada.token })
  return wire
}

/** Creates a running event of a group that Ada owns. */
async function groupEvent(groupId: string): Promise<string> {
  const _id = uuidv7()
  const [startsAt, endsAt] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
  await ada.wire.call('events.add', {
    _id,
    groupId,
    name: 'Club night',
    startsAt,
    endsAt,
    format: { kind: 'high-score' },
    machineIds: [machineId],
  })
  return _id
}

/** Holds up every read of a view until the returned function is called. */
function holdReads(): () => void {
  const { database } = world.app
  const { snapshot } = database
  let go = (): void => undefined
  const going = new Promise<void>(resolve => {
    go = resolve
  })
  database.snapshot = async (read, patient) => {
    await going
    return snapshot(read, patient)
  }
  return () => {
    database.snapshot = snapshot
    go()
  }
}

it('an event of a group that becomes private leaves every score that is shown, at once and without a look at the database', async () => {
  const groupId = await makeGroup(ada, 'public')
  const eventId = await groupEvent(groupId)
  const scoreId = await submit({ eventId })
  const visitor = await Wire.open(world.endpoint)
  await visitor.subscribe('scores.recent', {})
  const one = await Wire.open(world.endpoint)
  await one.subscribe('scores.one', { scoreId })
  const player = await Wire.open(world.endpoint)
  await player.subscribe('players.scores', { username: 'Ada' })
  const readers = [visitor, one, player]
  expect(readers.map(wire => wire.documents('scores').get(scoreId)!.eventId)).toEqual([eventId, eventId, eventId])
  const page = async (): Promise<string> => (await fetch(`${world.http}/scores/${scoreId}`)).text()
  expect(await page()).toContain(eventId)
  const release = holdReads()
  try {
    await ada.wire.call('groups.edit', { groupId, visibility: 'private' })
    for (const wire of readers) await wire.until(() => wire.documents('scores').get(scoreId)!.eventId === undefined)
  } finally {
    release()
  }
  expect(await page()).not.toContain(eventId)
  await ada.wire.call('groups.edit', { groupId, visibility: 'public' })
  for (const wire of readers) await wire.until(() => wire.documents('scores').get(scoreId)!.eventId === eventId)
})

it('a session that holds a page further back, and opens one of its scores, sees an edit of it', async () => {
  const older = await submit()
  const newer = await submit()
  const wire = await Wire.open(world.endpoint)
  await wire.subscribe('scores.recent', { machineId, before: newer })
  await wire.subscribe('scores.one', { scoreId: older })
  await ada.wire.call('scores.edit', { scoreId: older, value: 4321 })
  await wire.until(() => wire.documents('scores').get(older)!.value === 4321)
  expect(wire.documents('scores').get(newer)).toBeUndefined()
})

describe('a write fence', () => {
  it('waits until the views of its own connection include the change', async () => {
    const groupId = await makeGroup(ada, 'public')
    await ada.wire.subscribe('groups.one', { groupId })
    for (let i = 0; i < 5; i++) {
      await ada.wire.call('groups.edit', { groupId, name: `Name ${i}` })
      expect(ada.wire.documents('groups').get(groupId)!.name).toBe(`Name ${i}`)
    }
  })

  it('waits for nobody else’s views', async () => {
    const own = await adaAlone()
    const groupId = await makeGroup(ada, 'public')
    const others = await Promise.all(Array.from({ length: 5 }, () => Wire.open(world.endpoint)))
    for (const [i, wire] of others.entries()) await wire.subscribe('groups.list', { limit: 10 + i })
    const release = holdReads()
    try {
      await own.call('groups.edit', { groupId, name: 'Renamed' })
      expect(others.map(wire => wire.documents('groups').get(groupId)!.name).includes('Renamed')).toBe(false)
    } finally {
      release()
    }
    for (const wire of others) await wire.until(() => wire.documents('groups').get(groupId)!.name === 'Renamed')
  })
})

it('a subscription waits until a view that is marked has loaded everything so far', async () => {
  const groupId = await makeGroup(ada, 'public')
  const first = await Wire.open(world.endpoint)
  await first.subscribe('groups.one', { groupId })
  const own = await adaAlone()
  const release = holdReads()
  await own.call('groups.edit', { groupId, name: 'Renamed' })
  const second = await Wire.open(world.endpoint)
  const subscribed = second.subscribe('groups.one', { groupId })
  await own.call('machines.search', { text: '' })
  expect(second.messages.some(({ msg }) => msg === 'ready')).toBe(false)
  release()
  expect((await subscribed).error).toBe(null)
  expect(second.documents('groups').get(groupId)!.name).toBe('Renamed')
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, makeEstablished, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let machineId: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  await makeEstablished(testApp, ada.id)
  machineId = await firstMachineId(testApp)
})
afterAll(() => testApp.close())

async function submit(more: object = {}): Promise<string> {
  const _id = uuidv7()
  await ada.client.call('scores.submit', { _id, machineId, value: 1000, ...more })
  return _id
}

/** Opens a connection of Ada's without subscriptions. */
async function adaAlone(): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call('login', { resume: ada.token })
  return client
}

/** Creates a running event of a group that Ada owns. */
async function groupEvent(groupId: string): Promise<string> {
  const _id = uuidv7()
  const [startsAt, endsAt] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
  await ada.client.call('events.add', {
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
  const { database } = testApp.app
  const { readSnapshot } = database
  let go = (): void => undefined
  const going = new Promise<void>(resolve => {
    go = resolve
  })
  database.readSnapshot = async (read, longTransaction) => {
    await going
    return readSnapshot(read, longTransaction)
  }
  return () => {
    database.readSnapshot = readSnapshot
    go()
  }
}

it('an event of a group that becomes private leaves every score that is shown, at once and without a look at the database', async () => {
  const groupId = await createGroup(ada, 'public')
  const eventId = await groupEvent(groupId)
  const scoreId = await submit({ eventId })
  const visitor = await DdpTestClient.open(testApp.endpoint)
  await visitor.subscribe('scores.recent', {})
  const one = await DdpTestClient.open(testApp.endpoint)
  await one.subscribe('scores.one', { scoreId })
  const player = await DdpTestClient.open(testApp.endpoint)
  await player.subscribe('players.scores', { username: 'Ada' })
  const readers = [visitor, one, player]
  expect(readers.map(client => client.documents('scores').get(scoreId)!.eventId)).toEqual([eventId, eventId, eventId])
  const page = async (): Promise<string> => (await fetch(`${testApp.http}/scores/${scoreId}`)).text()
  expect(await page()).toContain(eventId)
  const release = holdReads()
  try {
    await ada.client.call('groups.edit', { groupId, visibility: 'private' })
    for (const client of readers) await client.waitUntil(() => client.documents('scores').get(scoreId)!.eventId === undefined)
  } finally {
    release()
  }
  expect(await page()).not.toContain(eventId)
  await ada.client.call('groups.edit', { groupId, visibility: 'public' })
  for (const client of readers) await client.waitUntil(() => client.documents('scores').get(scoreId)!.eventId === eventId)
})

it('a session that holds a page further back, and opens one of its scores, sees an edit of it', async () => {
  const older = await submit()
  const newer = await submit()
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('scores.recent', { machineId, before: newer })
  await client.subscribe('scores.one', { scoreId: older })
  await ada.client.call('scores.edit', { scoreId: older, value: 4321 })
  await client.waitUntil(() => client.documents('scores').get(older)!.value === 4321)
  expect(client.documents('scores').get(newer)).toBeUndefined()
})

describe('without a look at the database', () => {
  /** `act` must not wait for a call after which a view of the caller's own is loaded again: the call is done only after that read. */
  const whileReadsAreHeld = async (act: () => Promise<unknown>): Promise<void> => {
    const release = holdReads()
    try {
      await act()
    } finally {
      release()
    }
  }

  it('a page of groups further back shows an edit, a new member, and one who is removed', async () => {
    const bob = await signUp(testApp, 'Bob')
    const groupId = await createGroup(ada, 'public')
    const before = await createGroup(ada, 'public')
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('groups.list', { limit: 3, before })
    const shown = () => visitor.documents('groups').get(groupId)!
    await whileReadsAreHeld(async () => {
      await ada.client.call('groups.edit', { groupId, name: 'Tuesday league', description: 'At eight.' })
      await visitor.waitUntil(() => shown().name === 'Tuesday league')
      bob.client.sendCall('groups.join', [{ groupId }])
      await visitor.waitUntil(() => shown().memberCount === 2)
      await ada.client.call('groups.setRoles', { groupId, userId: bob.id, roles: ['manager'] })
      await ada.client.call('groups.removeMember', { groupId, userId: bob.id })
      await visitor.waitUntil(() => shown().memberCount === 1)
    })
    const later = await DdpTestClient.open(testApp.endpoint)
    await later.subscribe('groups.list', { limit: 4, before })
    expect(shown()).toEqual(later.documents('groups').get(groupId))
  })

  it('a group that becomes private leaves such a page', async () => {
    const groupId = await createGroup(ada, 'public')
    const before = await createGroup(ada, 'public')
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('groups.list', { limit: 5, before })
    expect(visitor.documents('groups').has(groupId)).toBe(true)
    await whileReadsAreHeld(async () => {
      await ada.client.call('groups.edit', { groupId, visibility: 'private' })
      await visitor.waitUntil(() => !visitor.documents('groups').has(groupId))
    })
    // A page gains no rows, not even one that it had before.
    await ada.client.call('groups.edit', { groupId, visibility: 'public' })
    await visitor.call('machines.search', { text: '' })
    expect(visitor.documents('groups').has(groupId)).toBe(false)
  })

  it('a page of events further back shows an edit, who registers, plays without having registered, leaves or is added', async () => {
    const [bob, cleo] = [await signUp(testApp, 'Bobby'), await signUp(testApp, 'Cleo')]
    const groupId = await createGroup(ada, 'public')
    const [eventId, before] = [await groupEvent(groupId), await groupEvent(groupId)]
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('events.list', { limit: 3, before })
    const filtered = await DdpTestClient.open(testApp.endpoint)
    await filtered.subscribe('events.list', { limit: 3, before, state: 'live' })
    const shown = () => visitor.documents('events').get(eventId)!
    // A score is written only when the boards that it is on are in memory.
    await submit({ eventId })
    await visitor.waitUntil(() => shown().players === 1)
    await whileReadsAreHeld(async () => {
      ada.client.sendCall('events.edit', [{ eventId, name: 'Final night', description: 'Bring coins.', capacity: 5 }])
      await visitor.waitUntil(() => shown().name === 'Final night')
      bob.client.sendCall('events.join', [{ eventId }])
      await visitor.waitUntil(() => shown().players === 2)
      cleo.client.sendCall('scores.submit', [{ _id: uuidv7(), machineId, eventId, value: 5 }])
      await visitor.waitUntil(() => shown().players === 3)
      bob.client.sendCall('events.leave', [{ eventId }])
      await visitor.waitUntil(() => shown().players === 2)
      const entries = ['Guest one', 'Guest two'].map(displayName => ({ _id: uuidv7(), displayName }))
      ada.client.sendCall('events.addPlayers', [{ eventId, entries }])
      await visitor.waitUntil(() => shown().players === 4)
      await filtered.waitUntil(() => filtered.documents('events').get(eventId)?.players === 4)
    })
    const later = await DdpTestClient.open(testApp.endpoint)
    await later.subscribe('events.list', { limit: 4, before })
    expect(shown()).toEqual(later.documents('events').get(eventId))
    await whileReadsAreHeld(async () => {
      ada.client.sendCall('events.cancel', [{ eventId }])
      await filtered.waitUntil(() => !filtered.documents('events').has(eventId))
      await visitor.waitUntil(() => shown().state === 'cancelled')
    })
  })

  it('a page of attempts further back shows a correction, a refusal, a removal and a void of a machine’s hour', async () => {
    const eventId = await groupEvent(await createGroup(ada, 'public'))
    const [corrected, rejected, removed] = [await submit({ eventId }), await submit({ eventId }), await submit({ eventId })]
    const before = await submit({ eventId })
    const reader = await adaAlone()
    expect((await reader.subscribe('events.attempts', { eventId, limit: 3, before })).error).toBe(null)
    const shown = (id: string) => reader.documents('eventAttempts').get(id)
    const own = await adaAlone()
    await whileReadsAreHeld(async () => {
      own.sendCall('scores.edit', [{ scoreId: corrected, value: 77 }])
      await reader.waitUntil(() => shown(corrected)?.value === 77)
      own.sendCall('scores.moderate', [{ scoreId: rejected, version: 1, status: 'rejected' }])
      await reader.waitUntil(() => shown(rejected)?.state === 'rejected')
      own.sendCall('scores.remove', [{ scoreId: removed }])
      await reader.waitUntil(() => shown(removed) === undefined)
      const [from, to] = [new Date(Date.now() - 600_000), new Date(Date.now() + 1)]
      own.sendCall('events.void', [{ _id: uuidv7(), eventId, what: { machineId, from, to } }])
      await reader.waitUntil(() => shown(corrected)?.state === 'voided')
      expect(shown(rejected)).toMatchObject({ state: 'rejected', voidId: shown(corrected)!.voidId })
    })
    const later = await adaAlone()
    await later.subscribe('events.attempts', { eventId, limit: 4, before })
    for (const id of [corrected, rejected]) expect(shown(id)).toEqual(later.documents('eventAttempts').get(id))
  })

  it('events show the new name of who directs them, and standings that of a player', async () => {
    const eventId = await groupEvent(await createGroup(ada, 'public'))
    await submit({ eventId })
    const visitor = await DdpTestClient.open(testApp.endpoint)
    for (const [name, input] of [
      ['events.list', { limit: 7 }],
      ['events.one', { eventId }],
      ['events.standings', { eventId }],
    ] as const)
      expect((await visitor.subscribe(name, input)).error).toBe(null)
    const director = () => visitor.documents('events').get(eventId)!.director
    const player = () => [...visitor.documents('standings').values()].find(row => row.eventId === eventId)
    expect([director(), player()]).toMatchObject([{ displayName: 'Ada' }, { displayName: 'Ada', username: 'Ada' }])
    await whileReadsAreHeld(async () => {
      ada.client.sendCall('players.edit', [{ displayName: 'Countess' }])
      await visitor.waitUntil(() => player()?.displayName === 'Countess')
      await visitor.waitUntil(() => (director() as { displayName: string }).displayName === 'Countess')
    })
    const later = await DdpTestClient.open(testApp.endpoint)
    await later.subscribe('events.standings', { eventId, limit: 3 })
    expect([...later.documents('standings').values()]).toContainEqual(player())
    await ada.client.call('players.edit', { displayName: 'Ada' })
  })
})

it('events show the new name of a member of their staff', async () => {
  const groupId = await createGroup(ada, 'public')
  const eventId = await groupEvent(groupId)
  const helper = await signUp(testApp, 'Helper')
  await helper.client.call('groups.join', { groupId })
  await ada.client.call('events.setStaff', { eventId, userId: helper.id, role: 'scorekeeper' })
  const visitor = await DdpTestClient.open(testApp.endpoint)
  await visitor.subscribe('events.one', { eventId })
  await helper.client.call('players.edit', { displayName: 'Right hand' })
  await visitor.waitUntil(() => JSON.stringify(visitor.documents('events').get(eventId)!.staff).includes('Right hand'))
})

it('a page of attempts stays, and gains none, when the attempt it goes on from is erased with its player', async () => {
  const eventId = await groupEvent(await createGroup(ada, 'public'))
  const older = await submit({ eventId, value: 10 })
  const eve = await signUp(testApp, 'Eve')
  const erased = uuidv7()
  await eve.client.call('scores.submit', { _id: erased, machineId, eventId, value: 20 })
  const reader = await adaAlone()
  expect((await reader.subscribe('events.attempts', { eventId, before: erased })).error).toBe(null)
  expect([...reader.documents('eventAttempts').keys()]).toEqual([older])
  await eve.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
  await ada.client.call('events.void', { _id: uuidv7(), eventId, what: { attemptId: older } })
  await reader.waitUntil(() => reader.documents('eventAttempts').get(older)?.state === 'voided')
  expect([...reader.documents('eventAttempts').keys()]).toEqual([older])
  expect(reader.messages.filter(({ msg }) => msg === 'nosub')).toEqual([])
})

describe('a write fence', () => {
  it('waits until the views of its own connection include the change', async () => {
    const groupId = await createGroup(ada, 'public')
    await ada.client.subscribe('groups.one', { groupId })
    for (let i = 0; i < 5; i++) {
      await ada.client.call('groups.edit', { groupId, name: `Name ${i}` })
      expect(ada.client.documents('groups').get(groupId)!.name).toBe(`Name ${i}`)
    }
  })

  it('waits for nobody else’s views', async () => {
    const own = await adaAlone()
    const groupId = await createGroup(ada, 'public')
    const others = await Promise.all(Array.from({ length: 5 }, () => DdpTestClient.open(testApp.endpoint)))
    for (const [i, client] of others.entries()) await client.subscribe('groups.list', { limit: 10 + i })
    const release = holdReads()
    try {
      await own.call('groups.edit', { groupId, name: 'Renamed' })
      expect(others.map(client => client.documents('groups').get(groupId)!.name).includes('Renamed')).toBe(false)
    } finally {
      release()
    }
    for (const client of others) await client.waitUntil(() => client.documents('groups').get(groupId)!.name === 'Renamed')
  })
})

it('a subscription waits until a view that is marked has loaded everything so far', async () => {
  const groupId = await createGroup(ada, 'public')
  const first = await DdpTestClient.open(testApp.endpoint)
  await first.subscribe('groups.one', { groupId })
  const own = await adaAlone()
  const release = holdReads()
  await own.call('groups.edit', { groupId, name: 'Renamed' })
  const second = await DdpTestClient.open(testApp.endpoint)
  const subscribed = second.subscribe('groups.one', { groupId })
  await own.call('machines.search', { text: '' })
  expect(second.messages.some(({ msg }) => msg === 'ready')).toBe(false)
  release()
  expect((await subscribed).error).toBe(null)
  expect(second.documents('groups').get(groupId)!.name).toBe('Renamed')
})

it('a subscription to a page that has lost a row gets a whole page, also when it begins before the page is loaded again', async () => {
  const groups: string[] = []
  for (let i = 0; i < 4; i++) groups.unshift(await createGroup(ada, 'public'))
  const page = async (client: DdpTestClient): Promise<string[]> => {
    const { error } = await client.subscribe('groups.list', { limit: 2, before: groups[0]! })
    expect(error).toBeNull()
    return [...client.documents('groups').keys()].sort()
  }
  const [first, second] = [await DdpTestClient.open(testApp.endpoint), await DdpTestClient.open(testApp.endpoint)]
  expect(await page(first)).toEqual([groups[1], groups[2]].sort())
  const own = await adaAlone()
  const release = holdReads()
  // The call is done only when the caller's own views are loaded again.
  own.sendCall('groups.remove', [{ groupId: groups[2]! }])
  await first.waitUntil(() => !first.documents('groups').has(groups[2]!))
  const whole = page(second)
  await first.call('machines.search', { text: '' })
  release()
  expect(await whole).toEqual([groups[1], groups[3]].sort())
  expect([...first.documents('groups').keys()]).toEqual([groups[1]])
})

import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, type Document, meteorError } from '../helpers/ddp-test-client.ts'
import { addToGroup, createGroup, GROUP_NOT_FOUND } from '../helpers/groups.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, listMachines, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = createSettableClock()
const NOT_FOUND = meteorError(404, 'There is no such venue.')
const NOT_YOURS = meteorError(403, 'Only the managers of the venue may do this.')
const SIGN_IN = meteorError(401, 'Please sign in first.')

let testApp: TestApp
let visitor: DdpTestClient
let ada: TestUser
let ben: TestUser
let moderator: TestUser
let machines: string[]
let count = 0

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  visitor = await DdpTestClient.open(testApp.endpoint)
  ada = await signUp(testApp, 'Ada')
  ben = await signUp(testApp, 'Ben')
  moderator = await signUp(testApp, 'Mo')
  await grantRoles(testApp, moderator.id, ['moderator'])
  machines = (await listMachines(testApp, 5)).map(({ id }) => id)
})
afterAll(() => testApp.close())

interface Venue {
  venueId: string
  slug: string
}

const addVenue = ({ client }: TestUser, more: object = {}): Promise<Venue> =>
  client.call<Venue>('venues.add', { _id: uuidv7(), name: `Cellar ${++count}`, ...more })

const setMachines = ({ client }: TestUser, venueId: string, machineIds: string[], was: string[] = []): Promise<unknown> =>
  client.call('venues.setMachines', { venueId, machineIds, was })

/** Resolves when the documents of a client say so. */
const shown = (check: () => boolean): Promise<void> => expect.poll(check).toBe(true)

async function openVenue(slug: string, client = visitor): Promise<void> {
  expect((await client.subscribe('venues.one', { slug })).error).toBe(null)
}

const machinesOf = (venueId: string, client = visitor): Document[] =>
  [...client.documents('venueMachines').values()]
    .filter(document => document.venueId === venueId)
    .sort((a, b) => Number(a.order) - Number(b.order))

const idsOf = (venueId: string): unknown[] => machinesOf(venueId).map(({ machineId }) => machineId)

describe('a venue', () => {
  it('is added with an address made of its name, and its maker manages it', async () => {
    const n = ++count
    const name = `Größte Bühne ${n}`
    const { venueId, slug } = await addVenue(ada, { name, place: 'Bremen', timeZone: 'Europe/Berlin' })
    expect(slug).toBe(`groesste-buehne-${n}`)
    await openVenue(slug)
    expect(visitor.documents('venues').get(venueId)).toEqual({
      slug,
      name,
      place: 'Bremen',
      timeZone: 'Europe/Berlin',
      description: '',
      machineCount: 0,
      receipt: expect.any(Number),
    })
    expect(visitor.documents('venueManagers').get(`${venueId}/${ada.id}`)).toMatchObject({ userId: ada.id, displayName: 'Ada' })
  })

  it('is the same venue when the call is sent again, and another one has another address', async () => {
    const argument = { _id: uuidv7(), name: `Twice ${++count}` }
    const first = await ada.client.call('venues.add', argument)
    expect(await ada.client.call('venues.add', argument)).toEqual(first)
    expect(await ada.client.expectError('venues.add', { ...argument, place: 'Rome' })).toEqual(
      meteorError(409, 'This id was used for another venue.'),
    )
    const slug = `twice-${count}`
    expect((await addVenue(ben, { name: argument.name })).slug).toBe(`${slug}-2`)
    expect((await addVenue(ben, { name: argument.name })).slug).toBe(`${slug}-3`)
  })

  it('keeps its address when it has another name', async () => {
    const { venueId, slug } = await addVenue(ada)
    await ada.client.call('venues.edit', { venueId, name: 'Another name', place: 'Here' })
    await openVenue(slug)
    expect(visitor.documents('venues').get(venueId)).toMatchObject({ slug, name: 'Another name', place: 'Here' })
  })

  it('is changed by its managers, moderators and nobody else', async () => {
    const { venueId } = await addVenue(ada)
    const changes: [string, object][] = [
      ['venues.edit', { venueId, place: 'There' }],
      ['venues.setMachines', { venueId, machineIds: [machines[0]!], was: [] }],
      ['venues.setMachine', { venueId, machineId: machines[0]!, outOfOrder: true }],
      ['venues.setManagers', { venueId, userIds: [ada.id, moderator.id], was: [ada.id] }],
      ['venues.remove', { venueId }],
    ]
    for (const [method, argument] of changes) {
      expect(await visitor.expectError(method, argument)).toEqual(SIGN_IN)
      expect(await ben.client.expectError(method, argument)).toEqual(NOT_YOURS)
      expect(await ada.client.expectError(method, { ...argument, venueId: uuidv7() })).toEqual(NOT_FOUND)
    }
    for (const [method, argument] of changes) expect(await moderator.client.call(method, argument)).toEqual({})
  })

  it('is managed by those whom a manager names, and no longer by who was taken off', async () => {
    const { venueId } = await addVenue(ada)
    const setManagers = (by: TestUser, userIds: string[], was: string[]) => by.client.call('venues.setManagers', { venueId, userIds, was })
    await setManagers(ada, [ada.id, ben.id], [ada.id])
    await ben.client.call('venues.edit', { venueId, place: 'There' })
    expect(await ben.client.expectError('venues.setManagers', { venueId, userIds: [ben.id], was: [ben.id] })).toMatchObject({
      details: { code: 'venue-managers-changed' },
    })
    await setManagers(ben, [ben.id], [ada.id, ben.id])
    expect(await ada.client.expectError('venues.edit', { venueId, place: 'Here' })).toEqual(NOT_YOURS)
    expect(await ben.client.expectError('venues.setManagers', { venueId, userIds: [], was: [ben.id] })).toMatchObject({ error: 400 })
    expect(await ben.client.expectError('venues.setManagers', { venueId, userIds: [uuidv7()], was: [ben.id] })).toEqual(
      meteorError(404, 'There is no such player.'),
    )
  })

  it('that is removed is gone from pages and lists at once, and comes back for a day to who has removed it', async () => {
    const { venueId, slug } = await addVenue(ada)
    await setMachines(ada, venueId, [machines[0]!])
    await openVenue(slug)
    expect((await visitor.subscribe('venues.list', {})).error).toBe(null)
    await ada.client.call('venues.remove', { venueId })
    await testApp.settled()
    await shown(() => !visitor.documents('venues').has(venueId) && machinesOf(venueId).length === 0)
    expect((await visitor.subscribe('venues.one', { slug })).error).toEqual(NOT_FOUND)
    expect(await moderator.client.expectError('venues.restore', { venueId })).toEqual(NOT_FOUND)
    await ada.client.call('venues.restore', { venueId })
    expect(await ada.client.call('venues.restore', { venueId })).toEqual({})
    await openVenue(slug)
    expect(idsOf(venueId)).toEqual([machines[0]])
    await ada.client.call('venues.remove', { venueId })
    clock.set(clock.now() + DAY)
    expect(await ada.client.expectError('venues.restore', { venueId })).toEqual(NOT_FOUND)
    // Its address stays on the sheets that were printed.
    const { name } = visitor.documents('venues').get(venueId) ?? { name: slug }
    expect((await addVenue(ada, { name: String(name) })).slug).not.toBe(slug)
  })
})

describe('the machines of a venue', () => {
  it('stand in the order that was set, each with a code of its own that it keeps', async () => {
    const { venueId, slug } = await addVenue(ada)
    const [a, b, c] = machines as [string, string, string]
    await setMachines(ada, venueId, [a, b, c])
    await openVenue(slug)
    const codes = new Map(machinesOf(venueId).map(({ machineId, code }) => [machineId, code]))
    expect(new Set(codes.values()).size).toBe(3)
    for (const code of codes.values()) expect(code).toMatch(/^[2-9a-hj-kmnp-z]{4}$/)
    await setMachines(ada, venueId, [c, a], [a, b, c])
    await shown(() => idsOf(venueId).length === 2)
    expect(idsOf(venueId)).toEqual([c, a])
    await setMachines(ada, venueId, [b, c, a], [c, a])
    await shown(() => idsOf(venueId).length === 3)
    expect(new Map(machinesOf(venueId).map(({ machineId, code }) => [machineId, code]))).toEqual(codes)
    expect(visitor.documents('venues').get(venueId)).toMatchObject({ machineCount: 3 })
  })

  it('are not changed by who saw others, and the same call again does no harm', async () => {
    const { venueId } = await addVenue(ada)
    const [a, b] = machines as [string, string]
    await setMachines(ada, venueId, [a])
    await setMachines(ada, venueId, [a])
    expect(await ada.client.expectError('venues.setMachines', { venueId, machineIds: [b], was: [] })).toMatchObject({
      error: 409,
      details: { code: 'venue-machines-changed' },
    })
    expect(await ada.client.expectError('venues.setMachines', { venueId, machineIds: [a, uuidv7()], was: [a] })).toEqual(
      meteorError(404, 'There is no such machine.'),
    )
    expect(await ada.client.expectError('venues.setMachines', { venueId, machineIds: [b, b], was: [a] })).toMatchObject({ error: 400 })
  })

  it('are out of order since the server says so, and the undo of that has the time of before', async () => {
    const { venueId, slug } = await addVenue(ada)
    const machineId = machines[0]!
    await setMachines(ada, venueId, [machineId])
    await openVenue(slug)
    const setMachine = (argument: object) => ada.client.call('venues.setMachine', { venueId, machineId, ...argument })
    const sinceOf = (): number => (machinesOf(venueId)[0]!.outOfOrderSince as Date).getTime()
    const before = clock.now()
    await setMachine({ outOfOrder: true, note: 'The left flipper is weak.' })
    await shown(() => machinesOf(venueId)[0]!.note === 'The left flipper is weak.')
    const since = sinceOf()
    expect(since).toBeGreaterThanOrEqual(before)
    expect(since).toBeLessThanOrEqual(clock.now())
    clock.set(clock.now() + MINUTE)
    await setMachine({ outOfOrder: true, note: 'It waits for a coil.' })
    await shown(() => machinesOf(venueId)[0]!.note === 'It waits for a coil.')
    expect(sinceOf()).toBe(since)
    await setMachine({ outOfOrder: false })
    await shown(() => machinesOf(venueId)[0]!.note === undefined)
    expect(machinesOf(venueId)[0]).not.toHaveProperty('outOfOrderSince')
    await setMachine({ outOfOrder: true, since: new Date(since), note: 'It waits for a coil.' })
    await shown(() => machinesOf(venueId)[0]!.note !== undefined)
    expect(sinceOf()).toBe(since)
    // Nothing is out of order since tomorrow.
    await setMachine({ outOfOrder: true, since: new Date(clock.now() + DAY) })
    await shown(() => sinceOf() !== since)
    expect(sinceOf()).toBeLessThanOrEqual(clock.now())
    expect(await ada.client.expectError('venues.setMachine', { venueId, machineId: machines[1]!, outOfOrder: true })).toEqual(
      meteorError(404, 'There is no such machine in this venue.'),
    )
  })

  it('tell where a machine stands', async () => {
    const { venueId } = await addVenue(ada)
    const machineId = machines[3]!
    expect((await visitor.subscribe('venues.ofMachine', { machineId })).error).toBe(null)
    await setMachines(ada, venueId, [machineId])
    await shown(() => visitor.documents('venueMachines').has(`${venueId}/${machineId}`))
    await setMachines(ada, venueId, [], [machineId])
    await shown(() => !visitor.documents('venueMachines').has(`${venueId}/${machineId}`))
  })

  it('are one after a merge, with the code that hangs on the wall', async () => {
    const editor = await signUp(testApp, `Editor ${++count}`)
    await grantRoles(testApp, editor.id, ['machine-editor'])
    const newMachine = async (): Promise<string> => {
      const _id = uuidv7()
      await editor.client.call('machines.add', { _id, name: `Xenon ${++count}`, manufacturer: 'Bally', type: 'ss' })
      return _id
    }
    const [from, into] = [await newMachine(), await newMachine()]
    const [both, one, gone] = [await addVenue(ada), await addVenue(ada), await addVenue(ada)]
    await setMachines(ada, both.venueId, [from, machines[0]!, into])
    await setMachines(ada, one.venueId, [from])
    await setMachines(ada, gone.venueId, [into])
    await setMachines(ada, gone.venueId, [from], [into])
    for (const { slug } of [both, one, gone]) await openVenue(slug)
    const codeOf = (venueId: string, machineId: string): unknown => machinesOf(venueId).find(each => each.machineId === machineId)?.code
    const codes = [codeOf(both.venueId, into), codeOf(one.venueId, from), codeOf(gone.venueId, from)]
    await editor.client.call('machines.merge', { from, into })
    await shown(() => [both, one, gone].every(({ venueId }) => !idsOf(venueId).includes(from)))
    expect([both, one, gone].map(({ venueId }) => codeOf(venueId, into))).toEqual(codes)
    expect(idsOf(both.venueId)).toEqual([machines[0], into])
  })
})

describe('a venue of a private group', () => {
  interface Club {
    groupId: string
    venue: Venue
    owner: TestUser
    manager: TestUser
    member: TestUser
    name: string
  }

  async function createClub(): Promise<Club> {
    const [owner, manager, member] = await Promise.all([1, 2, 3].map(() => signUp(testApp, `Member ${++count}`)))
    const groupId = await createGroup(owner!, 'private')
    await addToGroup(owner!, groupId, manager!, ['manager'])
    await addToGroup(owner!, groupId, member!)
    const name = `Secret${++count} den`
    const venue = await addVenue(owner!, { name, groupId })
    await setMachines(owner!, venue.venueId, [machines[4]!])
    return { groupId, venue, owner: owner!, manager: manager!, member: member!, name }
  }

  it('is added by those who run the group', async () => {
    const { groupId, member, manager } = await createClub()
    const argument = { name: 'Den', groupId }
    expect(await member.client.expectError('venues.add', { _id: uuidv7(), ...argument })).toEqual(
      meteorError(403, 'Only those who run the group may do this.'),
    )
    expect(await ben.client.expectError('venues.add', { _id: uuidv7(), ...argument })).toEqual(GROUP_NOT_FOUND)
    await addVenue(manager, argument)
  })

  it('does not exist for others, by any call, publication, search or count', async () => {
    const { venue, name, member } = await createClub()
    const { venueId, slug } = venue
    const machineId = machines[4]!
    for (const [method, argument] of [
      ['venues.edit', { venueId, place: 'x' }],
      ['venues.setMachines', { venueId, machineIds: [], was: [machineId] }],
      ['venues.setMachine', { venueId, machineId, outOfOrder: true }],
      ['venues.setManagers', { venueId, userIds: [ben.id], was: [] }],
      ['venues.remove', { venueId }],
      ['venues.restore', { venueId }],
    ] as const) {
      for (const outsider of [ben, moderator]) expect(await outsider.client.expectError(method, argument)).toEqual(NOT_FOUND)
    }
    expect(await ben.client.expectError('reports.add', { _id: uuidv7(), kind: 'venue', subjectId: venueId, reason: 'x' })).toMatchObject({
      error: 404,
    })
    for (const client of [visitor, ben.client, moderator.client]) {
      expect((await client.subscribe('venues.one', { slug })).error).toEqual(NOT_FOUND)
      await client.subscribe('venues.list', { limit: 100 })
      await client.subscribe('venues.ofMachine', { machineId })
      expect(client.documents('venues').has(venueId)).toBe(false)
      expect(client.documents('venueMachines').has(`${venueId}/${machineId}`)).toBe(false)
      expect(await client.call('venues.search', { text: name })).toEqual([])
    }
    await ben.client.subscribe('venues.mine', {})
    expect(ben.client.documents('venues').has(venueId)).toBe(false)
    await openVenue(slug, member.client)
    expect(await member.client.call('venues.search', { text: name })).toMatchObject([{ venueId, slug }])
    await member.client.subscribe('venues.mine', {})
    expect(member.client.documents('venues').has(venueId)).toBe(true)
    expect(await member.client.expectError('venues.edit', { venueId, place: 'x' })).toEqual(NOT_YOURS)
  })

  it('is managed by those who run the group, and vanishes for who leaves it, even for its manager', async () => {
    const { venue, owner, manager, groupId } = await createClub()
    const { venueId, slug } = venue
    await manager.client.call('venues.edit', { venueId, place: 'Upstairs' })
    await owner.client.call('venues.setManagers', { venueId, userIds: [owner.id, manager.id], was: [owner.id] })
    expect(await owner.client.expectError('venues.setManagers', { venueId, userIds: [ben.id], was: [owner.id, manager.id] })).toEqual(
      meteorError(404, 'There is no such member.'),
    )
    await openVenue(slug, manager.client)
    await manager.client.subscribe('venues.mine', {})
    await manager.client.call('groups.leave', { groupId })
    await shown(() => !manager.client.documents('venues').has(venueId))
    expect(await manager.client.expectError('venues.edit', { venueId, place: 'Cellar' })).toEqual(NOT_FOUND)
    expect((await manager.client.subscribe('venues.one', { slug })).error).toEqual(NOT_FOUND)
  })

  it('is everybody’s while the group is public, and leaves the lists at once when it is private again', async () => {
    const { venue, owner, groupId } = await createClub()
    const { venueId, slug } = venue
    await visitor.subscribe('venues.list', { limit: 100 })
    await visitor.subscribe('venues.ofMachine', { machineId: machines[4]! })
    await owner.client.call('groups.edit', { groupId, visibility: 'public' })
    await shown(() => visitor.documents('venues').has(venueId) && visitor.documents('venueMachines').has(`${venueId}/${machines[4]!}`))
    await openVenue(slug)
    await owner.client.call('groups.edit', { groupId, visibility: 'private' })
    await shown(() => !visitor.documents('venues').has(venueId))
    expect((await visitor.subscribe('venues.one', { slug })).error).toEqual(NOT_FOUND)
  })

  it('tells nothing by its address, which is made anew for a public venue of the same name', async () => {
    const { name } = await createClub()
    expect((await addVenue(ben, { name })).slug).not.toMatch(/-\d+$/)
  })
})

describe('the data of a user', () => {
  it('has the venues that the user has added or manages', async () => {
    const owner = await signUp(testApp, `Owner ${++count}`)
    const { venueId } = await addVenue(owner, { name: 'Mine', place: 'Home' })
    const { url } = await owner.client.call<{ url: string }>('account.export', {})
    const files = unzipSync(new Uint8Array(await (await fetch(testApp.http + url)).arrayBuffer()))
    expect(JSON.parse(strFromU8(files['venues.json']!))).toEqual([
      { id: venueId, name: 'Mine', place: 'Home', added: true, addedAt: expect.any(String), manages: true },
    ])
  })
  it('is gone from the managers of a venue when the account is deleted, and the venue stays', async () => {
    const owner = await signUp(testApp, `Leaver ${++count}`)
    const { venueId, slug } = await addVenue(owner)
    await owner.client.call('venues.setManagers', { venueId, userIds: [owner.id, ben.id], was: [owner.id] })
    await openVenue(slug)
    await owner.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
    await shown(() => !visitor.documents('venueManagers').has(`${venueId}/${owner.id}`))
    expect(visitor.documents('venueManagers').has(`${venueId}/${ben.id}`)).toBe(true)
    expect(visitor.documents('venues').has(venueId)).toBe(true)
  })
})

describe('an event at a venue', () => {
  const HOUR = 3_600_000
  let director: TestUser
  beforeAll(async () => {
    director = await signUp(testApp, 'Director')
    await grantRoles(testApp, director.id, ['event-director'])
  })

  async function addEvent(by: TestUser, more: object): Promise<string> {
    const _id = uuidv7()
    await by.client.call('events.add', {
      _id,
      name: `Night ${++count}`,
      startsAt: new Date(clock.now() - HOUR),
      endsAt: new Date(clock.now() + HOUR),
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [machines[0]!],
      ...more,
    })
    return _id
  }
  const eventOf = (eventId: string, client = visitor): Document | undefined => client.documents('events').get(eventId)

  it('names it, and stands in its list', async () => {
    const { venueId, slug } = await addVenue(ada)
    const eventId = await addEvent(director, { venueId })
    const elsewhere = await addEvent(director, {})
    const client = await DdpTestClient.open(testApp.endpoint)
    expect((await client.subscribe('events.list', { venueId })).error).toBe(null)
    expect(eventOf(eventId, client)).toMatchObject({ venueId, venueSlug: slug })
    expect(eventOf(elsewhere, client)).toBeUndefined()
    expect(await director.client.expectError('events.edit', { eventId: elsewhere, venueId: uuidv7() })).toEqual(NOT_FOUND)
    await director.client.call('events.edit', { eventId: elsewhere, venueId })
    await shown(() => eventOf(elsewhere, client) !== undefined)
    await director.client.call('events.edit', { eventId, venueId: null })
    await shown(() => eventOf(eventId, client) === undefined)
    await client.close()
  })

  it('names no venue that not everybody sees who sees the event, in no document and no export', async () => {
    const owner = await signUp(testApp, `Owner ${++count}`)
    await grantRoles(testApp, owner.id, ['event-director'])
    const groupId = await createGroup(owner, 'private')
    const { venueId } = await addVenue(owner, { groupId })
    const open = await addEvent(owner, { venueId })
    const own = await addEvent(owner, { venueId, groupId })
    expect(
      await director.client.expectError('events.add', {
        _id: uuidv7(),
        name: 'Night',
        startsAt: new Date(clock.now()),
        endsAt: new Date(clock.now() + HOUR),
        format: { kind: 'best-game', points: 'papa' },
        machineIds: [machines[0]!],
        venueId,
      }),
    ).toEqual(NOT_FOUND)
    expect((await visitor.subscribe('events.list', { venueId })).error).toEqual(NOT_FOUND)
    expect((await visitor.subscribe('events.one', { eventId: open })).error).toBe(null)
    expect(eventOf(open)).not.toHaveProperty('venueId')
    expect(eventOf(open)).not.toHaveProperty('venueSlug')
    const json = async (): Promise<string> => (await visitor.call<{ body: string }>('events.export', { eventId: open, as: 'json' })).body
    expect(await json()).not.toContain(venueId)
    expect((await owner.client.subscribe('events.list', { venueId })).error).toBe(null)
    expect(eventOf(own, owner.client)).toMatchObject({ venueId })
    expect(eventOf(open, owner.client)).not.toHaveProperty('venueId')
    // An edit of something else does not forget it.
    await owner.client.call('events.edit', { eventId: open, description: 'Bring a friend.' })
    await owner.client.call('groups.edit', { groupId, visibility: 'public' })
    await shown(() => eventOf(open)?.venueId === venueId)
    expect(await json()).toContain(venueId)
    await owner.client.call('groups.edit', { groupId, visibility: 'private' })
    await shown(() => eventOf(open)?.venueId === undefined)
    expect(await json()).not.toContain(venueId)
  })

  it('goes on when the venue is removed, and names it again when it is back', async () => {
    const { venueId } = await addVenue(ada)
    const eventId = await addEvent(director, { venueId })
    expect((await visitor.subscribe('events.one', { eventId })).error).toBe(null)
    await ada.client.call('venues.remove', { venueId })
    await shown(() => eventOf(eventId)?.venueId === undefined)
    await ada.client.call('venues.restore', { venueId })
    await shown(() => eventOf(eventId)?.venueId === venueId)
  })
})

it('shows what another node has written', async () => {
  const { venueId, slug } = await addVenue(ada)
  await openVenue(slug)
  const other = await testApp.startSecondNode()
  try {
    const client = await DdpTestClient.open(`ws://localhost:${other.port}/websocket`)
    await client.call('login', { resume: ada.token })
    await client.call('venues.edit', { venueId, place: 'The other side' })
    await shown(() => visitor.documents('venues').get(venueId)?.place === 'The other side')
    await client.call('venues.remove', { venueId })
    await shown(() => !visitor.documents('venues').has(venueId))
    expect(await ada.client.expectError('venues.edit', { venueId, place: 'x' })).toEqual(NOT_FOUND)
    await client.close()
  } finally {
    await other.close()
  }
})

it('an older page of the list shows a venue as it was edited', async () => {
  const owner = await signUp(testApp, 'Pager')
  const add = async (name: string) => (await owner.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name })).venueId
  const [older, newer] = [await add('Old hall'), await add('New hall')]
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('venues.list', { before: newer, limit: 1 })
  expect(client.documents('venues').get(older)).toMatchObject({ name: 'Old hall' })
  await owner.client.call('venues.edit', { venueId: older, name: 'Older hall' })
  await client.waitUntil(() => client.documents('venues').get(older)?.name === 'Older hall')
  await client.close()
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventDoc, EventLogDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, getRoundGroups, HOUR } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { grantRoles, type TestUser } from '../helpers/users.ts'

const MATCH: EventFormat = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let [helper, player, other]: TestUser[] = []
let visitor: DdpTestClient
let eventId: string

beforeAll(async () => {
  const app = await createEventTestApp(['Helper', 'Player', 'Other'], 3)
  ;({ testApp, clock, machines, director, visitor } = app)
  ;[helper, player, other] = app.players
})
afterAll(() => testApp.close())

beforeEach(async () => {
  eventId = await createEvent(director, clock.now(), { format: MATCH, machineIds: machines })
  for (const name of ['events.one', 'events.rounds', 'events.log']) await visitor.subscribe(name, { eventId })
})

type Role = 'co-director' | 'scorekeeper' | null
const setStaff = (role: Role, user = helper!, by = director) => by.client.call('events.setStaff', { eventId, userId: user.id, role })
const refusal = (by: TestUser, method: string, fields: object = {}) => by.client.expectError(method, { eventId, ...fields })
const event = (): EventDoc => visitor.documents('events').get(eventId) as unknown as EventDoc
const staff = () => event().staff?.map(({ username, role }) => [username, role])
const staffLog = () =>
  ([...visitor.documents('eventLog').values()] as unknown as EventLogDoc[])
    .filter(each => each.eventId === eventId && each.action === 'staff')
    .map(({ what }) => what)

/** Waits for the server to end a subscription. @returns its error */
const untilEnded = async ({ client }: TestUser, subscriptionId: string) =>
  (await client.waitForMessage(({ msg, id }) => msg === 'nosub' && id === subscriptionId)).error

/** Draws a round of two guests. @returns their group */
async function draw() {
  const entries = [1, 2].map(n => ({ _id: uuidv7(), displayName: `Guest ${n}` }))
  await director.client.call('events.addPlayers', { eventId, entries })
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length > 0)
  return getRoundGroups(visitor, eventId, 1)[0]!
}

it('shows who runs an event, and logs each change once', async () => {
  expect(event().staff).toBe(undefined)
  for (let i = 0; i < 2; i++) expect(await setStaff('scorekeeper')).toEqual({})
  await visitor.waitUntil(() => staff()?.length === 1)
  expect(staff()).toEqual([['Helper', 'scorekeeper']])
  await setStaff('co-director')
  await visitor.waitUntil(() => staff()?.[0]?.[1] === 'co-director')
  for (let i = 0; i < 2; i++) await setStaff(null)
  await visitor.waitUntil(() => event().staff === undefined)
  await visitor.waitUntil(() => staffLog().length === 3)
  expect(staffLog().sort()).toEqual(['Helper: co-director', 'Helper: none', 'Helper: scorekeeper'])
})

it('a scorekeeper enters results that count at once, and checks players in, but does not direct', async () => {
  const group = await draw()
  const [entrantId] = group.entrantIds
  expect(await refusal(helper!, 'events.result', { groupId: group._id, order: group.entrantIds })).toMatchObject({ error: 403 })
  await setStaff('scorekeeper')
  expect(await helper!.client.call('events.result', { eventId, groupId: group._id, order: group.entrantIds })).toEqual({
    state: 'confirmed',
  })
  await helper!.client.call('events.presence', { eventId, entrantId, presence: 'paused' })
  await helper!.client.call('events.presence', { eventId, all: true, presence: 'here' })
  for (const [method, fields] of [
    ['events.draw', { _id: uuidv7() }],
    ['events.close', {}],
    ['events.addPlayers', { entries: [{ _id: uuidv7(), displayName: 'Guest' }] }],
    ['events.void', { _id: uuidv7(), what: { groupId: group._id } }],
    ['events.setStaff', { userId: other!.id, role: 'scorekeeper' }],
  ] as const)
    expect(await refusal(helper!, method, fields), method).toMatchObject({ error: 403 })
  expect((await helper!.client.subscribe('events.attempts', { eventId })).error).toMatchObject({ error: 403 })
  await director.client.call('events.close', { eventId })
  const corrected = { groupId: group._id, order: [...group.entrantIds].reverse() }
  expect(await refusal(helper!, 'events.result', corrected)).toMatchObject({ error: 409, reason: 'This event is over.' })
})

it('a co-director does what the director does, except to hand the event over', async () => {
  await setStaff('co-director')
  const group = await draw()
  await helper!.client.call('events.result', { eventId, groupId: group._id, order: group.entrantIds })
  await helper!.client.call('events.draw', { _id: uuidv7(), eventId })
  await setStaff('scorekeeper', other!, helper!)
  expect(await refusal(helper!, 'events.handOver', { userId: helper!.id })).toMatchObject({ error: 403 })
  await helper!.client.call('events.close', { eventId })
  await helper!.client.call('events.reopen', { eventId })
})

it('one who no longer runs the event loses its attempts at once', async () => {
  await setStaff('co-director')
  const attempts = await helper!.client.subscribe('events.attempts', { eventId })
  expect(attempts.error).toBe(null)
  await setStaff('scorekeeper')
  expect(await untilEnded(helper!, attempts.id)).toMatchObject({ error: 403 })

  const own = await director.client.subscribe('events.attempts', { eventId })
  await director.client.call('events.handOver', { eventId, userId: player!.id })
  expect(await untilEnded(director, own.id)).toMatchObject({ error: 403 })
  expect((await player!.client.subscribe('events.attempts', { eventId })).error).toBe(null)
})

it('the director is no helper, a helper who becomes the director is none any more, and strangers cannot be helpers', async () => {
  expect(await refusal(director, 'events.setStaff', { userId: director.id, role: 'co-director' })).toMatchObject({
    error: 409,
    reason: 'This player directs the event.',
  })
  expect(await refusal(director, 'events.setStaff', { userId: 'nobody', role: 'co-director' })).toMatchObject({ error: 404 })
  await setStaff('co-director')
  await director.client.call('events.handOver', { eventId, userId: helper!.id })
  await visitor.waitUntil(() => event().directorId === helper!.id)
  expect(event().staff).toBe(undefined)
})

it('in a private group only its members can help, and one who leaves the group can help no more', async () => {
  const groupId = uuidv7()
  await director.client.call('groups.add', { _id: groupId, name: `Club ${groupId}`, visibility: 'private' })
  eventId = await createEvent(director, clock.now(), { format: MATCH, machineIds: machines, groupId })
  expect(await refusal(director, 'events.setStaff', { userId: helper!.id, role: 'scorekeeper' })).toMatchObject({ error: 404 })
  const { code } = await director.client.call<{ code: string }>('groups.invite', { groupId })
  await helper!.client.call('groups.join', { code })
  await setStaff('scorekeeper')
  await helper!.client.call('events.presence', { eventId, all: true, presence: 'here' })
  await helper!.client.call('groups.leave', { groupId })
  expect(await refusal(helper!, 'events.presence', { all: true, presence: 'here' })).toMatchObject({ error: 404 })
})

it('a director who has left the private group no longer judges its scores', async () => {
  const groupId = uuidv7()
  await director.client.call('groups.add', { _id: groupId, name: `Club ${groupId}`, visibility: 'private' })
  const { code } = await director.client.call<{ code: string }>('groups.invite', { groupId })
  for (const user of [helper!, player!]) await user.client.call('groups.join', { code })
  eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: machines, groupId })
  await setStaff('co-director')
  const scoreId = uuidv7()
  await player!.client.call('scores.submit', { _id: scoreId, machineId: machines[0], value: 1_234_560, eventId })
  const judge = (version: number, status: string) =>
    helper!.client.tryCall('scores.moderate', { scoreId, version, status, ...(status === 'rejected' ? { reason: 'Wrong machine' } : {}) })
  expect(await judge(1, 'verified')).toMatchObject({ result: {} })
  await helper!.client.call('groups.leave', { groupId })
  expect(await judge(2, 'rejected')).toMatchObject({ error: { error: 403 } })
})

it('an administrator who helps keeps the attempts when the help ends', async () => {
  await grantRoles(testApp, other!.id, ['admin'])
  await setStaff('co-director', other!)
  const attempts = await other!.client.subscribe('events.attempts', { eventId })
  await setStaff(null, other!)
  await setStaff('scorekeeper')
  await visitor.waitUntil(() => staff()?.[0]?.[0] === 'Helper')
  await other!.client.call('events.setStaff', { eventId, userId: helper!.id, role: null })
  expect(attempts.error).toBe(null)
  expect(other!.client.messages.filter(({ msg, id }) => msg === 'nosub' && id === attempts.id)).toEqual([])
})

describe('a device link', () => {
  const secret = (): string => randomBytes(32).toString('base64url')
  /** Makes a link. @returns its id and the token in the fragment of its address */
  async function link(by = director, _id = uuidv7()): Promise<{ _id: string; token: string }> {
    const { url } = await by.client.call<{ url: string }>('events.deviceLink', { _id, eventId })
    expect(new URL(url).pathname).toBe(`/events/${eventId}/scorekeeper`)
    return { _id, token: new URL(url).hash.slice(1) }
  }
  const open = (token: string, key: string) => visitor.call('events.openDevice', { token, key })
  const act = (device: string, fields: object = {}) =>
    visitor.tryCall('events.presence', { eventId, device, all: true, presence: 'here', ...fields })
  const gone = { error: 404, reason: 'This link is good no longer. Ask the director for another.' }
  const refused = { error: { error: 403, reason: 'This device may not keep scores any more. Ask the director for another link.' } }

  it('lets the device that opens it first keep scores without an account, and no other', async () => {
    const group = await draw()
    const [{ token }, key] = [await link(), secret()]
    expect(await act(key)).toMatchObject(refused)
    for (let i = 0; i < 2; i++) expect(await open(token, key)).toEqual({ eventId })
    expect(await visitor.expectError('events.openDevice', { token, key: secret() })).toMatchObject({
      error: 409,
      reason: 'Another device has opened this link.',
    })
    const result = { eventId, device: key, groupId: group._id, order: group.entrantIds }
    expect(await visitor.call('events.result', result)).toEqual({ state: 'confirmed' })
    await visitor.call('events.presence', { eventId, device: key, entrantId: group.entrantIds[0], presence: 'paused' })
    expect(await visitor.expectError('events.draw', { eventId, _id: uuidv7() })).toMatchObject({ error: 401 })
    const elsewhere = await createEvent(director, clock.now(), { format: MATCH, machineIds: machines })
    expect(await act(key, { eventId: elsewhere })).toMatchObject(refused)
  })

  it('is stored as hashes, listed for directors alone, and ended by them', async () => {
    const [{ _id, token }, key] = [await link(), secret()]
    await open(token, key)
    const { rows } = await testApp.app.database.pool.query<{ all: string }>('SELECT to_jsonb(d)::text AS all FROM event_devices d')
    for (const { all } of rows) for (const plain of [token, key]) expect(all).not.toContain(plain)
    expect((await director.client.subscribe('events.devices', { eventId })).error).toBe(null)
    await director.client.waitUntil(() => director.client.documents('eventDevices').has(_id))
    expect(director.client.documents('eventDevices').get(_id)).toEqual({
      eventId,
      createdAt: expect.any(Date),
      by: 'Director',
      openedAt: expect.any(Date),
      browser: expect.any(String),
    })
    expect((await player!.client.subscribe('events.devices', { eventId })).error).toMatchObject({ error: 403 })
    for (let i = 0; i < 2; i++) await director.client.call('events.endDevice', { eventId, deviceId: _id })
    await director.client.waitUntil(() => !director.client.documents('eventDevices').has(_id))
    expect(await act(key)).toMatchObject(refused)
    expect(await visitor.expectError('events.openDevice', { token, key })).toMatchObject(gone)
  })

  it('is told from its maker in the log, and cannot play for a maker who has become a player', async () => {
    await setStaff('co-director')
    const entries = [
      { _id: uuidv7(), userId: helper!.id },
      { _id: uuidv7(), displayName: 'Guest' },
    ]
    await director.client.call('events.addPlayers', { eventId, entries })
    const [{ token }, key] = [await link(helper!), secret()]
    await open(token, key)
    expect((await visitor.subscribe('events.log', { eventId })).error).toBe(null)
    const doneBy = () =>
      [...visitor.documents('eventLog').values()]
        .filter(entry => entry.eventId === eventId && entry.action === 'presence')
        .map(({ by, byDevice }) => [(by as { userId: string }).userId, byDevice])
    await director.client.call('events.presence', { eventId, all: true, presence: 'expected' })
    expect(await act(key)).toEqual({ result: {} })
    await visitor.waitUntil(() => doneBy().length === 2)
    expect(new Set(doneBy())).toEqual(
      new Set([
        [director.id, undefined],
        [helper!.id, true],
      ]),
    )

    await director.client.call('events.draw', { _id: uuidv7(), eventId })
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length > 0)
    const group = getRoundGroups(visitor, eventId, 1)[0]!
    await setStaff(null)
    const result = { eventId, groupId: group._id, order: group.entrantIds }
    expect(await visitor.tryCall('events.result', { ...result, device: key })).toMatchObject(refused)
    expect(await helper!.client.call('events.result', result)).toEqual({ state: 'entered' })
  })

  it('can be opened by a device that has kept the scores before, with the same key', async () => {
    const [first, key] = [await link(), secret()]
    await open(first.token, key)
    await director.client.call('events.endDevice', { eventId, deviceId: first._id })
    const second = await link()
    expect(await open(second.token, key)).toEqual({ eventId })
    expect(await act(key)).toEqual({ result: {} })
  })

  it('has a new address each time it is asked for, until it is opened', async () => {
    const first = await link()
    const second = await link(director, first._id)
    expect(second.token).not.toBe(first.token)
    expect(await visitor.expectError('events.openDevice', { token: first.token, key: secret() })).toMatchObject(gone)
    await open(second.token, secret())
    expect(await refusal(director, 'events.deviceLink', { _id: first._id })).toMatchObject({ error: 409 })
  })

  it('ends with the event, and reopening does not revive it', async () => {
    const [opened, unopened, key] = [await link(), await link(), secret()]
    await open(opened.token, key)
    await director.client.call('events.close', { eventId })
    expect(await act(key)).toMatchObject(refused)
    await director.client.call('events.reopen', { eventId })
    expect(await act(key)).toMatchObject(refused)
    for (const { token } of [opened, unopened]) expect(await visitor.expectError('events.openDevice', { token, key })).toMatchObject(gone)
  })

  it('ends twelve hours after the planned end, also if the event runs on and its plan is moved', async () => {
    const [{ token }, key] = [await link(), secret()]
    await open(token, key)
    const last = event().endsAt.getTime() + 12 * HOUR
    clock.set(last - HOUR)
    expect(await act(key)).toEqual({ result: {} })
    clock.set(last)
    expect(await act(key)).toMatchObject(refused)
    await director.client.call('events.edit', { eventId, endsAt: new Date(clock.now() + HOUR) })
    expect(await act(key)).toMatchObject(refused)
  })

  it('sees an event of a private group until the link or the event ends, or its maker may see the event no more', async () => {
    const groupId = uuidv7()
    await director.client.call('groups.add', { _id: groupId, name: `Club ${groupId}`, visibility: 'private' })
    const { code } = await director.client.call<{ code: string }>('groups.invite', { groupId })
    await helper!.client.call('groups.join', { code })
    const newEvent = (): Promise<string> => createEvent(director, clock.now(), { format: MATCH, machineIds: machines, groupId })
    eventId = await newEvent()
    expect(await visitor.subscribe('events.one', { eventId })).toMatchObject({ error: { error: 404 } })

    const PARTS = ['events.one', 'events.entrants', 'events.rounds', 'events.standings', 'stations.ofEvent']
    /** Opens a link of the director, or of another, and subscribes with it. @returns what waits for the end of all subscriptions */
    const watch = async (by = director) => {
      const [{ _id, token }, key] = [await link(by), secret()]
      await open(token, key)
      const ids: string[] = []
      for (const name of PARTS) {
        const { id, error } = await visitor.subscribe(name, { eventId, device: key })
        expect(error, name).toBe(null)
        ids.push(id)
      }
      expect(visitor.documents('events').has(eventId)).toBe(true)
      const untilAllEnded = async () => {
        for (const ended of ids)
          expect((await visitor.waitForMessage(({ msg, id }) => msg === 'nosub' && id === ended)).error).toMatchObject(refused.error)
        expect(visitor.documents('events').has(eventId)).toBe(false)
        for (const name of PARTS) expect((await visitor.subscribe(name, { eventId, device: key })).error, name).toMatchObject(refused.error)
      }
      return { deviceId: _id, key, untilAllEnded }
    }
    const first = await watch()
    expect(await visitor.subscribe('events.attempts', { eventId, device: first.key })).toMatchObject({ error: { error: 400 } })
    expect(await visitor.subscribe('events.log', { eventId, device: first.key })).toMatchObject({ error: { error: 400 } })
    await director.client.call('events.endDevice', { eventId, deviceId: first.deviceId })
    await first.untilAllEnded()

    await setStaff('co-director')
    const ofFormerHelper = await watch(helper!)
    await setStaff('scorekeeper')
    expect(await act(ofFormerHelper.key)).toEqual({ result: {} })
    await setStaff(null)
    await ofFormerHelper.untilAllEnded()

    await setStaff('co-director')
    const ofFormerMember = await watch(helper!)
    await helper!.client.call('groups.leave', { groupId })
    await ofFormerMember.untilAllEnded()
    expect(await act(ofFormerMember.key)).toMatchObject(refused)

    const third = await watch()
    await director.client.call('events.close', { eventId })
    await third.untilAllEnded()

    eventId = await newEvent()
    const endsAt = clock.now() + HOUR
    const last = await watch()
    await director.client.call('events.edit', { eventId, endsAt: new Date(endsAt + HOUR) })
    clock.set(endsAt + 12 * HOUR)
    expect(await act(last.key)).toEqual({ result: {} })
    clock.set(endsAt + 13 * HOUR)
    await last.untilAllEnded()
  })

  it('can do nothing once the one who made it does not run the event any more', async () => {
    await setStaff('co-director')
    const [{ token }, key] = [await link(helper!), secret()]
    await open(token, key)
    expect(await act(key)).toEqual({ result: {} })
    await setStaff(null)
    expect(await act(key)).toMatchObject(refused)
  })
})

import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { WAITING_FOR_LOCK } from '../helpers/db.ts'
import { createEvent } from '../helpers/events.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

const clock = createSettableClock()
let testApp: TestApp
let boss: TestUser
let ann: TestUser
let machineId: string

beforeAll(async () => {
  testApp = await createTestApp({ clock, config: { rateLimits: 'off' } })
  boss = await signUp(testApp, 'Boss')
  await makeAdmin(testApp, boss.id)
  ann = await signUp(testApp, 'Ann')
  machineId = (await listMachines(testApp, 1))[0]!.id
})
afterAll(() => testApp.close())

/** Makes a key. @returns the header that presents it */
async function makeKey(by: TestUser, scopes: string[], more: object = {}): Promise<{ keyId: string; authorization: string }> {
  const keyId = uuidv7()
  const { secret } = await by.client.call<{ secret: string }>('keys.add', { _id: keyId, name: 'Program', scopes, ...more })
  return { keyId, authorization: `Bearer ${secret}` }
}

/** Calls a method. @returns the status, and the code of a refusal */
async function post(
  path: string,
  argument: object,
  { authorization }: { authorization: string },
): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${testApp.http}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(argument),
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, ...(code === undefined ? {} : { code }) }
}

describe('a key that may not administer', () => {
  it('makes nobody an administrator, also where its owner is one, who can in the browser', async () => {
    const runs = await makeKey(boss, ['read', 'submit', 'run'])
    const given = { userIds: [ann.id], roles: ['admin'], mode: 'add' }
    expect(await post('roles/assign', given, runs)).toMatchObject({ status: 403 })
    expect(await post('roles/assign', { ...given, group: '__global_roles__' }, runs)).toMatchObject({ status: 403 })
    expect(await post('roles/assign', given, await makeKey(boss, ['run', 'admin']))).toMatchObject({ status: 200 })
    await boss.client.call('roles.assign', { ...given, mode: 'remove' })
  })

  it("moderates no score of others', and directs no event of others", async () => {
    const scoreId = uuidv7()
    await ann.client.call('scores.submit', { _id: scoreId, machineId, value: 1_000_000 })
    const eventId = await createEvent(boss, clock.now(), { format: { kind: 'best-game', points: 'linear' }, machineIds: [machineId] })
    const directs = await makeKey(boss, ['read', 'submit', 'run'])
    expect(await post('scores/remove', { scoreId }, directs)).toMatchObject({ status: 403 })
    expect(await post('scores/moderate', { scoreId, version: 1, status: 'rejected' }, directs)).toMatchObject({ status: 403 })
    expect(await post('events/edit', { eventId, name: 'Saturday' }, directs)).toMatchObject({ status: 200 })
    await boss.client.call('scores.remove', { scoreId })
  })

  it('gives roles in a group of its owner, and makes events as event directors do', async () => {
    const groupId = uuidv7()
    await boss.client.call('groups.add', { _id: groupId, name: 'League', visibility: 'public' })
    await ann.client.call('groups.join', { groupId })
    const runs = await makeKey(boss, ['run'])
    expect(await post('roles/assign', { userIds: [ann.id], roles: ['manager'], group: groupId, mode: 'add' }, runs)).toMatchObject({
      status: 200,
    })
    const startsAt = new Date(clock.now() + 3_600_000)
    const endsAt = new Date(clock.now() + 7_200_000)
    expect(
      await post(
        'events/add',
        {
          _id: uuidv7(),
          name: 'Open',
          format: { kind: 'best-game', points: 'linear' },
          startsAt,
          endsAt,
          timeZone: 'UTC',
          machineIds: [machineId],
          capacity: 8,
        },
        runs,
      ),
    ).toMatchObject({
      status: 200,
    })
  })
})

describe('a key for one venue', () => {
  it('acts at that venue alone, whatever else a call names besides', async () => {
    const [venueId, other] = [uuidv7(), uuidv7()]
    for (const [_id, name] of [
      [venueId, 'The Bar'],
      [other, 'The Hall'],
    ] as const)
      await boss.client.call('venues.add', { _id, name, timeZone: 'Europe/Berlin' })
    const eventId = await createEvent(boss, clock.now(), { format: { kind: 'best-game', points: 'linear' }, machineIds: [machineId] })
    const scoreId = uuidv7()
    await boss.client.call('scores.submit', { _id: scoreId, machineId, value: 2_000_000 })
    const key = await makeKey(boss, ['submit', 'run'], { venueId })
    const notTheirs = { status: 403, code: 'key-of-other' }
    expect(await post('events/edit', { eventId, venueId, name: 'Elsewhere' }, key)).toEqual(notTheirs)
    expect(await post('scores/edit', { scoreId, venueId, value: 1 }, key)).toEqual(notTheirs)
    expect(await post('scores/submit', { _id: uuidv7(), machineId, value: 3, venueId, eventId }, key)).toEqual(notTheirs)
    expect(await post('venues/edit', { venueId: other, name: 'Theirs' }, key)).toEqual(notTheirs)
    expect(await post('venues/edit', { venueId, name: 'The New Bar' }, key)).toMatchObject({ status: 200 })
    expect(await post('scores/submit', { _id: uuidv7(), machineId, value: 3, venueId }, key)).toMatchObject({ status: 200 })
  })
})

it("a reporter's key reports also where its owner manages the venue as an administrator", async () => {
  const venueId = uuidv7()
  await ann.client.call('venues.add', { _id: venueId, name: 'The Cellar', timeZone: 'Europe/Berlin' })
  await ann.client.call('venues.setMachines', { venueId, machineIds: [machineId], was: [] })
  const key = await makeKey(boss, ['report'], { venueId })
  expect(await post('reports', { id: 'game 1', machine: machineId, plays: [{ score: 1_234_560 }] }, key)).toMatchObject({ status: 200 })
})

it('a key may either report or do something else, and one from before that does both administers nothing', async () => {
  const scopes = ['submit', 'report']
  expect(await boss.client.tryCall('keys.add', { _id: uuidv7(), name: 'Both', scopes })).toMatchObject({ error: { error: 400 } })
  const scoreId = uuidv7()
  await ann.client.call('scores.submit', { _id: scoreId, machineId, value: 1_000_010 })
  const key = await makeKey(boss, ['submit'])
  await testApp.app.database.pool.query('UPDATE api_keys SET scopes = $2 WHERE id = $1', [key.keyId, scopes])
  expect(await post('scores/remove', { scoreId }, key)).toMatchObject({ status: 403 })
})

describe('a stream', () => {
  const open = async ({ authorization }: { authorization: string }): Promise<{ isEnded(): boolean }> => {
    const response = await fetch(`${testApp.http}/api/v1/groups/mine`, { headers: { accept: 'text/event-stream', authorization } })
    expect(response.status).toBe(200)
    let ended = false
    void response.text().finally(() => {
      ended = true
    })
    return { isEnded: () => ended }
  }
  /** Lets the time pass after which keys are checked again. */
  const recheck = (): true => {
    clock.set(clock.now() + 10_001)
    return true
  }

  it('ends when its key has been revoked or has expired, or its owner is suspended; another one goes on', async () => {
    const [revoked, good] = [await makeKey(ann, ['read']), await makeKey(ann, ['read'])]
    const expiring = await makeKey(ann, ['read'], { expiresAt: new Date(Date.now() + 4000) })
    const streams = { revoked: await open(revoked), good: await open(good), expiring: await open(expiring) }
    recheck()
    await ann.client.call('keys.revoke', { keyId: revoked.keyId })
    await expect.poll(async () => (await post('scores/like', {}, expiring)).status).toBe(401)
    await expect.poll(() => recheck() && streams.revoked.isEnded() && streams.expiring.isEnded()).toBe(true)
    expect(streams.good.isEnded()).toBe(false)
    await boss.client.call('users.suspend', { userId: ann.id, reason: 'shares an account' })
    await expect.poll(() => recheck() && streams.good.isEnded()).toBe(true)
    await boss.client.call('users.liftSuspension', { userId: ann.id })
  })

  it('whose program leaves while its key is looked up is not opened', async () => {
    const { authorization } = await makeKey(boss, ['read'])
    const { pool } = testApp.app.database
    const before = testApp.app.ddp.sessions
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE')
    const leaving = httpRequest(`${testApp.http}/api/v1/groups/mine`, {
      agent: false,
      headers: { accept: 'text/event-stream', authorization },
    })
    leaving.on('error', () => {})
    leaving.end()
    await expect.poll(async () => (await holder.query(WAITING_FOR_LOCK)).rowCount).toBe(1)
    leaving.destroy()
    await fetch(`${testApp.http}/healthz`, { headers: { connection: 'close' } })
    await holder.query('COMMIT')
    holder.release()
    expect((await fetch(`${testApp.http}/api/v1/groups/mine`, { headers: { authorization } })).status).toBe(200)
    expect(testApp.app.ddp.sessions).toBe(before)
  })
})

describe('HEAD', () => {
  it('has the headers of a read and no body, also where a stream is asked for; a change cannot be made by it', async () => {
    const address = `${testApp.http}/api/v1/boards/top?scope=${encodeURIComponent(JSON.stringify({ machineId }))}`
    const got = await fetch(address)
    const head = await fetch(address, { method: 'HEAD', headers: { accept: 'text/event-stream' } })
    expect([got.status, head.status]).toEqual([200, 200])
    expect(head.headers.get('etag')).toBe(got.headers.get('etag'))
    expect(await head.text()).toBe('')
    expect((await fetch(`${testApp.http}/api/v1/scores/submit`, { method: 'HEAD' })).status).toBe(405)
  })
})

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { notificationsMigrations } from '#notifications/server/migrations.ts'
import type { Migration } from '#platform/db/migrate.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { PushService, type PushSubscription, verifyVapid } from '../fakes/push-service.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, HOUR } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, listMachines, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000
const ALL = { beaten: true, starts: true, moderated: true }
const LEAGUE = { kind: 'high-score' } as const
/** A format whose events last until their director ends them. */
const ROUNDS = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' } as const

const clock = createSettableClock()
let push: PushService
let testApp: TestApp
let moderator: TestUser
let director: TestUser
let machines: string[]
let count = 0

beforeAll(async () => {
  push = await new PushService().open()
  testApp = await createTestApp({
    clock,
    config: { rateLimits: 'off', pushOrigins: [push.origin], contact: 'desk@scores.example', rootUrl: 'https://scores.example' },
  })
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  director = await signUp(testApp, 'Director')
  await grantRoles(testApp, director.id, ['event-director'])
  machines = (await listMachines(testApp, 60)).map(({ id }) => id)
})
afterEach(() => push.failures.clear())
afterAll(async () => {
  await testApp.close()
  await push.close()
})

const player = (): Promise<TestUser> => signUp(testApp, `Player ${++count}`)
const runOnce = (): Promise<void> => testApp.app.features.notifications.runOnce()
const later = (ms: number): void => clock.set(clock.now() + ms)

async function addDevice({ client }: TestUser, device = push.createSubscription()): Promise<PushSubscription> {
  await client.call('notifications.subscribe', { endpoint: device.endpoint, keys: device.keys })
  return device
}

/** A player with a device who has switched on all notifications, or these. */
async function listener(switches: object = ALL): Promise<TestUser & { device: PushSubscription }> {
  const user = await player()
  const device = await addDevice(user)
  await user.client.call('notifications.set', switches)
  return { ...user, device }
}

async function submit({ client }: TestUser, machineId: string, value: number): Promise<string> {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value })
  return _id
}

/** An event that begins in an hour. */
const evening = (more: object = {}): Promise<string> =>
  createEvent(director, clock.now(), { format: LEAGUE, machineIds: [machines[0]!], startsAt: HOUR, endsAt: 3 * HOUR, ...more })

const judge = (scoreId: string, version: number, status: string, reason?: string) =>
  moderator.client.call('scores.moderate', { scoreId, version, status, ...(reason === undefined ? {} : { reason }) })

describe('a score that is voided in an event', () => {
  it('is told to its player with the reason, each time, if the player wants to know', async () => {
    const machineId = machines.pop()!
    const [playing, quiet] = [await listener(), await listener({ beaten: true, starts: true })]
    const eventId = await evening({ machineIds: [machineId], startsAt: -HOUR })
    const play = async ({ client }: TestUser): Promise<string> => {
      const _id = uuidv7()
      await client.call('scores.submit', { _id, eventId, machineId, value: 1000 })
      return _id
    }
    const [scoreId, other] = [await play(playing), await play(quiet)]
    const voidId = uuidv7()
    for (const [_id, attemptId] of [[voidId, scoreId], [uuidv7(), other]]) // biome-ignore format: one line a score
      await director.client.call('events.void', { _id, eventId, what: { attemptId }, reason: 'A stuck ball' })
    await runOnce()
    const { rows } = await testApp.app.database.pool.query<{ name: string }>('SELECT name FROM machines WHERE id = $1', [machineId])
    expect(push.messages(playing.device)).toEqual([
      {
        title: 'Your score was voided',
        body: `Your 1,000 on ${rows[0]!.name} no longer counts in Selfie league: A stuck ball`,
        tag: `voided:${scoreId}`,
        url: `/scores/${scoreId}`,
      },
    ])
    expect(push.countMessages(quiet.device)).toBe(0)
    await director.client.call('events.undo', { eventId, voidId })
    await director.client.call('events.void', { _id: uuidv7(), eventId, what: { attemptId: scoreId } })
    await runOnce()
    expect(push.messages(playing.device).at(-1)?.body).toBe(`Your 1,000 on ${rows[0]!.name} no longer counts in Selfie league.`)
  })
})

describe('a record that is beaten', () => {
  it('is told to who had it: by whom, with what, and where to look', async () => {
    const machineId = machines.pop()!
    const [holder, rival] = [await listener(), await player()]
    await submit(holder, machineId, 1_000_000)
    await runOnce()
    expect(push.countMessages(holder.device)).toBe(0)
    const scoreId = await submit(rival, machineId, 1_234_560)
    await runOnce()
    const { rows } = await testApp.app.database.pool.query<{ name: string }>('SELECT name FROM machines WHERE id = $1', [machineId])
    expect(push.messages(holder.device)).toEqual([
      {
        title: 'Your record was beaten',
        body: `${rival.username} scored 1,234,560 on ${rows[0]!.name}.`,
        tag: `beaten:${machineId}`,
        url: `/scores/${scoreId}`,
      },
    ])
    const headers = push.lastHeaders(holder.device)
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', topic: expect.stringMatching(/^[\w-]{32}$/) })
    expect(Number(headers.ttl)).toBeGreaterThan(86_000)
    expect(Number(headers['content-length'])).toBeLessThan(3000)
    const { publicKey } = (await settings(holder)).switches
    const { key, aud, sub, exp } = verifyVapid(headers)
    expect({ key, aud, sub }).toEqual({ key: publicKey, aud: push.origin, sub: 'mailto:desk@scores.example' })
    expect(exp * 1000).toBeLessThanOrEqual(Date.now() + 24 * HOUR)
  })

  it('is told in the language of the account', async () => {
    const machineId = machines.pop()!
    const [holder, rival] = [await listener(), await player()]
    await holder.client.call('account.setLocale', { locale: 'de' })
    await submit(holder, machineId, 1_000_000)
    await submit(rival, machineId, 1_234_560)
    await runOnce()
    const [message] = push.messages(holder.device)
    expect(message).toMatchObject({ title: 'Dein Rekord wurde geschlagen', tag: `beaten:${machineId}` })
    expect(message!.body).toContain(' hat 1.234.560 auf ')
  })

  it('is told once, and to nobody who only came after, tied, raised his own, or was not first', async () => {
    const machineId = machines.pop()!
    const [holder, second, rival] = [await listener(), await listener(), await listener()]
    await submit(second, machineId, 500)
    await submit(holder, machineId, 1000)
    await runOnce()
    expect(push.countMessages(second.device)).toBe(1)
    await submit(holder, machineId, 1100)
    await submit(rival, machineId, 1100)
    await submit(second, machineId, 600)
    await runOnce()
    expect(push.countMessages(holder.device)).toBe(0)
    await submit(rival, machineId, 2000)
    await submit(rival, machineId, 3000)
    await runOnce()
    await runOnce()
    expect([push.countMessages(holder.device), push.countMessages(second.device), push.countMessages(rival.device)]).toEqual([1, 1, 0])
  })

  it('is told to each in turn, where several pass each other before anybody looks', async () => {
    const machineId = machines.pop()!
    const all = [await listener(), await listener(), await listener()]
    for (const [i, user] of all.entries()) await submit(user, machineId, 1000 + i)
    await submit(all[0]!, machineId, 5000)
    await runOnce()
    expect(all.map(({ device }) => push.countMessages(device))).toEqual([1, 1, 1])
    expect(push.messages(all[2]!.device)[0]!.body).toContain('scored 5,000 on')
  })

  it('is not told when the score is gone again before it could be', async () => {
    const machineId = machines.pop()!
    const [holder, rival] = [await listener(), await player()]
    await submit(holder, machineId, 1000)
    const scoreId = await submit(rival, machineId, 2000)
    push.failures.set(holder.device.path, { status: 500 })
    await runOnce()
    await rival.client.call('scores.remove', { scoreId })
    push.failures.clear()
    later(2 * MINUTE)
    await runOnce()
    expect(push.countMessages(holder.device)).toBe(1)
  })
})

describe('an event that begins', () => {
  it('is told to those who have joined, when it begins, each once', async () => {
    const [ada, bob, out] = [await listener(), await listener(), await listener()]
    const eventId = await evening()
    for (const { client } of [ada, bob, out]) await client.call('events.join', { eventId })
    await out.client.call('events.leave', { eventId })
    await runOnce()
    expect(push.countMessages(ada.device)).toBe(0)
    later(HOUR)
    await runOnce()
    expect(push.messages(ada.device)).toEqual([
      { title: 'Your event starts', body: 'Selfie league', tag: `starts:${eventId}`, url: `/events/${eventId}` },
    ])
    expect(push.lastHeaders(ada.device)).toMatchObject({ urgency: 'high' })
    expect(Number(push.lastHeaders(ada.device).ttl)).toBeLessThanOrEqual(3600)
    later(5 * MINUTE)
    await runOnce()
    expect([ada, bob, out].map(({ device }) => push.countMessages(device))).toEqual([1, 1, 0])
  })

  it('goes by the time that it was moved to, and by none when it is cancelled', async () => {
    const ada = await listener()
    const [moved, cancelled] = [await evening(), await evening()]
    for (const eventId of [moved, cancelled]) await ada.client.call('events.join', { eventId })
    await director.client.call('events.edit', { eventId: moved, startsAt: new Date(clock.now() + 2 * HOUR) })
    await director.client.call('events.cancel', { eventId: cancelled })
    later(HOUR)
    await runOnce()
    expect(push.countMessages(ada.device)).toBe(0)
    later(HOUR)
    await runOnce()
    expect(push.messages(ada.device).map(({ url }) => url)).toEqual([`/events/${moved}`])
  })

  it('of a private group is told to nobody who may not see it any more', async () => {
    const [stays, goes] = [await listener(), await listener()]
    const groupId = await createGroup(director, 'private', 'Hidden speakeasy')
    for (const user of [stays, goes]) await addToGroup(director, groupId, user)
    const eventId = await evening({ groupId })
    for (const { client } of [stays, goes]) await client.call('events.join', { eventId })
    await director.client.call('groups.removeMember', { groupId, userId: goes.id })
    later(HOUR)
    await runOnce()
    expect([stays, goes].map(({ device }) => push.countMessages(device))).toEqual([1, 0])
  })

  it('is not told to who joins while it is on, or long after it began', async () => {
    const [lateUser, away] = [await listener(), await listener()]
    const eventId = await createEvent(director, clock.now(), { format: LEAGUE, machineIds: [machines[0]!] })
    await lateUser.client.call('events.join', { eventId })
    const other = await evening()
    await away.client.call('events.join', { eventId: other })
    later(HOUR + 20 * MINUTE)
    await runOnce()
    expect([lateUser, away].map(({ device }) => push.countMessages(device))).toEqual([0, 0])
  })

  it('is told after its planned end if it lasts until its director ends it, and not if the clock has ended it', async () => {
    const ada = await listener()
    const [rounds, league] = [await evening({ format: ROUNDS, endsAt: HOUR + 5 * MINUTE }), await evening({ endsAt: HOUR + 5 * MINUTE })]
    for (const eventId of [rounds, league]) await ada.client.call('events.join', { eventId })
    later(HOUR + 10 * MINUTE)
    await runOnce()
    expect(push.messages(ada.device).map(({ url }) => url)).toEqual([`/events/${rounds}`])
  })
})

describe('a score that is judged', () => {
  it('is told to its player, with the reason', async () => {
    const ada = await listener()
    const scoreId = await submit(ada, machines.pop()!, 4_500_000)
    await judge(scoreId, 1, 'rejected', 'The picture shows another machine.')
    await runOnce()
    expect(push.messages(ada.device)).toEqual([
      {
        title: 'Your score was rejected',
        body: expect.stringMatching(/^Your 4,500,000 on .+: The picture shows another machine\.$/),
        tag: `moderated:${scoreId}`,
        url: `/scores/${scoreId}`,
      },
    ])
    await judge(scoreId, 2, 'verified')
    await runOnce()
    expect(push.messages(ada.device)[1]).toMatchObject({ title: 'Your score was verified' })
    await judge(scoreId, 3, 'unverified')
    await runOnce()
    expect(push.countMessages(ada.device)).toBe(2)
  })

  it('is not told to who judged his own, and a flag is nobody’s verdict', async () => {
    await moderator.client.call('notifications.set', { moderated: true })
    const device = await addDevice(moderator)
    const [own, bob] = [await submit(moderator, machines.pop()!, 1000), await player()]
    await judge(own, 1, 'verified')
    await bob.client.call('scores.flag', { scoreId: await submit(moderator, machines.pop()!, 1000), reason: 'Odd.' })
    await runOnce()
    expect(push.countMessages(device)).toBe(0)
  })
})

describe('switches', () => {
  /** Causes one notification of each kind for a player. @returns what the device displayed */
  async function everything(user: TestUser, device: PushSubscription): Promise<string[]> {
    // A round begins half a second after a score, so on a slow machine before the event is made.
    const before = push.countMessages(device)
    const machineId = machines.pop()!
    const scoreId = await submit(user, machineId, 1000)
    await submit(await player(), machineId, 2000)
    await judge(scoreId, 1, 'verified')
    const eventId = await evening()
    await user.client.call('events.join', { eventId })
    await runOnce()
    later(HOUR)
    await runOnce()
    return push
      .messages(device)
      .slice(before)
      .map(({ tag }) => tag.split(':')[0]!)
      .sort()
  }

  it('are all off at first', async () => {
    const user = await player()
    const device = await addDevice(user)
    expect(await everything(user, device)).toEqual([])
  })

  it.each(['beaten', 'starts', 'moderated'])('let “%s” through alone, and nothing once it is off', async kind => {
    const user = await listener({ [kind]: true })
    expect(await everything(user, user.device)).toEqual([kind])
    await user.client.call('notifications.set', { [kind]: false })
    expect(await everything(user, user.device)).toEqual([])
  })

  it('stop what waits to be sent again', async () => {
    const user = await listener()
    const scoreId = await submit(user, machines.pop()!, 1000)
    push.failures.set(user.device.path, { status: 503 })
    await judge(scoreId, 1, 'verified')
    await runOnce()
    await user.client.call('notifications.set', { moderated: false })
    push.failures.clear()
    later(2 * MINUTE)
    await runOnce()
    expect(push.countMessages(user.device)).toBe(1)
  })
})

/** Returns what a player's own settings page shows. */
async function settings({ client }: TestUser) {
  const sub = await client.subscribe('notifications.mine', {})
  const [switches] = [...client.documents('notificationSettings').values()]
  const devices = [...client.documents('pushDevices').values()]
  await client.unsubscribe(sub)
  return { switches: switches as { publicKey: string; beaten: boolean; starts: boolean; moderated: boolean }, devices }
}

describe('an event that one is in', () => {
  it('tells players whom its director adds, and none who add themselves', async () => {
    const [ada, bob] = [await listener({ starts: true }), await listener({ starts: true })]
    const eventId = await evening({ startsAt: 2 * HOUR })
    await bob.client.call('events.join', { eventId })
    const entries = [ada, bob].map(({ id }) => ({ _id: uuidv7(), userId: id }))
    for (let i = 0; i < 2; i++) await director.client.call('events.addPlayers', { eventId, entries })
    await runOnce()
    expect(push.messages(ada.device)).toEqual([
      { title: 'You were added to an event', body: 'Selfie league', tag: `added:${eventId}`, url: `/events/${eventId}` },
    ])
    expect(push.countMessages(bob.device)).toBe(0)
  })

  it('tells those who had waited that they have a place, each time', async () => {
    const [ada, bob] = [await listener({ starts: true }), await listener({ starts: true })]
    const eventId = await evening({ startsAt: 2 * HOUR })
    await director.client.call('events.edit', { eventId, capacity: 1 })
    for (let i = 1; i <= 2; i++) {
      await bob.client.call('events.join', { eventId })
      await ada.client.call('events.join', { eventId })
      await bob.client.call('events.leave', { eventId })
      await runOnce()
      expect(push.messages(ada.device)).toHaveLength(i)
      expect(push.messages(ada.device).at(-1)).toMatchObject({ title: 'You have a place', tag: `admitted:${eventId}` })
      await ada.client.call('events.leave', { eventId })
    }
    expect(push.countMessages(bob.device)).toBe(0)
  })

  it('tells players who are added after the planned end, until its director ends it', async () => {
    const [ada, bob] = [await listener({ starts: true }), await listener({ starts: true })]
    const [late, closed] = [await evening({ format: ROUNDS }), await evening({ format: ROUNDS, endsAt: 9 * HOUR })]
    const add = (eventId: string, { id }: TestUser) =>
      director.client.call('events.addPlayers', { eventId, entries: [{ _id: uuidv7(), userId: id }] })
    later(4 * HOUR)
    await add(late, ada)
    await add(closed, bob)
    await director.client.call('events.close', { eventId: closed })
    await runOnce()
    expect(push.messages(ada.device)).toMatchObject([{ title: 'You were added to an event', tag: `added:${late}` }])
    expect(push.countMessages(bob.device)).toBe(0)
  })
})

describe('devices', () => {
  it('and switches are shown to their player alone, live', async () => {
    const [ada, visitor] = [await listener({ starts: true }), await DdpTestClient.open(testApp.endpoint)]
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const client = await DdpTestClient.open(testApp.endpoint, agent)
    await client.call('login', { resume: ada.token })
    await client.subscribe('notifications.mine', {})
    expect([...client.documents('notificationSettings')]).toEqual([
      [
        ada.id,
        { beaten: false, starts: true, rounds: false, moderated: false, claims: false, publicKey: expect.stringMatching(/^B[\w-]{86}$/) },
      ],
    ])
    const { endpoint, keys } = push.createSubscription()
    await client.call('notifications.subscribe', { endpoint, keys })
    await client.waitUntil(() => client.documents('pushDevices').size === 2)
    expect([...client.documents('pushDevices').values()].find(each => each.endpoint === endpoint)).toEqual({
      endpoint,
      browser: 'Firefox on Linux',
      createdAt: expect.any(Date),
      lastSuccess: null,
    })
    await client.call('notifications.unsubscribe', { endpoint })
    await client.waitUntil(() => client.documents('pushDevices').size === 1)
    await visitor.subscribe('notifications.mine', {})
    expect(visitor.documents('notificationSettings').size + visitor.documents('pushDevices').size).toBe(0)
    const other = await settings(await player())
    expect(other.switches).toMatchObject({ beaten: false, starts: false, moderated: false })
    expect(other.devices).toEqual([])
  })

  it('are ten at most: the oldest leaves', async () => {
    const ada = await player()
    const all: PushSubscription[] = []
    for (let i = 0; i < 12; i++) {
      all.push(await addDevice(ada))
      later(1000)
    }
    const kept = (await settings(ada)).devices.map(({ endpoint }) => endpoint)
    expect(kept.sort()).toEqual(
      all
        .slice(2)
        .map(({ endpoint }) => endpoint)
        .sort(),
    )
  })

  it('tell whoever subscribed last, and nobody else; twice the same is once', async () => {
    const [ada, bob] = [await listener(), await player()]
    await addDevice(ada, ada.device)
    expect((await settings(ada)).devices).toHaveLength(1)
    await addDevice(bob, ada.device)
    expect([(await settings(ada)).devices.length, (await settings(bob)).devices.length]).toEqual([0, 1])
    expect(await ada.client.call('notifications.unsubscribe', { endpoint: ada.device.endpoint })).toEqual({})
    expect((await settings(bob)).devices).toHaveLength(1)
  })

  it('get nothing that waited for the user whose they were before', async () => {
    const [ada, bob] = [await listener(), await player()]
    push.failures.set(ada.device.path, { status: 503 })
    await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
    await runOnce()
    expect(push.countMessages(ada.device)).toBe(1)
    push.failures.clear()
    await testApp.app.database.pool.query('UPDATE push_devices SET user_id = $1 WHERE user_id = $2', [bob.id, ada.id])
    later(2 * MINUTE)
    await runOnce()
    expect(push.countMessages(ada.device)).toBe(1)
  })

  it('are of known push services only, with keys that are keys', async () => {
    const { client } = await player()
    const { endpoint, keys } = push.createSubscription()
    const refused = (of: object) => client.expectError('notifications.subscribe', { endpoint, keys, ...of })
    for (const other of [
      'https://169.254.169.254/latest',
      'https://10.0.0.1/x',
      'https://localhost/x',
      `${push.origin.replace('https', 'http')}/x`,
      'https://evil.example/fcm.googleapis.com',
      'https://fcm.googleapis.com.evil.example/x',
      'https://fcm.googleapis.com:8443/x',
      'https://user@fcm.googleapis.com/x',
      'file:///etc/passwd',
      'x',
    ])
      expect(await refused({ endpoint: other })).toMatchObject({ error: 400, details: [{ path: 'endpoint' }] })
    const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    for (const p256dh of [off, keys.auth]) expect(await refused({ keys: { ...keys, p256dh } })).toMatchObject({ error: 400 })
    expect(await refused({ keys: { ...keys, auth: 'short' } })).toMatchObject({ error: 400 })
    await client.call('notifications.subscribe', { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys })
  })

  it('that have ended are forgotten, and their player sees it', async () => {
    const ada = await listener()
    for (const status of [410, 404]) {
      const device = await addDevice(ada)
      push.failures.set(device.path, { status })
      await ada.client.subscribe('notifications.mine', {})
      await ada.client.waitUntil(() => ada.client.documents('pushDevices').size === 2)
      await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
      await runOnce()
      await ada.client.waitUntil(() => ada.client.documents('pushDevices').size === 1)
    }
    expect(push.countMessages(ada.device)).toBe(2)
    expect((await settings(ada)).devices[0]!.lastSuccess).toEqual(expect.any(Date))
  })
})

describe('a push service that fails', () => {
  it.each([
    ['is broken', { status: 500 }, MINUTE],
    ['asks to wait', { status: 429, headers: { 'retry-after': '600' } }, 10 * MINUTE],
    ['cuts the line', 'silent', MINUTE],
  ] as const)('that %s is tried again later, and other devices are told at once', async (_, failure, wait) => {
    const ada = await listener()
    const other = await addDevice(ada)
    push.failures.set(ada.device.path, failure)
    await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
    await runOnce()
    expect([push.countMessages(ada.device), push.countMessages(other)]).toEqual([1, 1])
    later(wait - 5000)
    await runOnce()
    expect(push.countMessages(ada.device)).toBe(1)
    later(6000)
    await runOnce()
    expect(push.countMessages(ada.device)).toBe(2)
    push.failures.clear()
    later(2 * wait)
    await runOnce()
    await runOnce()
    expect([push.countMessages(ada.device), push.countMessages(other)]).toEqual([3, 1])
  })

  it('is told apart from damaged keys of this site, which the job names until they are mended', async () => {
    const ada = await listener()
    const file = join(testApp.dataDir, 'secrets', 'vapid.json')
    const keys = readFileSync(file, 'utf8')
    writeFileSync(file, '{')
    try {
      await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
      await runOnce()
      const { rows } = await testApp.app.database.pool.query(
        `SELECT last_error AS error FROM jobs WHERE kind = 'push' AND body->>'deviceId' IN (SELECT id FROM push_devices WHERE user_id = $1)`,
        [ada.id],
      )
      expect(rows).toEqual([{ error: expect.stringContaining('is no pair of VAPID keys') }])
    } finally {
      writeFileSync(file, keys)
    }
    later(2 * MINUTE)
    await runOnce()
    expect(push.countMessages(ada.device)).toBe(1)
  })

  it('for a day is given up, and so is what it refuses', async () => {
    const [ada, bob] = [await listener(), await listener()]
    push.failures.set(ada.device.path, { status: 503 })
    push.failures.set(bob.device.path, { status: 403 })
    for (const user of [ada, bob]) await judge(await submit(user, machines.pop()!, 1000), 1, 'verified')
    await runOnce()
    for (let hours = 0; hours < 26; hours += 4) {
      later(4 * HOUR)
      await runOnce()
    }
    const tries = push.countMessages(ada.device)
    expect(tries).toBeGreaterThan(5)
    expect(push.countMessages(bob.device)).toBe(1)
    push.failures.clear()
    later(24 * HOUR)
    await runOnce()
    expect([push.countMessages(ada.device), push.countMessages(bob.device)]).toEqual([tries, 1])
    expect((await testApp.app.database.pool.query(`SELECT 1 FROM jobs WHERE kind = 'push' AND failed_at IS NULL`)).rows).toEqual([])
  })
})

it('two nodes share the work, and what one found when it died the other sends', async () => {
  const ada = await listener()
  const devices = [ada.device]
  while (devices.length < 10) devices.push(await addDevice(ada))
  const scores: string[] = []
  for (let i = 0; i < 5; i++) scores.push(await submit(ada, machines.pop()!, 1000))
  const other = await testApp.startSecondNode()
  for (const scoreId of scores) await judge(scoreId, 1, 'verified')
  await Promise.all([runOnce(), other.features.notifications.runOnce(), runOnce(), other.features.notifications.runOnce()])
  await runOnce()
  expect(devices.map(device => push.countMessages(device))).toEqual(devices.map(() => 5))
  expect(new Set(devices.map(device => verifyVapid(push.lastHeaders(device)).key)).size).toBe(1)

  push.failures.set(ada.device.path, 'silent')
  await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
  // Either node may send the notification. When both rounds are over, the delivery has failed and waits for its retry.
  await Promise.all([runOnce(), other.features.notifications.runOnce()])
  push.failures.clear()
  later(2 * MINUTE)
  await Promise.all([runOnce(), other.features.notifications.runOnce()])
  expect(push.countMessages(ada.device)).toBe(7)
  await other.close()
})

it('the keys stand in a file that nobody else may read, and in no table or log', () => {
  expect(statSync(join(testApp.dataDir, 'secrets/vapid.json')).mode & 0o777).toBe(0o600)
})

it('the export has switches and devices; the deletion of an account takes them, and what was on its way', async () => {
  const ada = await listener({ starts: true })
  const { url } = await ada.client.call<{ url: string }>('account.export', {})
  const zip = new Uint8Array(await (await fetch(testApp.http + url.replace('https://scores.example', ''))).arrayBuffer())
  expect(JSON.parse(strFromU8(unzipSync(zip)['notifications.json']!))).toEqual({
    beaten: false,
    starts: true,
    rounds: false,
    moderated: false,
    claims: false,
    devices: [{ endpoint: ada.device.endpoint, browser: expect.any(String), createdAt: expect.any(String), lastSuccess: null }],
  })
  await ada.client.call('notifications.set', ALL)
  push.failures.set(ada.device.path, { status: 500 })
  await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
  await runOnce()
  await ada.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
  push.failures.clear()
  later(2 * MINUTE)
  await runOnce()
  expect(push.countMessages(ada.device)).toBe(1)
  const { rows } = await testApp.app.database.pool.query(
    `SELECT (SELECT count(*) FROM push_devices WHERE user_id = $1) + (SELECT count(*) FROM push_notices WHERE user_id = $1)
       + (SELECT count(*) FROM notification_settings WHERE user_id = $1) AS left`,
    [ada.id],
  )
  expect(rows).toEqual([{ left: 0 }])
})

it('the switches that had a column each are kept', async () => {
  const ids = [(await player()).id, (await player()).id]
  const [{ up }] = notificationsMigrations.filter(({ name }) => name === 'notifications/006-switches') as [Migration]
  const rows = await testApp.app.database.transaction(async tx => {
    await sql`
      ALTER TABLE notification_settings DROP COLUMN switches, ADD COLUMN beaten boolean NOT NULL DEFAULT false,
        ADD COLUMN starts boolean NOT NULL DEFAULT false, ADD COLUMN moderated boolean NOT NULL DEFAULT false`.execute(tx)
    await sql`ALTER TABLE push_notices ADD CONSTRAINT push_notices_kind_check CHECK (kind <> '')`.execute(tx)
    // In a block, since the columns of before exist in this transaction only, and every other statement is one for the tables of now.
    const values = `('${ids[0]}', true, false, true), ('${ids[1]}', false, false, false)`
    await sql.raw<never>(`DO $$ BEGIN INSERT INTO notification_settings VALUES ${values}; END $$`).execute(tx)
    await up(tx)
    return tx.selectFrom('notification_settings').selectAll().where('user_id', 'in', ids).orderBy('user_id').execute()
  })
  expect(rows).toEqual([
    { user_id: ids[0], switches: ['beaten', 'moderated'] },
    { user_id: ids[1], switches: [] },
  ])
})

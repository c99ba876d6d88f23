import { statSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import * as pages from '../../src/app/ssr-entry.tsx'
import { readConfig } from '../../src/platform/config/config.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { HOUR, makeEvent } from './events.ts'
import { bring, makeGroup } from './groups.ts'
import { digestOf, grant, PASSWORD, type SignedUp, signUp, someMachines } from './people.ts'
import { PushService, type Subscribed, vapidOf } from './push-service.ts'
import { settableClock } from './settable-clock.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const MINUTE = 60_000
const ALL = { beaten: true, starts: true, moderated: true }
const LEAGUE = { kind: 'high-score' } as const

const clock = settableClock()
let push: PushService
let world: World
let mod: SignedUp
let director: SignedUp
let machines: string[]
let count = 0

beforeAll(async () => {
  push = await new PushService().open()
  world = await createWorld({
    clock,
    config: { rateLimits: 'off', pushOrigins: [push.origin], contact: 'desk@scores.example', rootUrl: 'https://scores.example' },
  })
  mod = await signUp(world, 'Mod')
  await grant(world, mod.id, ['moderator'])
  director = await signUp(world, 'Director')
  await grant(world, director.id, ['event-director'])
  machines = (await someMachines(world, 60)).map(({ id }) => id)
})
afterEach(() => push.failures.clear())
afterAll(async () => {
  await world.close()
  await push.close()
})

const player = (): Promise<SignedUp> => signUp(world, `Player ${++count}`)
const round = (): Promise<void> => world.app.features.notifications.round()
const later = (ms: number): void => clock.set(clock.now() + ms)

async function addDevice({ wire }: SignedUp, device = push.subscription()): Promise<Subscribed> {
  await wire.call('notifications.subscribe', { endpoint: device.endpoint, keys: device.keys })
  return device
}

/** A player with a device who has switched on all notifications, or these. */
async function listener(switches: object = ALL): Promise<SignedUp & { device: Subscribed }> {
  const someone = await player()
  const device = await addDevice(someone)
  await someone.wire.call('notifications.set', switches)
  return { ...someone, device }
}

async function submit({ wire }: SignedUp, machineId: string, value: number): Promise<string> {
  const _id = uuidv7()
  await wire.call('scores.submit', { _id, machineId, value })
  return _id
}

/** An event that begins in an hour. */
const evening = (more: object = {}): Promise<string> =>
  makeEvent(director, clock.now(), { format: LEAGUE, machineIds: [machines[0]!], startsAt: HOUR, endsAt: 3 * HOUR, ...more })

const judge = (scoreId: string, version: number, status: string, reason?: string) =>
  mod.wire.call('scores.moderate', { scoreId, version, status, ...(reason === undefined ? {} : { reason }) })

describe('a record that is beaten', () => {
  it('is told to who had it: by whom, with what, and where to look', async () => {
    const machineId = machines.pop()!
    const [holder, rival] = [await listener(), await player()]
    await submit(holder, machineId, 1_000_000)
    await round()
    expect(push.count(holder.device)).toBe(0)
    const scoreId = await submit(rival, machineId, 1_234_560)
    await round()
    const { rows } = await world.app.database.pool.query<{ name: string }>('SELECT name FROM machines WHERE id = $1', [machineId])
    expect(push.messages(holder.device)).toEqual([
      {
        title: 'Your record was beaten',
        body: `${rival.username} scored 1,234,560 on ${rows[0]!.name}.`,
        tag: `beaten:${machineId}`,
        url: `/scores/${scoreId}`,
      },
    ])
    const headers = push.headers(holder.device)
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', topic: expect.stringMatching(/^[\w-]{32}$/) })
    expect(Number(headers.ttl)).toBeGreaterThan(86_000)
    expect(Number(headers['content-length'])).toBeLessThan(3000)
    const { publicKey } = (await settings(holder)).switches
    const { key, aud, sub, exp } = vapidOf(headers)
    expect({ key, aud, sub }).toEqual({ key: publicKey, aud: push.origin, sub: 'mailto:desk@scores.example' })
    expect(exp * 1000).toBeLessThanOrEqual(Date.now() + 24 * HOUR)
  })

  it('is told once, and to nobody who only came after, tied, raised his own, or was not first', async () => {
    const machineId = machines.pop()!
    const [holder, second, rival] = [await listener(), await listener(), await listener()]
    await submit(second, machineId, 500)
    await submit(holder, machineId, 1000)
    await round()
    expect(push.count(second.device)).toBe(1)
    await submit(holder, machineId, 1100)
    await submit(rival, machineId, 1100)
    await submit(second, machineId, 600)
    await round()
    expect(push.count(holder.device)).toBe(0)
    await submit(rival, machineId, 2000)
    await submit(rival, machineId, 3000)
    await round()
    await round()
    expect([push.count(holder.device), push.count(second.device), push.count(rival.device)]).toEqual([1, 1, 0])
  })

  it('is told to each in turn, where several pass each other before anybody looks', async () => {
    const machineId = machines.pop()!
    const all = [await listener(), await listener(), await listener()]
    for (const [i, someone] of all.entries()) await submit(someone, machineId, 1000 + i)
    await submit(all[0]!, machineId, 5000)
    await round()
    expect(all.map(({ device }) => push.count(device))).toEqual([1, 1, 1])
    expect(push.messages(all[2]!.device)[0]!.body).toContain('scored 5,000 on')
  })

  it('is not told when the score is gone again before it could be', async () => {
    const machineId = machines.pop()!
    const [holder, rival] = [await listener(), await player()]
    await submit(holder, machineId, 1000)
    const scoreId = await submit(rival, machineId, 2000)
    push.failures.set(holder.device.path, { status: 500 })
    await round()
    await rival.wire.call('scores.remove', { scoreId })
    push.failures.clear()
    later(2 * MINUTE)
    await round()
    expect(push.count(holder.device)).toBe(1)
  })
})

describe('an event that begins', () => {
  it('is told to those who have joined, when it begins, each once', async () => {
    const [ada, bob, out] = [await listener(), await listener(), await listener()]
    const eventId = await evening()
    for (const { wire } of [ada, bob, out]) await wire.call('events.join', { eventId })
    await out.wire.call('events.leave', { eventId })
    await round()
    expect(push.count(ada.device)).toBe(0)
    later(HOUR)
    await round()
    expect(push.messages(ada.device)).toEqual([
      { title: 'Your event starts', body: 'Selfie league', tag: `starts:${eventId}`, url: `/events/${eventId}` },
    ])
    expect(push.headers(ada.device)).toMatchObject({ urgency: 'high' })
    expect(Number(push.headers(ada.device).ttl)).toBeLessThanOrEqual(3600)
    later(5 * MINUTE)
    await round()
    expect([ada, bob, out].map(({ device }) => push.count(device))).toEqual([1, 1, 0])
  })

  it('goes by the time that it was moved to, and by none when it is cancelled', async () => {
    const ada = await listener()
    const [moved, cancelled] = [await evening(), await evening()]
    for (const eventId of [moved, cancelled]) await ada.wire.call('events.join', { eventId })
    await director.wire.call('events.edit', { eventId: moved, startsAt: new Date(clock.now() + 2 * HOUR) })
    await director.wire.call('events.cancel', { eventId: cancelled })
    later(HOUR)
    await round()
    expect(push.count(ada.device)).toBe(0)
    later(HOUR)
    await round()
    expect(push.messages(ada.device).map(({ url }) => url)).toEqual([`/events/${moved}`])
  })

  it('of a private group is told to nobody who may not see it any more', async () => {
    const [stays, goes] = [await listener(), await listener()]
    const groupId = await makeGroup(director, 'private', 'Hidden speakeasy')
    for (const someone of [stays, goes]) await bring(director, groupId, someone)
    const eventId = await evening({ groupId })
    for (const { wire } of [stays, goes]) await wire.call('events.join', { eventId })
    await director.wire.call('groups.removeMember', { groupId, userId: goes.id })
    later(HOUR)
    await round()
    expect([stays, goes].map(({ device }) => push.count(device))).toEqual([1, 0])
  })

  it('is not told to who joins while it is on, or long after it began', async () => {
    const [late, away] = [await listener(), await listener()]
    const eventId = await makeEvent(director, clock.now(), { format: LEAGUE, machineIds: [machines[0]!] })
    await late.wire.call('events.join', { eventId })
    const other = await evening()
    await away.wire.call('events.join', { eventId: other })
    later(HOUR + 20 * MINUTE)
    await round()
    expect([late, away].map(({ device }) => push.count(device))).toEqual([0, 0])
  })
})

describe('a score that is judged', () => {
  it('is told to its player, with the reason', async () => {
    const ada = await listener()
    const scoreId = await submit(ada, machines.pop()!, 4_500_000)
    await judge(scoreId, 1, 'rejected', 'The picture shows another machine.')
    await round()
    expect(push.messages(ada.device)).toEqual([
      {
        title: 'Your score was rejected',
        body: expect.stringMatching(/^Your 4,500,000 on .+: The picture shows another machine\.$/),
        tag: `moderated:${scoreId}`,
        url: `/scores/${scoreId}`,
      },
    ])
    await judge(scoreId, 2, 'verified')
    await round()
    expect(push.messages(ada.device)[1]).toMatchObject({ title: 'Your score was verified' })
    await judge(scoreId, 3, 'unverified')
    await round()
    expect(push.count(ada.device)).toBe(2)
  })

  it('is not told to who judged his own, and a flag is nobody’s verdict', async () => {
    await mod.wire.call('notifications.set', { moderated: true })
    const device = await addDevice(mod)
    const [own, bob] = [await submit(mod, machines.pop()!, 1000), await player()]
    await judge(own, 1, 'verified')
    await bob.wire.call('scores.flag', { scoreId: await submit(mod, machines.pop()!, 1000), reason: 'Odd.' })
    await round()
    expect(push.count(device)).toBe(0)
  })
})

describe('switches', () => {
  /** Causes one notification of each kind for a player. @returns what the device displayed */
  async function everything(someone: SignedUp, device: Subscribed): Promise<string[]> {
    const machineId = machines.pop()!
    const scoreId = await submit(someone, machineId, 1000)
    await submit(await player(), machineId, 2000)
    await judge(scoreId, 1, 'verified')
    const eventId = await evening()
    await someone.wire.call('events.join', { eventId })
    const before = push.count(device)
    await round()
    later(HOUR)
    await round()
    return push
      .messages(device)
      .slice(before)
      .map(({ tag }) => tag.split(':')[0]!)
      .sort()
  }

  it('are all off at first', async () => {
    const someone = await player()
    const device = await addDevice(someone)
    expect(await everything(someone, device)).toEqual([])
  })

  it.each(['beaten', 'starts', 'moderated'])('let “%s” through alone, and nothing once it is off', async kind => {
    const someone = await listener({ [kind]: true })
    expect(await everything(someone, someone.device)).toEqual([kind])
    await someone.wire.call('notifications.set', { [kind]: false })
    expect(await everything(someone, someone.device)).toEqual([])
  })

  it('stop what waits to be sent again', async () => {
    const someone = await listener()
    const scoreId = await submit(someone, machines.pop()!, 1000)
    push.failures.set(someone.device.path, { status: 503 })
    await judge(scoreId, 1, 'verified')
    await round()
    await someone.wire.call('notifications.set', { moderated: false })
    push.failures.clear()
    later(2 * MINUTE)
    await round()
    expect(push.count(someone.device)).toBe(1)
  })
})

/** Returns what a player's own settings page shows. */
async function settings({ wire }: SignedUp) {
  const sub = await wire.subscribe('notifications.mine', {})
  const [switches] = [...wire.documents('notificationSettings').values()]
  const devices = [...wire.documents('pushDevices').values()]
  await wire.unsubscribe(sub)
  return { switches: switches as { publicKey: string; beaten: boolean; starts: boolean; moderated: boolean }, devices }
}

describe('devices', () => {
  it('and switches are shown to their player alone, live', async () => {
    const [ada, visitor] = [await listener({ starts: true }), await Wire.open(world.endpoint)]
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const wire = await Wire.open(world.endpoint, agent)
    await wire.call('login', { resume: ada.token })
    await wire.subscribe('notifications.mine', {})
    expect([...wire.documents('notificationSettings')]).toEqual([
      [ada.id, { beaten: false, starts: true, moderated: false, publicKey: expect.stringMatching(/^B[\w-]{86}$/) }],
    ])
    const { endpoint, keys } = push.subscription()
    await wire.call('notifications.subscribe', { endpoint, keys })
    await wire.until(() => wire.documents('pushDevices').size === 2)
    expect([...wire.documents('pushDevices').values()].find(each => each.endpoint === endpoint)).toEqual({
      endpoint,
      browser: 'Firefox on Linux',
      createdAt: expect.any(Date),
      lastSuccess: null,
    })
    await wire.call('notifications.unsubscribe', { endpoint })
    await wire.until(() => wire.documents('pushDevices').size === 1)
    await visitor.subscribe('notifications.mine', {})
    expect(visitor.documents('notificationSettings').size + visitor.documents('pushDevices').size).toBe(0)
    const other = await settings(await player())
    expect(other.switches).toMatchObject({ beaten: false, starts: false, moderated: false })
    expect(other.devices).toEqual([])
  })

  it('are ten at most: the oldest leaves', async () => {
    const ada = await player()
    const all: Subscribed[] = []
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
    expect(await ada.wire.call('notifications.unsubscribe', { endpoint: ada.device.endpoint })).toEqual({})
    expect((await settings(bob)).devices).toHaveLength(1)
  })

  it('are of known push services only, with keys that are keys', async () => {
    const { wire } = await player()
    const { endpoint, keys } = push.subscription()
    const refused = (of: object) => wire.refusal('notifications.subscribe', { endpoint, keys, ...of })
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
    await wire.call('notifications.subscribe', { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys })
  })

  it('that have ended are forgotten, and their player sees it', async () => {
    const ada = await listener()
    for (const status of [410, 404]) {
      const device = await addDevice(ada)
      push.failures.set(device.path, { status })
      await ada.wire.subscribe('notifications.mine', {})
      await ada.wire.until(() => ada.wire.documents('pushDevices').size === 2)
      await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
      await round()
      await ada.wire.until(() => ada.wire.documents('pushDevices').size === 1)
    }
    expect(push.count(ada.device)).toBe(2)
    expect((await settings(ada)).devices[0]!.lastSuccess).toEqual(expect.any(Date))
  })
})

describe('a push service in trouble', () => {
  it.each([
    ['is broken', { status: 500 }, MINUTE],
    ['asks to wait', { status: 429, headers: { 'retry-after': '600' } }, 10 * MINUTE],
    ['cuts the line', 'silent', MINUTE],
  ] as const)('that %s is tried again later, and other devices are told at once', async (_, failure, wait) => {
    const ada = await listener()
    const other = await addDevice(ada)
    push.failures.set(ada.device.path, failure)
    await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
    await round()
    expect([push.count(ada.device), push.count(other)]).toEqual([1, 1])
    later(wait - 5000)
    await round()
    expect(push.count(ada.device)).toBe(1)
    later(6000)
    await round()
    expect(push.count(ada.device)).toBe(2)
    push.failures.clear()
    later(2 * wait)
    await round()
    await round()
    expect([push.count(ada.device), push.count(other)]).toEqual([3, 1])
  })

  it('for a day is given up, and so is what it refuses', async () => {
    const [ada, bob] = [await listener(), await listener()]
    push.failures.set(ada.device.path, { status: 503 })
    push.failures.set(bob.device.path, { status: 403 })
    for (const someone of [ada, bob]) await judge(await submit(someone, machines.pop()!, 1000), 1, 'verified')
    await round()
    for (let hours = 0; hours < 26; hours += 4) {
      later(4 * HOUR)
      await round()
    }
    const tries = push.count(ada.device)
    expect(tries).toBeGreaterThan(5)
    expect(push.count(bob.device)).toBe(1)
    push.failures.clear()
    later(24 * HOUR)
    await round()
    expect([push.count(ada.device), push.count(bob.device)]).toEqual([tries, 1])
    expect((await world.app.database.pool.query(`SELECT 1 FROM jobs WHERE kind = 'push' AND failed_at IS NULL`)).rows).toEqual([])
  })
})

it('two nodes share the work, and what one found when it died the other sends', async () => {
  const ada = await listener()
  const devices = [ada.device]
  while (devices.length < 10) devices.push(await addDevice(ada))
  const scores: string[] = []
  for (let i = 0; i < 5; i++) scores.push(await submit(ada, machines.pop()!, 1000))
  const config = { ...readConfig({}), dataDir: world.dataDir, port: 0, pushOrigins: [push.origin], rateLimits: 'off' as const }
  const other = await createApp({ config, log: createLog('silent'), connection: world.connection, pages, client: null, clock })
  for (const scoreId of scores) await judge(scoreId, 1, 'verified')
  await Promise.all([round(), other.features.notifications.round(), round(), other.features.notifications.round()])
  await round()
  expect(devices.map(device => push.count(device))).toEqual(devices.map(() => 5))
  expect(new Set(devices.map(device => vapidOf(push.headers(device)).key)).size).toBe(1)

  push.failures.set(ada.device.path, 'silent')
  await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
  // Either node may send the notification. When both rounds are over, the delivery has failed and waits for its retry.
  await Promise.all([round(), other.features.notifications.round()])
  push.failures.clear()
  later(2 * MINUTE)
  await Promise.all([round(), other.features.notifications.round()])
  expect(push.count(ada.device)).toBe(7)
  await other.close()
})

it('the keys stand in a file that nobody else may read, and in no table or log', () => {
  expect(statSync(join(world.dataDir, 'secrets/vapid.json')).mode & 0o777).toBe(0o600)
})

it('the export has switches and devices; the deletion of an account takes them, and what was on its way', async () => {
  const ada = await listener({ starts: true })
  const { url } = await ada.wire.call<{ url: string }>('account.export', {})
  const zip = new Uint8Array(await (await fetch(world.http + url.replace('https://scores.example', ''))).arrayBuffer())
  expect(JSON.parse(strFromU8(unzipSync(zip)['notifications.json']!))).toEqual({
    beaten: false,
    starts: true,
    moderated: false,
    devices: [{ endpoint: ada.device.endpoint, browser: expect.any(String), createdAt: expect.any(String), lastSuccess: null }],
  })
  await ada.wire.call('notifications.set', ALL)
  push.failures.set(ada.device.path, { status: 500 })
  await judge(await submit(ada, machines.pop()!, 1000), 1, 'verified')
  await round()
  await ada.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: true })
  push.failures.clear()
  later(2 * MINUTE)
  await round()
  expect(push.count(ada.device)).toBe(1)
  const { rows } = await world.app.database.pool.query(
    `SELECT (SELECT count(*) FROM push_devices WHERE user_id = $1) + (SELECT count(*) FROM push_notices WHERE user_id = $1)
       + (SELECT count(*) FROM notification_settings WHERE user_id = $1) AS left`,
    [ada.id],
  )
  expect(rows).toEqual([{ left: 0 }])
})

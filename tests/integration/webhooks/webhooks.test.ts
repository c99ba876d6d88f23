import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { EVENT_TYPES, type EventType } from '#webhooks/rules/event-types.ts'
import { FakeDiscord } from '../fakes/discord.ts'
import { HookReceiver, type ReceivedMessage } from '../fakes/hook-receiver.ts'
import { addGuests, createEvent, getRoundGroups } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SITE = 'https://scores.example'

const clock = createSettableClock()
let receiver: HookReceiver
let discord: FakeDiscord
let testApp: TestApp
let admin: TestUser
let owner: TestUser
let player: TestUser
let machines: { id: string; name: string }[]
let count = 0

beforeAll(async () => {
  receiver = await new HookReceiver().open()
  discord = await new FakeDiscord().open()
  testApp = await createTestApp({
    clock,
    config: { rateLimits: 'off', rootUrl: SITE, privateWebhooks: true, discordUrl: discord.url },
  })
  admin = await signUp(testApp, 'Admin')
  await makeAdmin(testApp, admin.id)
  owner = await signUp(testApp, 'Owner')
  await grantRoles(testApp, owner.id, ['event-director'])
  player = await signUp(testApp, 'Ann')
  machines = await listMachines(testApp, 4)
})
afterAll(async () => {
  await testApp.close()
  await receiver.close()
  await discord.close()
})

const NO_FILTERS = { machineId: null, venueId: null, groupId: null, eventId: null }

interface Hook {
  webhookId: string
  secret: string | null
  path: string
}

/** Adds a hook, by default one of the site for all types. */
async function addHook(by: TestUser, more: object = {}): Promise<Hook> {
  const path = `/hook-${++count}`
  const { webhookId, secret } = await by.client.call<{ webhookId: string; secret: string | null }>('webhooks.add', {
    _id: uuidv7(),
    name: `Hook ${count}`,
    address: `${receiver.url}${path}`,
    types: EVENT_TYPES,
    ...more,
  })
  return { webhookId, secret, path }
}

const removeHook = (by: TestUser, { webhookId }: Hook) => by.client.call('webhooks.remove', { webhookId })

async function submit(value: number, more: object = {}, by = player): Promise<string> {
  const _id = uuidv7()
  await by.client.call('scores.submit', { _id, machineId: machines[0]!.id, value, ...more })
  return _id
}

const runOnce = () => testApp.app.features.webhooks.runOnce()

/** What came to a hook since it was looked at last. */
const taken = new Map<string, number>()
async function take({ path }: Hook): Promise<ReceivedMessage[]> {
  await runOnce()
  const all = receiver.at(path)
  const fresh = all.slice(taken.get(path) ?? 0)
  taken.set(path, all.length)
  return fresh
}
const typesOf = (messages: readonly ReceivedMessage[]): string[] => messages.map(({ message }) => message.type)
const dataOf = (messages: readonly ReceivedMessage[], type: EventType) =>
  messages.find(({ message }) => message.type === type)!.message.data

const later = (ms: number): void => clock.set(clock.now() + ms)

describe('a hook of the site', () => {
  it('is told of scores, of records and of what moderators decide', async () => {
    const hook = await addHook(admin)
    const first = await submit(1000)
    const lower = await submit(900)
    await owner.client.call('scores.flag', { scoreId: first, reason: 'Too low to be true' })
    await grantRoles(testApp, admin.id, ['admin', 'moderator'])
    await admin.client.call('scores.moderate', { scoreId: lower, version: 1, status: 'verified' })
    const messages = await take(hook)
    expect(typesOf(messages)).toEqual(['score.submitted', 'score.record', 'score.submitted', 'score.moderated'])
    expect(dataOf(messages, 'score.record')).toEqual({
      score: { id: first, value: 1000, achievedAt: expect.any(String), status: 'unverified', url: `${SITE}/scores/${first}` },
      machine: { id: machines[0]!.id, name: machines[0]!.name, url: `${SITE}/machines/${machines[0]!.id}` },
      player: { id: player.id, name: 'Ann', username: player.username, url: `${SITE}/players/${player.username}` },
    })
    expect(dataOf(messages, 'score.moderated')).toMatchObject({ score: { id: lower, status: 'verified' } })
    await removeHook(admin, hook)
  })

  it('is told of public events: start, rounds, results and end', async () => {
    const hook = await addHook(admin, { types: ['event.started', 'round.drawn', 'result.confirmed', 'event.finished'] })
    const eventId = await createEvent(owner, clock.now(), {
      startsAt: HOUR,
      endsAt: 2 * HOUR,
      format: { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 5, points: 'ifpa' },
      machineIds: machines.map(({ id }) => id),
    })
    await testApp.app.database.pool.query('UPDATE events SET listed_at_once = true WHERE id = $1', [eventId])
    expect(await take(hook)).toEqual([])
    await owner.client.call('events.start', { eventId })
    await addGuests(owner, eventId, ['Bo', 'Cy'])
    await owner.client.call('events.draw', { _id: uuidv7(), eventId })
    await owner.client.subscribe('events.rounds', { eventId })
    const [group] = getRoundGroups(owner.client, eventId, 1)
    await owner.client.call('events.result', { eventId, groupId: group!._id, order: group!.entrantIds })
    await owner.client.call('events.close', { eventId })
    const messages = await take(hook)
    expect(typesOf(messages).sort()).toEqual(['event.finished', 'event.started', 'result.confirmed', 'round.drawn'])
    const round = { id: expect.any(String), number: 1, url: `${SITE}/events/${eventId}?round=1` }
    expect(dataOf(messages, 'round.drawn')).toMatchObject({
      event: { id: eventId, name: 'Selfie league', url: `${SITE}/events/${eventId}` },
      round,
      groups: [
        {
          machines: [{ id: group!.machineId }],
          players: [{ name: expect.stringMatching(/Bo|Cy/) }, { name: expect.stringMatching(/Bo|Cy/) }],
        },
      ],
      byes: [],
    })
    expect(dataOf(messages, 'result.confirmed')).toMatchObject({
      event: { id: eventId },
      round,
      games: [
        {
          machine: { id: group!.machineId },
          places: [
            { place: 1, player: {} },
            { place: 2, player: {} },
          ],
        },
      ],
    })
    expect(await take(hook)).toEqual([])
    await removeHook(admin, hook)
  })

  it('is told of an event that the clock begins and ends, each once', async () => {
    const hook = await addHook(admin, { types: ['event.started', 'event.finished'] })
    const eventId = await createEvent(owner, clock.now(), {
      startsAt: MINUTE,
      endsAt: 2 * HOUR,
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [machines[0]!.id],
    })
    await testApp.app.database.pool.query('UPDATE events SET listed_at_once = true WHERE id = $1', [eventId])
    expect(await take(hook)).toEqual([])
    later(2 * MINUTE)
    expect(typesOf(await take(hook))).toEqual(['event.started'])
    later(3 * HOUR)
    expect(typesOf(await take(hook))).toEqual(['event.finished'])
    later(HOUR)
    expect(await take(hook)).toEqual([])
    await removeHook(admin, hook)
  })

  it('is not told what happened before it was added, or while it was off', async () => {
    await submit(500)
    const hook = await addHook(admin, { types: ['score.submitted'] })
    expect(await take(hook)).toEqual([])
    await submit(501)
    expect(typesOf(await take(hook))).toEqual(['score.submitted'])
    await admin.client.call('webhooks.edit', { webhookId: hook.webhookId, on: false })
    await submit(502)
    expect(await take(hook)).toEqual([])
    await admin.client.call('webhooks.edit', { webhookId: hook.webhookId, on: true })
    expect(await take(hook)).toEqual([])
    const told = await submit(503)
    expect((await take(hook)).map(({ message }) => (message.data.score as { id: string }).id)).toEqual([told])
    await removeHook(admin, hook)
  })

  it('is told only of what its filters let through', async () => {
    const only = await addHook(admin, { types: ['score.submitted'], only: { ...NO_FILTERS, machineId: machines[1]!.id } })
    await submit(1)
    const there = await submit(2, { machineId: machines[1]!.id })
    expect((await take(only)).map(({ message }) => (message.data.score as { id: string }).id)).toEqual([there])
    await removeHook(admin, only)
  })

  it('is told at which venue a score was made', async () => {
    const { venueId } = await admin.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Lamp Cellar', place: 'Bremen' })
    await admin.client.call('venues.setMachines', { venueId, machineIds: [machines[0]!.id], was: [] })
    const hook = await addHook(admin, { types: ['score.submitted'], only: { ...NO_FILTERS, venueId } })
    await submit(700)
    await submit(701, { venueId })
    const messages = await take(hook)
    expect(messages.map(({ message }) => (message.data.venue as { name: string }).name)).toEqual(['Lamp Cellar'])
    await removeHook(admin, hook)
  })
})

describe('what belongs to a private group', () => {
  it('goes to hooks of that group alone', async () => {
    const groupId = await createGroup(owner, 'private', 'Secret club')
    await addToGroup(owner, groupId, player)
    const other = await createGroup(owner, 'private', 'Other club')
    const [own, others, site] = [await addHook(owner, { groupId }), await addHook(owner, { groupId: other }), await addHook(admin)]
    const eventId = await createEvent(owner, clock.now(), {
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [machines[2]!.id],
      groupId,
    })
    const director = await addHook(owner, { eventId })
    await player.client.call('events.join', { eventId })
    await submit(4000, { machineId: machines[2]!.id, eventId })
    await owner.client.call('events.close', { eventId })
    const toOwn = await take(own)
    expect(typesOf(toOwn).sort()).toEqual(['event.finished', 'score.record', 'score.submitted'])
    expect(dataOf(toOwn, 'score.submitted')).toMatchObject({ event: { id: eventId, name: 'Selfie league' } })
    expect(typesOf(await take(director)).sort()).toEqual(['event.finished', 'score.record', 'score.submitted'])
    expect(await take(others)).toEqual([])
    const toSite = await take(site)
    expect(typesOf(toSite).sort()).toEqual(['score.record', 'score.submitted'])
    expect(JSON.stringify(toSite)).not.toContain(eventId)
    expect(JSON.stringify(toSite)).not.toContain('Selfie league')
    for (const hook of [own, others, director]) await removeHook(owner, hook)
    await removeHook(admin, site)
  })

  it('is not sent any more when it has become private while it waited', async () => {
    const groupId = await createGroup(owner, 'public', 'Open club')
    const eventId = await createEvent(owner, clock.now(), {
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [machines[0]!.id],
      groupId,
    })
    await testApp.app.database.pool.query('UPDATE events SET listed_at_once = true WHERE id = $1', [eventId])
    const site = await addHook(admin, { types: ['event.finished'] })
    receiver.answer = { status: 500 }
    await owner.client.call('events.close', { eventId })
    expect(await take(site)).toHaveLength(1)
    await owner.client.call('groups.edit', { groupId, visibility: 'private' })
    receiver.answer = { status: 204 }
    later(MINUTE)
    expect(await take(site)).toEqual([])
    await removeHook(admin, site)
  })

  it('goes with the group: its hooks are removed, and their addresses erased', async () => {
    const groupId = await createGroup(owner, 'private')
    const { webhookId } = await addHook(owner, { groupId })
    await owner.client.call('groups.remove', { groupId })
    await runOnce()
    const { rows } = await testApp.app.database.pool.query('SELECT sealed, removed_at IS NOT NULL AS removed FROM webhooks WHERE id = $1', [
      webhookId,
    ])
    expect(rows).toEqual([{ sealed: null, removed: true }])
  })
})

describe('a receiver', () => {
  it('that was away for ten minutes gets everything in order, each with one id in all its tries', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    receiver.answer = 'silent'
    const ids: string[] = []
    for (let i = 0; i < 20; i++) {
      ids.push(await submit(10 + i))
      if (i % 5 === 0) {
        later(2.5 * MINUTE)
        await take(hook)
      }
    }
    receiver.answer = { status: 200 }
    later(10 * MINUTE)
    const messages = await take(hook)
    expect(messages.map(({ message }) => (message.data.score as { id: string }).id)).toEqual(ids)
    const tries = receiver.at(hook.path).filter(({ body }) => body === messages[0]!.body)
    expect(tries.length).toBeGreaterThan(2)
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await removeHook(admin, hook)
  })

  it('that asks to wait is not tried before', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    receiver.answer = { status: 429, headers: { 'retry-after': '600' } }
    await submit(7)
    expect(await take(hook)).toHaveLength(1)
    receiver.answer = { status: 200 }
    later(9 * MINUTE)
    expect(await take(hook)).toEqual([])
    later(2 * MINUTE)
    expect(await take(hook)).toHaveLength(1)
    await removeHook(admin, hook)
  })

  it('that redirects is not followed', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    receiver.answer = { status: 307, headers: { location: `${receiver.url}/elsewhere` } }
    await submit(8)
    expect(await take(hook)).toHaveLength(1)
    expect(receiver.at('/elsewhere')).toEqual([])
    receiver.answer = { status: 204 }
    await removeHook(admin, hook)
  })

  it('that takes nothing for three days is given up, which its owners see; sent again, it gets the same message', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    await admin.client.subscribe('webhooks.list', {})
    await admin.client.subscribe('webhooks.log', { webhookId: hook.webhookId })
    const shown = () => admin.client.documents('webhooks').get(hook.webhookId)
    receiver.answer = { status: 503 }
    await submit(9)
    for (let tries = 0; tries < 60 && shown()?.off === undefined; tries++) {
      await runOnce()
      await testApp.settled()
      later(4 * HOUR)
    }
    await admin.client.waitUntil(() => shown()?.off === 'failing')
    const [first] = receiver.at(hook.path)
    const log = () => [...admin.client.documents('webhookDeliveries').values()]
    await admin.client.waitUntil(() => log().some(({ state }) => state === 'dead'))
    expect(log()).toMatchObject([{ type: 'score.submitted', status: 503, error: 'status 503' }])
    const [deliveryId] = [...admin.client.documents('webhookDeliveries').keys()]
    expect((await admin.client.tryCall('webhooks.resend', { deliveryId })).error).toMatchObject({
      error: 409,
      details: { code: 'webhook-off' },
    })
    receiver.answer = { status: 204 }
    await take(hook)
    await admin.client.call('webhooks.edit', { webhookId: hook.webhookId, on: true })
    await admin.client.call('webhooks.resend', { deliveryId })
    const [again] = await take(hook)
    expect([again!.headers['webhook-id'], again!.body]).toEqual([first!.headers['webhook-id'], first!.body])
    await admin.client.waitUntil(() => log().some(({ state }) => state === 'delivered'))
    later(15 * DAY)
    await runOnce()
    const { rows } = await testApp.app.database.pool.query('SELECT webhook_id, type, state, created_at FROM webhook_deliveries')
    expect(rows).toEqual([])
    await removeHook(admin, hook)
  })

  it('at Discord gets messages as Discord takes them, in the language of who has added the hook', async () => {
    const path = `/api/webhooks/123456789012345678/${'t'.repeat(40)}`
    const hook = await addHook(admin, { address: `https://discord.com${path}`, types: ['score.submitted', 'score.record'] })
    expect(hook.secret).toBeNull()
    const scoreId = await submit(77_000_000, { machineId: machines[3]!.id })
    await runOnce()
    const machine = machines[3]!.name.replace(/[!-/:-@[-`{-~]/g, '\\$&')
    expect(discord.posted(path).map(({ content }) => content)).toEqual([
      `**Ann scored 77,000,000 on ${machine}**\n<${SITE}/scores/${scoreId}>`,
      `**New record on ${machine}: 77,000,000 by Ann**\n<${SITE}/scores/${scoreId}>`,
    ])
    expect(discord.requests.at(-1)).toMatchObject({ method: 'POST', type: 'application/json' })
    await removeHook(admin, hook)
  })
})

describe('two nodes', () => {
  it('tell a hook of everything once', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    const other = await testApp.startSecondNode()
    const ids: string[] = []
    for (let i = 0; i < 10; i++) ids.push(await submit(20 + i))
    await other.changeLog.catchUp()
    await Promise.all([runOnce(), other.features.webhooks.runOnce(), runOnce(), other.features.webhooks.runOnce()])
    // Whichever node has the hook's turn goes on with it in the background.
    await expect.poll(() => receiver.at(hook.path).length).toBeGreaterThanOrEqual(ids.length)
    const messages = await take(hook)
    expect(messages.map(({ message }) => (message.data.score as { id: string }).id)).toEqual(ids)
    await other.close()
    await removeHook(admin, hook)
  })
})

describe('a player who deletes the account', () => {
  it('is in no delivery any more, sent or not', async () => {
    const leaving = await signUp(testApp, 'Leaving Lou')
    const hook = await addHook(admin, { types: ['score.submitted'] })
    await submit(31, {}, leaving)
    await take(hook)
    receiver.answer = { status: 500 }
    await submit(32, {}, leaving)
    await take(hook)
    await admin.client.call('users.delete', { userId: leaving.id, eraseScores: false })
    const { rows } = await testApp.app.database.pool.query(
      `SELECT id FROM webhook_deliveries WHERE body LIKE '%Lou%' OR subject LIKE '%Lou%'`,
    )
    expect(rows).toEqual([])
    receiver.answer = { status: 204 }
    await removeHook(admin, hook)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { MAX_WAITING } from '#webhooks/contract.ts'
import type { EventType } from '#webhooks/rules/event-types.ts'
import { moveMachine } from '#webhooks/server/hook-store.ts'
import type { FakeDiscord } from '../fakes/discord.ts'
import type { HookReceiver, ReceivedMessage } from '../fakes/hook-receiver.ts'
import { addGuests, createEvent, getRoundGroups } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'
import { HOOK_SITE, type Hook, type HookScene, openHookScene, type TestHooks } from '../helpers/webhooks.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let scene: HookScene
let clock: SettableClock
let receiver: HookReceiver
let discord: FakeDiscord
let testApp: TestApp
let admin: TestUser
let owner: TestUser
let player: TestUser
let machines: { id: string; name: string }[]
let hooks: TestHooks

beforeAll(async () => {
  scene = await openHookScene(4)
  ;({ clock, testApp, receiver, discord, hooks, admin, owner, player, machines } = scene)
})
afterAll(() => scene.close())

const NO_FILTERS = { machineIds: [], venueIds: [], groupIds: [], eventIds: [] }

const addHook = (by: TestUser, more: object = {}): Promise<Hook> => hooks.add(by, more)
const removeHook = (by: TestUser, hook: Hook): Promise<unknown> => hooks.remove(by, hook)

async function submit(value: number, more: object = {}, by = player): Promise<string> {
  const _id = uuidv7()
  await by.client.call('scores.submit', { _id, machineId: machines[0]!.id, value, ...more })
  return _id
}

const runOnce = (): Promise<void> => hooks.runOnce()
const take = (hook: Hook): Promise<ReceivedMessage[]> => hooks.take(hook)
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
      score: { id: first, value: 1000, achievedAt: expect.any(String), status: 'unverified', url: `${HOOK_SITE}/scores/${first}` },
      machine: { id: machines[0]!.id, name: machines[0]!.name, url: `${HOOK_SITE}/machines/${machines[0]!.id}` },
      player: { id: player.id, name: 'Ann', username: player.username, url: `${HOOK_SITE}/players/${player.username}` },
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
    const round = { id: expect.any(String), number: 1, url: `${HOOK_SITE}/events/${eventId}?round=1` }
    expect(dataOf(messages, 'round.drawn')).toMatchObject({
      event: { id: eventId, name: 'Selfie league', url: `${HOOK_SITE}/events/${eventId}` },
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

  it('is told of each round of a bracket when its games open', async () => {
    const hook = await addHook(admin, { types: ['round.drawn'] })
    const eventId = await createEvent(owner, clock.now(), {
      format: { kind: 'bracket', elimination: 'single', bestOf: 1, third: false, choice: 'drawn' },
      machineIds: machines.map(({ id }) => id),
    })
    await testApp.app.database.pool.query('UPDATE events SET listed_at_once = true WHERE id = $1', [eventId])
    await addGuests(owner, eventId, ['Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida'])
    await owner.client.call('events.draw', { _id: uuidv7(), eventId })
    const sizes = async () =>
      (await take(hook)).map(({ message }) => {
        const { round, groups } = message.data as { round: { number: number }; groups: { players: object[] }[] }
        return [round.number, groups.map(({ players }) => players.length)]
      })
    expect(await sizes()).toEqual([[1, [2, 2, 2, 2]]])
    await owner.client.subscribe('events.rounds', { eventId })
    const play = async (round: number, from: number, to: number): Promise<void> => {
      await owner.client.waitUntil(() => getRoundGroups(owner.client, eventId, round).length >= to)
      for (const { _id: groupId, entrantIds } of getRoundGroups(owner.client, eventId, round).slice(from, to))
        await owner.client.call('events.result', { eventId, groupId, order: entrantIds })
    }
    await play(1, 0, 4)
    // Both games opened together or one after the other, as the results came.
    const second = await sizes()
    expect(second.at(-1)).toEqual([2, [2, 2]])
    expect(second.slice(0, -1).every(([round, groups]) => round === 2 && (groups as number[]).length < 2)).toBe(true)
    await play(2, 0, 2)
    expect(await sizes()).toEqual([[3, [2]]])
    await play(3, 0, 1)
    expect(await sizes()).toEqual([])
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

  it('is told at once of an event that its director ends, and of what the clock does after ten seconds, however many scores come', async () => {
    const hook = await addHook(admin, { types: ['event.started', 'event.finished', 'score.submitted'] })
    const [closing, starting] = await Promise.all(
      [-HOUR, HOUR].map(startsAt =>
        createEvent(owner, clock.now(), {
          startsAt,
          endsAt: 5 * HOUR,
          format: { kind: 'best-game', points: 'papa' },
          machineIds: [machines[0]!.id],
        }),
      ),
    )
    const { pool } = testApp.app.database
    await pool.query('UPDATE events SET listed_at_once = true WHERE id = ANY ($1)', [[closing, starting]])
    await take(hook)
    const told = (): string[] => receiver.at(hook.path).map(({ message }) => message.type)
    const countScores = (): number => told().filter(type => type === 'score.submitted').length
    /** Submits two scores, each when the one before was told: the run that told the first is over then. */
    const burst = async (): Promise<void> => {
      for (let i = 0; i < 2; i++) {
        const before = countScores()
        await submit(640 + before)
        await expect.poll(countScores).toBe(before + 1)
      }
    }
    await owner.client.call('events.close', { eventId: closing })
    await burst()
    expect(told()).toContain('event.finished')
    await pool.query('UPDATE events SET starts_at = $2 WHERE id = $1', [starting, new Date(clock.now())])
    await burst()
    expect(told()).not.toContain('event.started')
    later(10_000)
    await burst()
    expect(told()).toContain('event.started')
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

  it('gets nothing that was on its way while it was switched off, when it is switched on again', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    const { webhookId } = hook
    const setOn = (on: boolean) => admin.client.call('webhooks.edit', { webhookId, on })
    const { pool } = testApp.app.database
    receiver.answer = async () => {
      await setOn(false)
      return { status: 500 }
    }
    await submit(504)
    expect(await take(hook)).toHaveLength(1)
    receiver.answer = { status: 204 }
    const { rows } = await pool.query('SELECT state, retry_at FROM webhook_deliveries WHERE webhook_id = $1', [webhookId])
    expect(rows).toEqual([{ state: 'dead', retry_at: null }])
    // So would another node leave it that had read of the hook before it was switched off.
    await pool.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, source, lane, type, subject, body, user_ids, created_at)
       VALUES ('late', $1, 'late', 'late', 'score.submitted', '', '{}', '{}', $2)`,
      [webhookId, new Date(clock.now())],
    )
    later(HOUR)
    await setOn(true)
    expect(await take(hook)).toEqual([])
    await removeHook(admin, hook)
  })

  it('is told only of what its filters let through', async () => {
    const only = await addHook(admin, {
      types: ['score.submitted'],
      only: { ...NO_FILTERS, machineIds: [machines[1]!.id, machines[2]!.id] },
    })
    await submit(1)
    const there = [await submit(2, { machineId: machines[1]!.id }), await submit(3, { machineId: machines[2]!.id })]
    expect((await take(only)).map(({ message }) => (message.data.score as { id: string }).id)).toEqual(there)
    await admin.client.subscribe('webhooks.list', {})
    const names = Object.fromEntries([1, 2].map(i => [machines[i]!.id, machines[i]!.name]))
    expect(admin.client.documents('webhooks').get(only.webhookId)).toMatchObject({
      only: { machineIds: Object.keys(names) },
      onlyNames: names,
    })
    // Two machines that were one are merged: the hook names the one that is left.
    await moveMachine(testApp.app.database.db, machines[1]!.id, machines[2]!.id)
    await admin.client.call('webhooks.edit', { webhookId: only.webhookId, name: 'Merged' })
    await admin.client.waitUntil(() => admin.client.documents('webhooks').get(only.webhookId)?.name === 'Merged')
    expect(admin.client.documents('webhooks').get(only.webhookId)).toMatchObject({ only: { machineIds: [machines[2]!.id] } })
    await removeHook(admin, only)
  })

  it('is told at which venue a score was made', async () => {
    const { venueId } = await admin.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Lamp Cellar', place: 'Bremen' })
    await admin.client.call('venues.setMachines', { venueId, machineIds: [machines[0]!.id], was: [] })
    const hook = await addHook(admin, { types: ['score.submitted'], only: { ...NO_FILTERS, venueIds: [venueId] } })
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
    const { rows } = await testApp.app.database.pool.query<{ id: string }>('SELECT id FROM webhook_deliveries WHERE webhook_id = $1', [
      site.webhookId,
    ])
    expect(await admin.client.call('webhooks.delivery', { deliveryId: rows[0]!.id })).toMatchObject({ body: null, status: 500 })
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

  it('that was away while scores on many machines came gets those of each machine in order, and is asked rarely', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    receiver.answer = 'silent'
    const ids = new Map(machines.map(({ id }) => [id, [] as string[]]))
    for (let i = 0; i < 20; i++) {
      const machineId = machines[i % machines.length]!.id
      ids.get(machineId)!.push(await submit(10 + i, { machineId }))
      later(30_000)
      await take(hook)
    }
    expect(receiver.at(hook.path).length).toBeLessThan(40)
    receiver.answer = { status: 200 }
    const arrived: ReceivedMessage[] = []
    for (let minute = 0; minute < 30 && arrived.length < 20; minute++) {
      later(MINUTE)
      arrived.push(...(await take(hook)))
    }
    const got = arrived.map(({ message }) => [(message.data.machine as { id: string }).id, (message.data.score as { id: string }).id])
    expect(new Map(machines.map(({ id }) => [id, got.flatMap(([machineId, scoreId]) => (machineId === id ? [scoreId] : []))]))).toEqual(ids)
    await removeHook(admin, hook)
  })

  it('that never takes one message gets those about other machines meanwhile, and those behind it afterwards', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    const [stuck, other] = [machines[0]!.id, machines[1]!.id]
    const first = await submit(40, { machineId: stuck })
    const idOf = ({ data }: ReceivedMessage['message']) => (data.score as { id: string }).id
    receiver.answer = message => ({ status: idOf(message) === first ? 500 : 204 })
    expect(await take(hook)).toHaveLength(1)
    const behind = await submit(41, { machineId: stuck })
    const passing = [await submit(42, { machineId: other }), await submit(43, { machineId: other })]
    expect((await take(hook)).map(({ message }) => idOf(message))).toEqual(passing)
    for (let tries = 0; tries < 5; tries++) {
      later(10 * MINUTE)
      for (const { message } of await take(hook)) expect(idOf(message)).toBe(first)
      const next = await submit(50 + tries, { machineId: other })
      expect((await take(hook)).map(({ message }) => idOf(message))).toContain(next)
    }
    receiver.answer = { status: 204 }
    later(2 * HOUR)
    expect((await take(hook)).map(({ message }) => idOf(message))).toEqual([first, behind])
    await removeHook(admin, hook)
  })

  it('for which too much waits is given up, which its owners see', async () => {
    const hook = await addHook(admin, { types: ['score.submitted'] })
    await admin.client.subscribe('webhooks.list', {})
    receiver.answer = 'silent'
    await submit(60)
    await take(hook)
    await testApp.app.database.pool.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, source, lane, type, subject, body, user_ids, created_at)
       SELECT 'full ' || n, $1, 'full ' || n, 'full', 'score.submitted', '', '{}', '{}', $3 FROM generate_series(1, $2::integer) AS n`,
      [hook.webhookId, MAX_WAITING - 2, new Date(clock.now())],
    )
    await submit(61)
    await runOnce()
    await admin.client.waitUntil(
      () => (admin.client.documents('webhooks').get(hook.webhookId) as { waiting: number }).waiting === MAX_WAITING,
    )
    await submit(62)
    await runOnce()
    await admin.client.waitUntil(() => admin.client.documents('webhooks').get(hook.webhookId)?.off === 'full')
    expect(admin.client.documents('webhooks').get(hook.webhookId)).toMatchObject({ waiting: 0 })
    receiver.answer = { status: 204 }
    await take(hook)
    await admin.client.call('webhooks.edit', { webhookId: hook.webhookId, on: true })
    const told = await submit(63)
    expect((await take(hook)).map(({ message }) => (message.data.score as { id: string }).id)).toEqual([told])
    await removeHook(admin, hook)
  })

  it('has its answers in the log, page by page, for those who manage the hook', async () => {
    const hook = await addHook(owner, { groupId: await createGroup(owner, 'private') })
    receiver.answer = { status: 422, body: `no\0pe ${'é'.repeat(600)}` }
    const ids: string[] = []
    for (let i = 0; i < 52; i++) {
      ids.push(uuidv7())
      await owner.client.call('webhooks.test', { _id: ids[i], webhookId: hook.webhookId })
    }
    await take(hook)
    const deliveryId = ids[0]!
    const content = await owner.client.call<{ body: string; status: number; answer: string }>('webhooks.delivery', { deliveryId })
    expect(content).toEqual({ body: receiver.at(hook.path)[0]!.body, status: 422, answer: `nope ${'é'.repeat(495)}` })
    expect((await admin.client.tryCall('webhooks.delivery', { deliveryId })).error).toMatchObject({
      error: 404,
      details: { code: 'no-delivery' },
    })
    const log = () => [...owner.client.documents('webhookDeliveries').keys()].sort()
    await owner.client.subscribe('webhooks.log', { webhookId: hook.webhookId })
    expect(log()).toEqual(ids.slice(2))
    await owner.client.subscribe('webhooks.log', { webhookId: hook.webhookId, before: ids[2] })
    expect(log()).toEqual(ids)
    receiver.answer = { status: 204 }
    await removeHook(owner, hook)
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
      `**Ann scored 77,000,000 on ${machine}**\n<${HOOK_SITE}/scores/${scoreId}>`,
      `**New record on ${machine}: 77,000,000 by Ann**\n<${HOOK_SITE}/scores/${scoreId}>`,
    ])
    expect(discord.requests.at(-1)).toMatchObject({ method: 'POST', type: 'application/json' })
    await removeHook(admin, hook)
  })
})

describe('who has added a hook', () => {
  const EMAIL = 'maker@example.com'
  const mails = async () =>
    (await testApp.mails()).filter(({ to, text }) => to![0]!.address === EMAIL && text?.includes('/webhooks')).map(({ subject }) => subject)
  /** Lets a hook fail until it is switched off. */
  async function fail(by: TestUser, { webhookId }: Hook): Promise<void> {
    receiver.answer = { status: 503 }
    await submit(90)
    for (let tries = 0; tries < 60 && by.client.documents('webhooks').get(webhookId)?.off === undefined; tries++) {
      await runOnce()
      await testApp.settled()
      // An e-mail that is being sent while hours pass would be taken for lost, and sent again.
      await testApp.mails()
      later(4 * HOUR)
    }
    await by.client.waitUntil(() => by.client.documents('webhooks').get(webhookId)?.off === 'failing')
  }

  it('gets an e-mail when it is switched off, and no other before a message has arrived in between', async () => {
    const maker = await signUp(testApp, 'Maker', { email: EMAIL })
    await maker.client.call('verifyEmail', await testApp.linkToken(EMAIL))
    await maker.client.call('account.setLocale', { locale: 'de' })
    await grantRoles(testApp, maker.id, ['admin'])
    const hook = await addHook(maker, { types: ['score.submitted'], name: 'Ergebnisse' })
    await maker.client.subscribe('webhooks.list', {})
    const switchOn = () => maker.client.call('webhooks.edit', { webhookId: hook.webhookId, on: true })

    await fail(maker, hook)
    expect(await mails()).toEqual(['Dein Webhook Ergebnisse wurde ausgeschaltet'])
    const [mail] = (await testApp.mails()).filter(({ subject }) => subject!.startsWith('Dein Webhook'))
    expect(mail!.text).toContain(`Ergebnisse (${new URL(receiver.url).host})`)
    expect(mail!.text).toContain('Drei Tage lang ist nichts angekommen.')
    expect(mail!.text).toContain(`Webhooks öffnen\n${HOOK_SITE}/webhooks`)
    expect(mail!.text).not.toContain(hook.path)

    // It is switched on and fails again: that is known.
    await switchOn()
    await fail(maker, hook)
    expect(await mails()).toHaveLength(1)

    // Since a message has arrived, it is news.
    await switchOn()
    receiver.answer = { status: 204 }
    await submit(91)
    expect(await take(hook)).not.toEqual([])
    await fail(maker, hook)
    expect(await mails()).toHaveLength(2)

    // Who does not manage it any more is told nothing.
    await switchOn()
    receiver.answer = { status: 204 }
    await submit(92)
    expect(await take(hook)).not.toEqual([])
    const { webhookId } = hook
    await testApp.app.database.pool.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, source, lane, type, subject, body, user_ids, created_at)
       SELECT 'full again ' || n, $1, 'full again ' || n, 'full', 'score.submitted', '', '{}', '{}', $3 FROM generate_series(1, $2::integer) AS n`,
      [webhookId, MAX_WAITING, new Date(clock.now())],
    )
    await grantRoles(testApp, maker.id, [])
    receiver.answer = 'silent'
    await submit(93)
    await runOnce()
    const { rows } = await testApp.app.database.pool.query('SELECT off, mailed FROM webhooks WHERE id = $1', [webhookId])
    expect(rows).toEqual([{ off: 'full', mailed: true }])
    expect(await mails()).toHaveLength(2)
    receiver.answer = { status: 204 }
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

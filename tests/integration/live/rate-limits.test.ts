import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent } from '../helpers/events.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, logIn, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

it('refuses the sixth login of a connection in ten seconds, says when to come again, and leaves other connections alone', async () => {
  const { client } = await signUp(testApp, 'Ada')
  const login = { user: { username: 'Ada' }, password: digestPassword('wrong') }
  for (let i = 0; i < 5; i++) expect(await client.expectError('login', login)).toMatchObject({ error: 403 })
  const { error, reason, details } = await client.expectError('login', login)
  const wait = details!.timeToReset
  expect(error).toBe('too-many-requests')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(10_000)
  expect(reason).toBe(`Error, too many requests. Please slow down. You must wait ${Math.ceil(wait / 1000)} seconds before trying again.`)
  expect((await client.expectError('login', { resume: 'x' })).error).toBe('too-many-requests')
  const other = await DdpTestClient.open(testApp.endpoint)
  expect((await logIn(other, 'Ada')).type).toBe('password')
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let people = 0

const signUpUser = (of = testApp): Promise<TestUser> => signUp(of, `Player ${++people}`)

/** Returns how many of these calls passed before one was refused by a rate limit, and the ms after which the user may try again. */
async function passed({ client }: TestUser, call: (i: number) => [method: string, argument: object]): Promise<[number, number]> {
  for (let i = 0; i < 200; i++) {
    const { error } = await client.tryCall(...call(i))
    if (error?.error === 'too-many-requests') return [i, error.details!.timeToReset]
  }
  throw new Error('nothing was refused')
}

describe('a user may', () => {
  let scoreId: string

  beforeAll(async () => {
    scoreId = uuidv7()
    await (await signUpUser()).client.call('scores.submit', { _id: scoreId, machineId: await firstMachineId(testApp), value: 1000 })
  })

  it.each<[what: string, limit: number, within: number, call: (i: number) => [string, object]]>([
    ['comment 20 times a minute', 20, MINUTE, () => ['scores.comment', { _id: uuidv7(), scoreId, text: 'Well played' }]],
    ['like and unlike 60 times a minute', 60, MINUTE, i => ['scores.like', { scoreId, like: i % 2 === 0 }]],
    ['join and leave groups 30 times an hour together', 30, HOUR, i => [i % 2 === 0 ? 'groups.join' : 'groups.leave', { groupId: 'none' }]],
    ['ask for 5 exports an hour', 5, HOUR, () => ['account.export', {}]],
    [
      'try 60 administrative calls a minute, of all names together',
      60,
      MINUTE,
      i => [['cache.stats', {}] as [string, object], ['roles.delete', { name: 'none' }] as [string, object]][i % 2]!,
    ],
  ])('%s, and is told when to come again; others may go on', async (_, limit, within, call) => {
    const [person, other] = [await signUpUser(), await signUpUser()]
    const [calls, wait] = await passed(person, call)
    expect(calls).toBe(limit)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(within)
    expect((await other.client.tryCall(...call(0))).error?.error).not.toBe('too-many-requests')
  })

  it('do no more as an administrator', async () => {
    const admin = await signUpUser()
    await makeAdmin(testApp, admin.id)
    expect((await passed(admin, () => ['cache.stats', {}]))[0]).toBe(60)
  })
})

describe('groups.add', () => {
  const group = (_id = uuidv7()): object => ({ _id, name: 'League', visibility: 'public' })
  const age = async (of: TestApp, interval: string): Promise<void> =>
    void (await of.app.database.pool.query(`UPDATE groups SET created_at = created_at - $1::interval`, [interval]))

  it('makes ten groups a day, counts those that were removed and not those that are sent again, and is not forgotten over a restart', async () => {
    let person = await signUpUser()
    const made = Array.from({ length: 10 }, () => uuidv7())
    for (const _id of made) {
      await person.client.call('groups.add', group(_id))
      await person.client.call('groups.add', group(_id))
    }
    await person.client.call('groups.remove', { groupId: made[0] })
    const refusal = await person.client.expectError('groups.add', group())
    expect(refusal.error).toBe('too-many-requests')
    expect(refusal.details!.timeToReset).toBeGreaterThan(DAY - HOUR)
    expect(refusal.details!.timeToReset).toBeLessThanOrEqual(DAY)
    await (await signUpUser()).client.call('groups.add', group())
    await testApp.restart()
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.call('login', { resume: person.token })
    person = { ...person, client }
    expect((await client.expectError('groups.add', group())).error).toBe('too-many-requests')
    expect(await client.call('groups.add', group(made[1]))).toEqual({ groupId: made[1] })
    await age(testApp, '23 hours 59 minutes')
    expect((await client.expectError('groups.add', group())).details!.timeToReset).toBeLessThanOrEqual(MINUTE)
    await age(testApp, '1 minute')
    expect(await passed(person, () => ['groups.add', group()])).toEqual([10, expect.any(Number)])
  })

  it('puts 2000 people on lists of groups a day, counts those who were removed, and not those that are sent again', async () => {
    const person = await signUpUser()
    const groupId = uuidv7()
    await person.client.call('groups.add', group(groupId))
    const { pool } = testApp.app.database
    await pool.query(
      `INSERT INTO group_people (id, group_id, name, made_by, fingerprint, removed_at)
       SELECT $1::text || n, $1, '', $2, '', now() FROM generate_series(1, 1999) n`,
      [groupId, person.id],
    )
    const add = (_id = uuidv7()) => person.client.tryCall('groups.addPeople', { groupId, people: [{ _id, name: 'Ada' }] })
    const last = uuidv7()
    for (let i = 0; i < 2; i++) expect((await add(last)).error).toBe(undefined)
    const { error } = await add()
    expect(error).toMatchObject({ error: 'too-many-requests' })
    expect(error!.details!.timeToReset).toBeGreaterThan(DAY - HOUR)
    expect((await add(last)).error).toBe(undefined)
    await pool.query(`UPDATE group_people SET created_at = created_at - interval '1 day'`)
    expect((await add()).error).toBe(undefined)
  })

  it('keeps guests of events on lists until 2000 people are on them that day; the others play all the same', async () => {
    const person = await signUpUser()
    const groupId = uuidv7()
    await person.client.call('groups.add', group(groupId))
    const { pool } = testApp.app.database
    await pool.query(
      `INSERT INTO group_people (id, group_id, name, made_by, fingerprint, removed_at)
       SELECT $1::text || n, $1, '', $2, '', now() FROM generate_series(1, 1999) n`,
      [groupId, person.id],
    )
    const eventId = await createEvent(person, Date.now(), {
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [await firstMachineId(testApp)],
      groupId,
    })
    const entries = ['Ada', 'Bo', 'Cy'].map(displayName => ({ _id: uuidv7(), displayName, keep: true }))
    const { entrants } = await person.client.call<{ entrants: object[] }>('events.addPlayers', { eventId, entries })
    expect(entrants).toEqual(entries.map(({ _id }) => ({ _id, entrantId: _id })))
    const names = async () => {
      const { rows } = await pool.query<{ name: string }>('SELECT name FROM group_people WHERE group_id = $1 AND removed_at IS NULL', [
        groupId,
      ])
      return rows.map(({ name }) => name).sort()
    }
    expect(await names()).toEqual(['Ada'])
    const keepBo = { eventId, entrantId: entries[1]!._id, keep: true }
    const refusal = await person.client.expectError('events.editEntrant', keepBo)
    expect(refusal.error).toBe('too-many-requests')
    expect(refusal.details!.timeToReset).toBeGreaterThan(DAY - HOUR)
    await pool.query(`UPDATE group_people SET created_at = created_at - interval '1 day' WHERE name = ''`)
    await person.client.call('events.editEntrant', keepBo)
    expect(await names()).toEqual(['Ada', 'Bo'])
  })

  it('makes ten of many calls at the same moment', async () => {
    const person = await signUpUser()
    const clients = await Promise.all(Array.from({ length: 4 }, () => DdpTestClient.open(testApp.endpoint)))
    for (const client of clients) await client.call('login', { resume: person.token })
    const answers = await Promise.all(clients.flatMap(client => Array.from({ length: 5 }, () => client.tryCall('groups.add', group()))))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(10)
    expect(answers.filter(({ error }) => error?.error === 'too-many-requests')).toHaveLength(10)
  })

  it.each(['warn', 'off'] as const)('makes as many as one likes with RATE_LIMITS=%s', async rateLimits => {
    const log = new RecordedLog('warn')
    const lax = await createTestApp({ config: { rateLimits }, log: log.log })
    const person = await signUpUser(lax)
    for (let i = 0; i < 12; i++) await person.client.call('groups.add', group())
    expect(log.text.match(/a rate limit would have refused this/g) ?? []).toHaveLength(rateLimits === 'warn' ? 2 : 0)
    await lax.close()
  })
})

describe('visitors behind one address', () => {
  let limited: TestApp

  beforeAll(async () => {
    limited = await createTestApp({ clock: createSettableClock(), config: { forwardedCount: 1 } })
  })
  afterAll(() => limited.close())

  const visitor = (address: string): Promise<DdpTestClient> => DdpTestClient.open(limited.endpoint, { 'x-forwarded-for': address })

  /** Calls until a rate limit refuses, each time by the next of the clients. @returns how many calls passed */
  async function passedOf(clients: readonly DdpTestClient[], most: number, method: string, argument: object): Promise<number> {
    for (let i = 0; i < most; i++) {
      const { error } = await clients[i % clients.length]!.tryCall(method, argument)
      if (error?.error !== 'too-many-requests') continue
      expect(error.details!.timeToReset).toBeLessThanOrEqual(MINUTE)
      return i
    }
    throw new Error('nothing was refused')
  }

  it('may export events 20 times a minute on a connection and 60 times in all, an IPv6 /64 being one address', async () => {
    const clients = []
    for (let i = 1; i <= 4; i++) clients.push(await visitor(`2001:db8:0:7::${i}`))
    const exported = { eventId: 'none', as: 'csv' }
    expect(await passedOf(clients.slice(0, 1), 100, 'events.export', exported)).toBe(20)
    // The refused call counted too.
    expect(await passedOf(clients.slice(1), 100, 'events.export', exported)).toBe(39)
    const other = await visitor('2001:db8:0:8::1')
    expect((await other.expectError('events.export', exported)).error).toBe(404)
  })

  it('may search 1,200 times a minute while they type', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => visitor('192.0.2.1')))
    expect(await passedOf(clients, 1300, 'search', { text: '' })).toBe(1200)
    expect(await (await visitor('192.0.2.2')).call('search', { text: '' })).toMatchObject({ machines: [] })
  })
})

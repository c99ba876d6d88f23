import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { LogLines } from './log-lines.ts'
import { digestOf, logIn, makeAdmin, type SignedUp, signUp, someMachine } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('refuses the sixth login of a connection in ten seconds, says when to come again, and leaves other connections alone', async () => {
  const { wire } = await signUp(world, 'Ada')
  const login = { user: { username: 'Ada' }, password: digestOf('wrong') }
  for (let i = 0; i < 5; i++) expect(await wire.refusal('login', login)).toMatchObject({ error: 403 })
  const { error, reason, details } = await wire.refusal('login', login)
  const wait = details!.timeToReset
  expect(error).toBe('too-many-requests')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(10_000)
  expect(reason).toBe(`Error, too many requests. Please slow down. You must wait ${Math.ceil(wait / 1000)} seconds before trying again.`)
  expect((await wire.refusal('login', { resume: 'x' })).error).toBe('too-many-requests')
  const other = await Wire.open(world.endpoint)
  expect((await logIn(other, 'Ada')).type).toBe('password')
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let people = 0

const somebody = (of = world): Promise<SignedUp> => signUp(of, `Player ${++people}`)

/** Returns how many of these calls passed before one was refused by a rate limit, and the ms after which the user may try again. */
async function passed({ wire }: SignedUp, call: (i: number) => [method: string, argument: object]): Promise<[number, number]> {
  for (let i = 0; i < 200; i++) {
    const { error } = await wire.attempt(...call(i))
    if (error?.error === 'too-many-requests') return [i, error.details!.timeToReset]
  }
  throw new Error('nothing was refused')
}

describe('a user may', () => {
  let scoreId: string

  beforeAll(async () => {
    scoreId = uuidv7()
    await (await somebody()).wire.call('scores.submit', { _id: scoreId, machineId: await someMachine(world), value: 1000 })
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
    const [person, other] = [await somebody(), await somebody()]
    const [calls, wait] = await passed(person, call)
    expect(calls).toBe(limit)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(within)
    expect((await other.wire.attempt(...call(0))).error?.error).not.toBe('too-many-requests')
  })

  it('do no more as an administrator', async () => {
    const admin = await somebody()
    await makeAdmin(world, admin.id)
    expect((await passed(admin, () => ['cache.stats', {}]))[0]).toBe(60)
  })
})

describe('groups.add', () => {
  const group = (_id = uuidv7()): object => ({ _id, name: 'League', visibility: 'public' })
  const age = async (of: World, interval: string): Promise<void> =>
    void (await of.app.database.pool.query(`UPDATE groups SET created_at = created_at - $1::interval`, [interval]))

  it('makes ten groups a day, counts those that were removed and not those that are sent again, and is not forgotten over a restart', async () => {
    let person = await somebody()
    const made = Array.from({ length: 10 }, () => uuidv7())
    for (const _id of made) {
      await person.wire.call('groups.add', group(_id))
      await person.wire.call('groups.add', group(_id))
    }
    await person.wire.call('groups.remove', { groupId: made[0] })
    const refusal = await person.wire.refusal('groups.add', group())
    expect(refusal.error).toBe('too-many-requests')
    expect(refusal.details!.timeToReset).toBeGreaterThan(DAY - HOUR)
    expect(refusal.details!.timeToReset).toBeLessThanOrEqual(DAY)
    await (await somebody()).wire.call('groups.add', group())
    await world.restart()
    const wire = await Wire.open(world.endpoint)
    await wire.call('login', { resume: person.token })
    person = { ...person, wire }
    expect((await wire.refusal('groups.add', group())).error).toBe('too-many-requests')
    expect(await wire.call('groups.add', group(made[1]))).toEqual({ groupId: made[1] })
    await age(world, '23 hours 59 minutes')
    expect((await wire.refusal('groups.add', group())).details!.timeToReset).toBeLessThanOrEqual(MINUTE)
    await age(world, '1 minute')
    expect(await passed(person, () => ['groups.add', group()])).toEqual([10, expect.any(Number)])
  })

  it('makes ten of many calls at the same moment', async () => {
    const person = await somebody()
    const wires = await Promise.all(Array.from({ length: 4 }, () => Wire.open(world.endpoint)))
    for (const wire of wires) await wire.call('login', { resume: person.token })
    const answers = await Promise.all(wires.flatMap(wire => Array.from({ length: 5 }, () => wire.attempt('groups.add', group()))))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(10)
    expect(answers.filter(({ error }) => error?.error === 'too-many-requests')).toHaveLength(10)
  })

  it.each(['warn', 'off'] as const)('makes as many as one likes with RATE_LIMITS=%s', async rateLimits => {
    const lines = new LogLines('warn')
    const lax = await createWorld({ config: { rateLimits }, log: lines.log })
    const person = await somebody(lax)
    for (let i = 0; i < 12; i++) await person.wire.call('groups.add', group())
    expect(lines.text.match(/a rate limit would have refused this/g) ?? []).toHaveLength(rateLimits === 'warn' ? 2 : 0)
    await lax.close()
  })
})

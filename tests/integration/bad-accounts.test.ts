import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { HIGH_SURROGATE, HUGE, LOW_SURROGATE, NUL } from '../contracts/bad-values.ts'
import { digestOf, PASSWORD, type SignedUp, signUp } from './people.ts'
import { rowCounts } from './tables.ts'
import { Wire, type WireError } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let ada: SignedUp
let visitor: Wire
let before: Record<string, number>

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada', { email: 'ada@example.com' })
  visitor = await Wire.open(world.endpoint)
})
beforeEach(async () => {
  before = await rowCounts(world)
})
afterEach(async () => {
  expect(await rowCounts(world)).toEqual(before)
  expect(visitor.documents('users').size).toBe(0)
  expect(await visitor.call('machines.search', { text: '' })).not.toHaveLength(0)
})
afterAll(() => world.close())

const KNOWN: [number, string][] = [
  [400, 'Match failed'],
  [400, 'Unrecognized options for login request'],
  [400, 'Need to set a username or email'],
  [403, 'Something went wrong. Please check your credentials.'],
  [403, "You've been logged out by the server. Please log in again."],
  [403, 'User validation failed'],
  [403, 'Passwords need at least 8 characters.'],
  [403, 'Username already exists.'],
  [401, 'Must be logged in'],
  [403, 'Token expired'],
  [403, 'Verify email link expired'],
]
const expectKnown = ({ error, reason }: WireError): void => expect(KNOWN).toContainEqual([error, reason])

const ODD: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  [],
  {},
  { $gt: '' },
  new Date(0),
  new Uint8Array(3),
  NUL,
  HIGH_SURROGATE,
  LOW_SURROGATE,
  HUGE,
]
const isPlain = (value: unknown): boolean => Object.getPrototypeOf(value ?? 0) === Object.prototype
const proto = JSON.parse('{"__proto__":{"username":"Ada"},"constructor":"Ada"}') as object
const password = digestOf('wrong wrong')

it('refuses odd logins with an error of the catalogue', async () => {
  for (const odd of ODD) {
    for (const options of [
      odd,
      { user: odd, password },
      { user: { username: odd }, password },
      { user: { email: odd }, password },
      { user: { id: odd }, password },
      { user: { username: 'Ada' }, password: odd },
      { user: { username: 'Ada' }, password: { digest: odd, algorithm: 'sha-256' } },
      { user: { username: 'Ada', nope: odd }, password },
      { resume: odd },
    ])
      expectKnown(await visitor.refusal('login', options))
  }
  for (const options of [proto, { user: proto, password }, { user: { username: 'Ada' }, password: proto }, { resume: proto }])
    expectKnown(await visitor.refusal('login', options))
})

it('refuses odd sign-ups with an error of the catalogue', async () => {
  for (const odd of ODD) {
    for (const options of [
      odd,
      { username: 'New', password: typeof odd === 'string' ? [odd] : odd },
      { username: odd, password },
      { email: odd, password },
      { username: 'New', password: { digest: odd, algorithm: 'sha-256' } },
      { username: 'New', password, profile: isPlain(odd) ? [odd] : odd },
    ])
      expectKnown(await visitor.refusal('createUser', options))
  }
  for (const address of [
    `a${NUL}@example.com`,
    `a${HIGH_SURROGATE}@example.com`,
    `a${LOW_SURROGATE}@example.com`,
    `a@b\u0007.com`,
    `${HUGE.slice(0, 300)}@b.co`,
  ])
    expectKnown(await visitor.refusal('createUser', { email: address, password }))
  for (const username of ['<script>', '../x', 'a/b', '@', 'a@b.co', '\u202ex', ' .', '-x', NUL, HIGH_SURROGATE, '\u200b'])
    expectKnown(await visitor.refusal('createUser', { username, password }))
  for (const profile of [
    { name: NUL },
    { name: HIGH_SURROGATE },
    { [NUL]: 1 },
    { [LOW_SURROGATE]: 1 },
    { name: 'x'.repeat(61) },
    { more: HUGE },
    { deep: [[[HIGH_SURROGATE]]] },
  ])
    expectKnown(await visitor.refusal('createUser', { username: 'New', password, profile }))
})

it('refuses odd arguments of every other call with an error of the catalogue', async () => {
  for (const odd of ODD) {
    for (const [method, ...params] of [
      ['login', { user: { username: 'Ada' }, srp: odd, password }],
      ['login', { user: { username: odd }, srp: 'x', password }],
      ['changePassword', odd, password],
      ['changePassword', password, odd],
      ['forgotPassword', odd],
      ['resetPassword', odd, password],
      ['resetPassword', 'x', odd],
      ['verifyEmail', odd],
    ] as [string, ...unknown[]][])
      expectKnown(await visitor.refusal(method, ...params))
    for (const method of ['configureLoginService', '/users/insert', '/users/update', '/users/remove'])
      expect(await visitor.refusal(method, odd, odd)).toMatchObject({ error: 403 })
    for (const method of ['getNewToken', 'removeOtherTokens', 'logoutOtherClients'])
      expect(await visitor.refusal(method, odd)).toMatchObject({ error: 'You are not logged in.' })
    expect(await visitor.call('analytics.getUserEmail', odd)).toBe(null)
  }
  expect(await ada.wire.call('account.sessions', {})).toHaveLength(1)
})

it('answers any options of login and any of sign-up without a user with an error of the catalogue', async () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const options = fc.record({ user: value, password: value, resume: value, profile: value, srp: value }, { requiredKeys: [] })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('login', 'createUser'), options, async (method, given) => {
      expectKnown(await visitor.refusal(method, given))
    }),
    { seed: 20_261_121, numRuns: 300 },
  )
})

it('keeps the prototype of a profile out of what it stores', async () => {
  const { rows } = await world.app.database.pool.query(`SELECT profile FROM users WHERE id = $1`, [ada.id])
  expect(rows).toEqual([{ profile: {} }])
  expect(({} as Record<string, unknown>).username).toBe(undefined)
  expect(PASSWORD.length).toBeGreaterThan(7)
})

it('logs out whatever it is given', async () => {
  for (const odd of ODD) expect(await visitor.call('logout', odd, odd)).toBe(null)
})

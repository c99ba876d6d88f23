import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DENIED } from '#accounts/contract/accounts.ts'
import { HIGH_SURROGATE, HUGE, LOW_SURROGATE, NUL } from '../../contracts/invalid-values.ts'
import { countRows } from '../helpers/db.ts'
import { DdpTestClient, type MeteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let visitor: DdpTestClient
let before: Record<string, number>

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada', { email: 'ada@example.com' })
  visitor = await DdpTestClient.open(testApp.endpoint)
})
beforeEach(async () => {
  before = await countRows(testApp)
})
afterEach(async () => {
  expect(await countRows(testApp)).toEqual(before)
  expect(visitor.documents('users').size).toBe(0)
  expect(await visitor.call('machines.search', { text: '' })).not.toHaveLength(0)
})
afterAll(() => testApp.close())

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
const expectKnown = ({ error, reason }: MeteorError): void => expect(KNOWN).toContainEqual([error, reason])

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
const password = digestPassword('wrong wrong')

it('refuses odd logins with an error of the catalogue', async () => {
  for (const invalid of ODD) {
    for (const options of [
      invalid,
      { user: invalid, password },
      { user: { username: invalid }, password },
      { user: { email: invalid }, password },
      { user: { id: invalid }, password },
      { user: { username: 'Ada' }, password: invalid },
      { user: { username: 'Ada' }, password: { digest: invalid, algorithm: 'sha-256' } },
      { user: { username: 'Ada', nope: invalid }, password },
      { resume: invalid },
    ])
      expectKnown(await visitor.expectError('login', options))
  }
  for (const options of [proto, { user: proto, password }, { user: { username: 'Ada' }, password: proto }, { resume: proto }])
    expectKnown(await visitor.expectError('login', options))
})

it('refuses odd sign-ups with an error of the catalogue', async () => {
  for (const invalid of ODD) {
    for (const options of [
      invalid,
      { username: 'New', password: typeof invalid === 'string' ? [invalid] : invalid },
      { username: invalid, password },
      { email: invalid, password },
      { username: 'New', password: { digest: invalid, algorithm: 'sha-256' } },
      { username: 'New', password, profile: isPlain(invalid) ? [invalid] : invalid },
    ])
      expectKnown(await visitor.expectError('createUser', options))
  }
  for (const address of [
    `a${NUL}@example.com`,
    `a${HIGH_SURROGATE}@example.com`,
    `a${LOW_SURROGATE}@example.com`,
    `a@b\u0007.com`,
    `${HUGE.slice(0, 300)}@b.co`,
  ])
    expectKnown(await visitor.expectError('createUser', { email: address, password }))
  for (const username of ['<script>', '../x', 'a/b', '@', 'a@b.co', '\u202ex', ' .', '-x', NUL, HIGH_SURROGATE, '\u200b'])
    expectKnown(await visitor.expectError('createUser', { username, password }))
  for (const profile of [
    { name: NUL },
    { name: HIGH_SURROGATE },
    { [NUL]: 1 },
    { [LOW_SURROGATE]: 1 },
    { name: 'x'.repeat(61) },
    { more: HUGE },
    { deep: [[[HIGH_SURROGATE]]] },
  ])
    expectKnown(await visitor.expectError('createUser', { username: 'New', password, profile }))
})

it('refuses odd arguments of every other call with an error of the catalogue', async () => {
  for (const invalid of ODD) {
    for (const [method, ...params] of [
      ['login', { user: { username: 'Ada' }, srp: invalid, password }],
      ['login', { user: { username: invalid }, srp: 'x', password }],
      ['changePassword', invalid, password],
      ['changePassword', password, invalid],
      ['forgotPassword', invalid],
      ['resetPassword', invalid, password],
      ['resetPassword', 'x', invalid],
      ['verifyEmail', invalid],
    ] as [string, ...unknown[]][])
      expectKnown(await visitor.expectError(method, ...params))
    for (const method of Object.keys(DENIED)) expect(await visitor.expectError(method, invalid, invalid)).toMatchObject({ error: 403 })
    for (const method of ['getNewToken', 'removeOtherTokens', 'logoutOtherClients'])
      expect(await visitor.expectError(method, invalid)).toMatchObject({ error: 'You are not logged in.' })
    expect(await visitor.call('analytics.getUserEmail', invalid)).toBe(null)
  }
  expect(await ada.client.call('account.sessions', {})).toHaveLength(1)
})

it('answers any options of login and any of sign-up without a user with an error of the catalogue', async () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const options = fc.record({ user: value, password: value, resume: value, profile: value, srp: value }, { requiredKeys: [] })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('login', 'createUser'), options, async (method, input) => {
      expectKnown(await visitor.expectError(method, input))
    }),
    { seed: 20_261_121, numRuns: 300 },
  )
})

it('keeps the prototype of a profile out of what it stores', async () => {
  const { rows } = await testApp.app.database.pool.query(`SELECT profile FROM users WHERE id = $1`, [ada.id])
  expect(rows).toEqual([{ profile: {} }])
  expect(({} as Record<string, unknown>).username).toBe(undefined)
  expect(PASSWORD.length).toBeGreaterThan(7)
})

it('logs out whatever it is given', async () => {
  for (const invalid of ODD) expect(await visitor.call('logout', invalid, invalid)).toBe(null)
})

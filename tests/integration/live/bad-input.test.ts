import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '#ddp/server/server-settings.ts'
import { MAX_CSV } from '#imports/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { MAX_NVRAM_FILE } from '#stations/contract/nvram.ts'
import { type Contract, isPublication, loadContracts } from '../../contracts/all.ts'
import { invalidMemberValues, NUL, UNKNOWN_KEYS, WRONG_PARAMS, withMember } from '../../contracts/invalid-values.ts'
import { type Member, parseMembers } from '../../contracts/schema.ts'
import { boundaryValues, MISSING_ID, validArgument, validValue } from '../../contracts/valid-values.ts'
import { UNREACHABLE_PROVIDER } from '../fakes/oidc-provider.ts'
import { UNREACHABLE_PATREON } from '../fakes/patreon.ts'
import { countRows } from '../helpers/db.ts'
import type { MeteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, signUp, type TestUser } from '../helpers/users.ts'

/** Properties of a call that do not follow from its contract. */
interface Odd {
  /** a well-formed argument that refers to nothing that exists, if one generated from the contract does not do */
  foreign?: Record<string, unknown>
  /** code of the error that it gets; null: none */
  answer?: number | null
  /** true if that argument, or one that differs from it in one place only, has an effect */
  writes?: true
}

const wrongPassword = digestPassword('not hers at all')

const ODD: Record<string, Odd> = {
  'account.addPasskey': { answer: 409 },
  'account.beginSecondStep': { foreign: { password: wrongPassword }, answer: 403 },
  'account.confirmSignIn': { foreign: { password: wrongPassword }, answer: 403 },
  'account.disableSecondStep': { foreign: { password: wrongPassword, code: '000000' }, answer: 403 },
  'account.enableSecondStep': { answer: 409 },
  'account.renewRecoveryCodes': { foreign: { password: wrongPassword, code: '000000' }, answer: 403 },
  'account.delete': { foreign: { password: wrongPassword, eraseScores: false }, answer: 403 },
  'account.deleteByPassword': { foreign: { name: 'Nobody', password: wrongPassword, eraseScores: false }, answer: 403 },
  'account.export': { writes: true },
  'account.exportByPassword': { foreign: { name: 'Nobody', password: wrongPassword }, answer: 403 },
  'account.sendVerification': { answer: 409 },
  'account.setEmail': { foreign: { email: 'ada@example.com', password: wrongPassword }, answer: 403 },
  'groups.add': { foreign: { _id: MISSING_ID, name: 'x', visibility: 'public', picture: { key: 'nowhere' } } },
  'venues.add': { foreign: { _id: MISSING_ID, name: 'x', groupId: MISSING_ID }, answer: 404 },
  'webhooks.add': { foreign: { _id: MISSING_ID, name: 'x', address: 'https://example.com/hook', types: ['score.record'] }, answer: 403 },
  'webhooks.list': { answer: 403 },
  'oauth.add': {
    foreign: { _id: MISSING_ID, name: 'x', redirectUris: ['https://example.com/back'], isConfidential: true },
    answer: 403,
  },
  'venues.importMachines': { foreign: { venueId: MISSING_ID, json: '{"machines":[]}', dryRun: true } },
  'stations.report': { foreign: { id: 'x', station: MISSING_ID, plays: [{ score: 1 }] }, answer: 401 },
  'stations.reportLive': { foreign: { boards: [] }, answer: 401 },
  'stations.readNvram': { foreign: { venueId: MISSING_ID, stationId: MISSING_ID, rom: 'example_l1', file: 'AAECAw==', dryRun: true } },
  'stations.setInitials': { foreign: { venueId: MISSING_ID, initials: 'ABC' } },
  // Tables without the columns that are needed.
  'imports.scores': { foreign: { _id: MISSING_ID, csv: 'x', dryRun: true }, answer: 400 },
  'imports.people': { foreign: { _id: MISSING_ID, groupId: MISSING_ID, csv: 'name', dryRun: true } },
  'imports.event': { foreign: { _id: MISSING_ID, matchPlay: { tournament: '1', token: 'x' }, dryRun: true }, answer: 403 },
  'imports.ifpa': { answer: 409 },
  // A key that has expired already.
  'keys.add': { foreign: { _id: MISSING_ID, name: 'x', scopes: ['read'], expiresAt: new Date(0) }, answer: 400 },
  'groups.join': { foreign: { groupId: MISSING_ID }, answer: 404 },
  'scores.voids': { foreign: { eventId: MISSING_ID }, answer: 404 },
  'notifications.set': { writes: true },
  'notifications.subscribe': {
    foreign: { endpoint: 'https://nowhere.example/x', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
    answer: 400,
  },
  'patreon.begin': { writes: true },
  'patreon.confirm': { answer: 403 },
  'events.openDevice': { foreign: { token: 'T'.repeat(43), key: 'K'.repeat(43) } },
  'events.leaveKiosk': { foreign: { key: 'K'.repeat(43), code: 'multiball' }, answer: 403 },
  'scores.openKiosk': { foreign: { token: 'T'.repeat(43), key: 'K'.repeat(43) } },
  'scores.leaveKiosk': { foreign: { key: 'K'.repeat(43), code: 'multiball' }, answer: 403 },
  'scores.enter': { foreign: { _id: MISSING_ID, key: 'K'.repeat(43), userId: MISSING_ID, value: 1000 }, answer: 403 },
  'events.addFinals': {
    foreign: { _id: uuidv7(), eventId: MISSING_ID, name: 'Finals', format: { kind: 'ladder', groupSize: 2 }, count: 8 },
  },
  'series.addFinals': { foreign: { seriesId: MISSING_ID, eventId: MISSING_ID, best: 8 } },
  'events.setSeeds': { foreign: { eventId: MISSING_ID, previous: MISSING_ID } },
  'events.presence': { foreign: { eventId: MISSING_ID, entrantId: MISSING_ID, presence: 'here' } },
  'ratings.hide': { writes: true },
  'players.edit': { foreign: { picture: { key: 'nowhere' } }, answer: 404, writes: true },
}

/** More bad values, by the name of the member: only the server can recognise them, or a schema checks them in its own way. */
const BAD_TOO: Record<string, unknown[]> = {
  achievedAt: [new Date(Date.UTC(2100, 0))],
  timeZone: ['Europe/Nowhere', '../UTC'],
  machineIds: [['x', 'x']],
  scope: [JSON.parse('{"machineId":"x","__proto__":{"groupId":"g"}}'), { groupId: 'g' }, { machineId: NUL }],
  format: [
    { kind: 'pin-golf', balls: 3, targets: {}, missed: 'simple' },
    { kind: 'best-game', points: { custom: [1, 2] } },
    { kind: 'best-game', points: { custom: [2, 2] } },
  ],
}

/** Members that may contain any text up to a length, because it is not stored. */
const ANY_TEXT: Record<string, number> = { csv: MAX_CSV, file: MAX_NVRAM_FILE, password: 1000 }
const isText = (value: unknown, max: number): boolean => typeof value === 'string' && value !== '' && value.length <= max

/** How the server describes a value that is outside a contract's bounds. */
const BEYOND = /^must (have at|hold|not be empty|not hold|be a number|be a whole|be one of|be text|be a date|be a list|be an id)/

/** The mission's clients send no argument with it, and the server does not check any. */
const UNASKED = ['_roles']
/** Where `access` begins with one of these, the role, which Ada does not have, is checked before anything else. */
const BY_ROLE = /^(administrators|moderators|machine editors|event directors)\b/

interface Call {
  contract: Contract
  members: Member[]
  foreign: Record<string, unknown>
  answer: number | null
  writes: boolean
}

/** Returns the error that a contract specifies for a call that refers to nothing that exists; null: none. */
function getAnswer({ terms }: Contract, members: readonly Member[]): number | null {
  if (BY_ROLE.test(terms.access)) return 403
  const hasNotFound = terms.errors.some(({ error }) => error === 404)
  return hasNotFound && members.some(({ optional }) => !optional) ? 404 : null
}

const ROWS = (await loadContracts())
  .filter(({ name }) => !UNASKED.includes(name))
  .map((contract): [string, Call] => {
    const members = parseMembers(contract.input)
    const { foreign = validArgument(contract), answer = getAnswer(contract, members), writes = false } = ODD[contract.name] ?? {}
    return [contract.name, { contract, members, foreign, answer, writes }]
  })

let testApp: TestApp
let ada: TestUser
let before: Record<string, number>

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off', patreon: UNREACHABLE_PATREON, loginProviders: [UNREACHABLE_PROVIDER] } })
  ada = await signUp(testApp, 'Ada')
  await ada.client.call('scores.submit', { _id: uuidv7(), machineId: await firstMachineId(testApp), value: 5 })
  await ada.client.call('players.edit', { bio: 'Plays' })
})
afterAll(() => testApp.close())

/**
 * Expects that the tests of this block write nothing, and that the site goes on working after each. Counting the rows takes longer than most
 * tests, so they are counted before and after the whole block; if some of its tests write, before and after each test.
 */
function expectNothingWritten(someWrite = false): void {
  const count = async (): Promise<void> => {
    before = await countRows(testApp)
  }
  const compare = async (): Promise<void> => expect(await countRows(testApp)).toEqual(before)
  if (someWrite) {
    beforeEach(count)
    afterEach(compare)
  } else {
    beforeAll(count)
    afterAll(compare)
  }
  afterEach(async () => {
    expect(await ada.client.call('machines.search', { text: '' })).not.toHaveLength(0)
  })
}

/** Returns the error of a call or a subscription with these parameters; null: none. */
async function getError(contract: Contract, params: readonly unknown[]): Promise<MeteorError | null> {
  if (!isPublication(contract)) return (await ada.client.tryCall(contract.name, ...params)).error ?? null
  const subscription = await ada.client.subscribe(contract.name, ...params)
  if (subscription.error === null) await ada.client.unsubscribe(subscription)
  return subscription.error
}

/** Expects the error to be the specified 400 about this field. @param value the value of the field */
function about(error: MeteorError | null, field: string, value: unknown): void {
  // A call that is longer than a message may be is not read at all.
  if (Buffer.byteLength(JSON.stringify(value) ?? '') > DEFAULT_LIMITS.messageSize) return expect(error).toMatchObject({ error: 413 })
  expect(error, `${field}: ${JSON.stringify(value)?.slice(0, 200)}`).toMatchObject({
    isClientSafe: true,
    error: 400,
    errorType: 'Meteor.Error',
  })
  const { reason, details, message } = error!
  const [{ path, message: problem, code }] = details as unknown as [{ path: string; message: string; code: string }]
  expect(code).toMatch(/^[a-z-]+$/)
  expect(path.split('.')[0]).toBe(field)
  expect(reason).toBe(`${path || 'The argument'} ${problem}.`)
  expect(message).toBe(`${reason} [400]`)
}

describe.each(ROWS)('%s', (_, { contract, members, foreign, answer, writes }) => {
  expectNothingWritten(writes)

  it('refuses whatever is not exactly one object', async () => {
    for (const params of WRONG_PARAMS)
      expect(await getError(contract, params)).toMatchObject({
        error: 400,
        reason: 'This takes exactly one argument, an object.',
        details: [{ path: '' }],
      })
    expect(await getError(contract, [foreign, foreign])).toMatchObject({ error: 400 })
  })

  it('[Z3] names the key that it does not know', async () => {
    for (const key of UNKNOWN_KEYS) {
      const error = await getError(contract, [withMember(foreign, key, { $gt: '' })])
      expect(error).toMatchObject({ error: 400, details: [{ path: key, message: 'is not known here' }] })
    }
  })

  it('names the key that is missing', async () => {
    for (const { key } of members.filter(({ optional }) => !optional)) {
      const { [key]: _, ...rest } = foreign
      expect(await getError(contract, [rest])).toMatchObject({ error: 400, details: [{ path: key, message: 'is missing' }] })
    }
  })

  it('names the field whose value is bad', async () => {
    for (const member of members) {
      const { key } = member
      const bad = invalidMemberValues(member).filter(value => !isText(value, ANY_TEXT[key] ?? 0))
      for (const value of [...bad, ...(BAD_TOO[key] ?? [])]) about(await getError(contract, [withMember(foreign, key, value)]), key, value)
    }
  })

  it('takes what is just within its bounds', async () => {
    for (const { key, shape } of members) {
      for (const value of boundaryValues(shape)) {
        const error = await getError(contract, [withMember(foreign, key, value)])
        const problems = error?.error === 400 ? error.details!.filter(({ path, message }) => path === key && BEYOND.test(message)) : []
        expect(problems, JSON.stringify(value)).toEqual([])
      }
    }
    if (writes) before = await countRows(testApp)
  })

  it('answers well-formed ids of nothing as specified', async () => {
    expect((await getError(contract, [foreign]))?.error ?? null).toBe(answer)
    for (const { key, shape } of members.filter(each => each.optional && each.shape.kind === 'id' && !(each.key in foreign))) {
      const error = await getError(contract, [{ ...foreign, [key]: validValue(shape) }])
      expect([answer, 400, 404], key).toContain(error?.error ?? null)
    }
    if (writes) before = await countRows(testApp)
  })

  if (members.length === 0) return
  it('[F1] answers any value in any place with 400 about that place, or as if it were fine, never with 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...members.map(({ key }) => key)), fc.jsonValue({ maxDepth: 3 }), async (key, value) => {
        const error = await getError(contract, [withMember(foreign, key, value)])
        if (error?.error === 400) about(error, key, value)
        else expect([undefined, 403, 404, answer]).toContain(error?.error)
      }),
      { seed: 20_261_121, numRuns: 40 },
    )
    if (writes) before = await countRows(testApp)
  })
})

it('takes nothing from visitors that only players may do', async () => {
  const { client } = await signUp(testApp, `v${Date.now()}`)
  await client.call('logout')
  const refusal = { error: 401, reason: 'Please sign in first.' }
  // A reporter is let in by its key, and needs no user.
  const open = ['everybody', 'reporter of the venue']
  for (const [name, { contract, foreign }] of ROWS.filter(([, { contract }]) => !open.includes(contract.terms.access))) {
    const error = isPublication(contract) ? (await client.subscribe(name, foreign)).error : await client.expectError(name, foreign)
    expect(error, name).toMatchObject(refusal)
  }
})

it('knows every call and publication that the application has a contract of', () => {
  const { methods, publications } = testApp.app.ddp.names
  expect(ROWS.length).toBeGreaterThan(90)
  for (const [name, { contract }] of ROWS) expect(isPublication(contract) ? publications : methods).toContain(name)
  expect(Object.keys(ODD).filter(name => !ROWS.some(([known]) => known === name))).toEqual([])
})

describe('what the contract alone does not say', () => {
  expectNothingWritten()

  it('wants one of groupId and code to join a group, and not both', async () => {
    const { client } = ada
    about(await client.expectError('groups.join', {}), 'groupId', undefined)
    about(await client.expectError('groups.join', { groupId: MISSING_ID, code: 'x' }), 'code', 'x')
  })

  it('names events, pictures and groups that are not there', async () => {
    const machineId = await firstMachineId(testApp)
    const score = { _id: uuidv7(), machineId, value: 5 }
    expect(await ada.client.expectError('scores.submit', { ...score, eventId: 'e' })).toMatchObject({ error: 404 })
    expect(await ada.client.expectError('scores.submit', { ...score, picture: { key: 'k' } })).toMatchObject({ error: 404 })
    about(await ada.client.expectError('scores.submit', { ...score, strokes: 3 }), 'strokes', 3)
    for (const scope of [
      { eventId: 'e', machineId },
      { groupId: 'g', machineId },
    ])
      expect(await ada.client.expectError('boards.place', { scope, userId: ada.id })).toMatchObject({ error: 404 })
    for (const place of [{ machineId: MISSING_ID }, { groupId: 'g' }, { eventId: 'e' }])
      expect((await ada.client.subscribe('scores.recent', place)).error).toMatchObject({ error: 404 })
    expect((await ada.client.subscribe('events.list', { groupId: MISSING_ID })).error).toMatchObject({ error: 404 })
  })
})

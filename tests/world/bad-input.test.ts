import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/id.ts'
import { BAD, type Kind, UNKNOWN_KEYS, WRONG_PARAMS } from './bad-values.ts'
import { type SignedUp, signUp, someMachine } from './people.ts'
import { rowCounts } from './tables.ts'
import type { WireError } from './wire.ts'
import { createWorld, type World } from './world.ts'

interface Call {
  publication?: true
  /** what it takes; `!` marks what may not be missing */
  takes: Record<string, Kind | `${Kind}!`>
  /** an argument that is right in shape and names nothing that is there */
  foreign: Record<string, unknown>
  /** what that one is answered */
  answer: number | 'ready' | 'nothing'
}

const NOWHERE = '0190f7a2-1c6b-7abc-8abc-0123456789ab'

const CALLS: Record<string, Call> = {
  'scores.submit': {
    takes: {
      _id: 'newId!',
      machineId: 'id!',
      value: 'value!',
      achievedAt: 'instant',
      eventId: 'id',
      strokes: 'strokes',
      comment: 'comment',
      picture: 'picture',
      location: 'location',
    },
    foreign: { _id: NOWHERE, machineId: NOWHERE, value: 5 },
    answer: 404,
  },
  'scores.edit': {
    takes: { scoreId: 'id!', value: 'value', strokes: 'strokes', comment: 'comment', picture: 'picture' },
    foreign: { scoreId: NOWHERE, value: 5 },
    answer: 404,
  },
  'scores.remove': { takes: { scoreId: 'id!' }, foreign: { scoreId: NOWHERE }, answer: 404 },
  'boards.place': {
    takes: { scope: 'scope!', window: 'window', userId: 'id!' },
    foreign: { scope: { machineId: NOWHERE }, userId: NOWHERE },
    answer: 404,
  },
  'boards.around': {
    takes: { scope: 'scope!', window: 'window', userId: 'id!', radius: 'radius' },
    foreign: { scope: { machineId: NOWHERE }, userId: NOWHERE },
    answer: 404,
  },
  'machines.search': { takes: { text: 'searchText!', limit: 'limit' }, foreign: { text: 'qqqqqqqqqqqq' }, answer: 'nothing' },
  'scores.recent': {
    publication: true,
    takes: { limit: 'limit', before: 'id', machineId: 'id', eventId: 'id', groupId: 'id', userId: 'id' },
    foreign: { machineId: NOWHERE },
    answer: 404,
  },
  'scores.one': { publication: true, takes: { scoreId: 'id!' }, foreign: { scoreId: NOWHERE }, answer: 404 },
  'boards.top': {
    publication: true,
    takes: { scope: 'scope!', window: 'window', limit: 'limit', verifiedOnly: 'flag' },
    foreign: { scope: { machineId: NOWHERE } },
    answer: 404,
  },
  'boards.places': {
    publication: true,
    takes: { machineId: 'id!', userId: 'id!' },
    foreign: { machineId: NOWHERE, userId: NOWHERE },
    answer: 404,
  },
  'machines.all': {
    publication: true,
    takes: { type: 'type', manufacturer: 'name' },
    foreign: { manufacturer: 'Nobody' },
    answer: 'ready',
  },
  'machines.one': { publication: true, takes: { machineId: 'id!' }, foreign: { machineId: NOWHERE }, answer: 404 },
  'machines.browse': {
    publication: true,
    takes: { text: 'searchText', type: 'type', page: 'page' },
    foreign: { text: 'qqqqqqqqqqqq' },
    answer: 'ready',
  },
  'scores.places': { publication: true, takes: { scoreId: 'id!' }, foreign: { scoreId: NOWHERE }, answer: 404 },
  'players.scores': {
    publication: true,
    takes: { username: 'name!', limit: 'limit', before: 'id' },
    foreign: { username: 'nobody' },
    answer: 404,
  },
  'roles.create': { takes: { name: 'name!' }, foreign: { name: 'admin' }, answer: 403 },
  'roles.delete': { takes: { name: 'name!' }, foreign: { name: 'nobody' }, answer: 403 },
  'roles.assign': {
    takes: { userIds: 'ids!', roles: 'names!', group: 'searchText', mode: 'assignMode!' },
    foreign: { userIds: [NOWHERE], roles: ['member'], mode: 'add' },
    answer: 403,
  },
  'reports.add': {
    takes: { _id: 'newId!', kind: 'reportKind!', subjectId: 'id!', reason: 'reason!' },
    foreign: { _id: NOWHERE, kind: 'profile', subjectId: NOWHERE, reason: 'x' },
    answer: 404,
  },
  'reports.close': { takes: { reportId: 'id!', outcome: 'outcome' }, foreign: { reportId: NOWHERE }, answer: 403 },
  'reports.list': { publication: true, takes: { state: 'reportState', limit: 'limit', before: 'id' }, foreign: {}, answer: 403 },
  'policies.text': { publication: true, takes: { name: 'policy!' }, foreign: { name: 'privacy' }, answer: 'ready' },
  'players.one': { publication: true, takes: { username: 'name!' }, foreign: { username: 'nobody' }, answer: 404 },
}
const ROWS = Object.entries(CALLS)

let world: World
let ada: SignedUp
let before: Record<string, number>

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada')
  await ada.wire.call('scores.submit', { _id: uuidv7(), machineId: await someMachine(world), value: 5 })
})
beforeEach(async () => {
  before = await rowCounts(world)
})
afterEach(async () => {
  expect(await rowCounts(world)).toEqual(before)
  expect(await ada.wire.call('machines.search', { text: '' })).not.toHaveLength(0)
})
afterAll(() => world.close())

/** The error that a call or a subscription with these parameters gets; null: none. */
async function errorOf(name: string, params: readonly unknown[]): Promise<WireError | null> {
  if (CALLS[name]!.publication === undefined) return (await ada.wire.attempt(name, ...params)).error ?? null
  const subscription = await ada.wire.subscribe(name, ...params)
  if (subscription.error === null) await ada.wire.unsubscribe(subscription)
  return subscription.error
}

/** Whether the error is the specified 400 about this field. */
function about(error: WireError | null, field: string): void {
  expect(error).toMatchObject({ isClientSafe: true, error: 400, errorType: 'Meteor.Error' })
  const { reason, details, message } = error!
  const [{ path, message: problem }] = details as unknown as [{ path: string; message: string }]
  expect(path.split('.')[0]).toBe(field)
  expect(reason).toBe(`${path || 'The argument'} ${problem}.`)
  expect(message).toBe(`${reason} [400]`)
}

/** An own member, whatever its name. */
const withMember = (object: object, key: string, value: unknown): object =>
  Object.defineProperty({ ...object }, key, { value, enumerable: true, configurable: true, writable: true })

describe.each(ROWS)('%s', (name, { takes, foreign, answer }) => {
  it('refuses whatever is not exactly one object', async () => {
    for (const params of WRONG_PARAMS)
      expect(await errorOf(name, params)).toMatchObject({
        error: 400,
        reason: 'This takes exactly one argument, an object.',
        details: [{ path: '' }],
      })
    expect(await errorOf(name, [foreign, foreign])).toMatchObject({ error: 400 })
  })

  it('names the key that it does not know', async () => {
    for (const key of UNKNOWN_KEYS) {
      const error = await errorOf(name, [withMember(foreign, key, { $gt: '' })])
      expect(error).toMatchObject({ error: 400, details: [{ path: key, message: 'is not known here' }] })
    }
  })

  it('names the key that is missing', async () => {
    for (const key of Object.keys(takes).filter(each => takes[each]!.endsWith('!'))) {
      const { [key]: _, ...rest } = foreign
      expect(await errorOf(name, [rest])).toMatchObject({ error: 400, details: [{ path: key, message: 'is missing' }] })
    }
  })

  it('names the field whose value is bad', async () => {
    for (const [key, kind] of Object.entries(takes)) {
      for (const value of BAD[kind.replace('!', '') as Kind]) about(await errorOf(name, [{ ...foreign, [key]: value }]), key)
    }
  })

  it('answers well-formed ids of nothing as specified', async () => {
    const error = await errorOf(name, [foreign])
    if (typeof answer === 'number') expect(error).toMatchObject({ error: answer })
    else expect(error).toBe(null)
  })

  it('answers any value in any place with 400 about that place, or as if it were fine, never with 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(takes)), fc.jsonValue({ maxDepth: 3 }), async (key, value) => {
        const error = await errorOf(name, [withMember(foreign, key, value)])
        if (error?.error === 400) about(error, key)
        else expect([undefined, 403, 404]).toContain(error?.error)
      }),
      { seed: 20_261_121, numRuns: 40 },
    )
  })
})

it('takes nothing from visitors that only players may do', async () => {
  const { wire } = await signUp(world, `v${Date.now()}`)
  await wire.call('logout')
  for (const name of [
    'scores.submit',
    'scores.edit',
    'scores.remove',
    'roles.create',
    'roles.delete',
    'roles.assign',
    'reports.add',
    'reports.close',
  ])
    expect(await wire.refusal(name, CALLS[name]!.foreign)).toMatchObject({ error: 401, reason: 'Please sign in first.' })
  before = await rowCounts(world)
})

it('knows neither events nor groups nor pictures yet, and says so', async () => {
  const machineId = await someMachine(world)
  const score = { _id: uuidv7(), machineId, value: 5 }
  expect(await ada.wire.refusal('scores.submit', { ...score, eventId: 'e' })).toMatchObject({ error: 404 })
  expect(await ada.wire.refusal('scores.submit', { ...score, picture: { key: 'k' } })).toMatchObject({ error: 404 })
  about(await ada.wire.refusal('scores.submit', { ...score, strokes: 3 }), 'strokes')
  for (const scope of [
    { eventId: 'e', machineId },
    { groupId: 'g', machineId },
  ])
    expect(await ada.wire.refusal('boards.place', { scope, userId: ada.id })).toMatchObject({ error: 404 })
  expect((await ada.wire.subscribe('scores.recent', { groupId: 'g' })).error).toMatchObject({ error: 404 })
  expect((await ada.wire.subscribe('scores.recent', { eventId: 'e' })).error).toMatchObject({ error: 404 })
})

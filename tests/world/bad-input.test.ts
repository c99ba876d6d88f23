import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/id.ts'
import { BAD, type Kind, UNKNOWN_KEYS, WRONG_PARAMS } from './bad-values.ts'
import { UNREACHED } from './patreon.ts'
import { digestOf, type SignedUp, signUp, someMachine } from './people.ts'
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
  /** that one, or one that differs from it in one place only, is not without effect */
  writes?: true
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
  'scores.flag': { takes: { scoreId: 'id!', reason: 'reason!' }, foreign: { scoreId: NOWHERE, reason: 'x' }, answer: 404 },
  'scores.moderate': {
    takes: { scoreId: 'id!', version: 'version!', status: 'verdict!', reason: 'outcome' },
    foreign: { scoreId: NOWHERE, version: 1, status: 'verified' },
    answer: 403,
  },
  'scores.queue': { publication: true, takes: { state: 'waitingState', limit: 'limit', before: 'id' }, foreign: {}, answer: 403 },
  'scores.like': { takes: { scoreId: 'id!', like: 'flag!' }, foreign: { scoreId: NOWHERE, like: true }, answer: 404 },
  'scores.comment': {
    takes: { _id: 'newId!', scoreId: 'id!', text: 'words!' },
    foreign: { _id: NOWHERE, scoreId: NOWHERE, text: 'x' },
    answer: 404,
  },
  'scores.removeComment': { takes: { commentId: 'id!' }, foreign: { commentId: NOWHERE }, answer: 404 },
  'scores.liked': { publication: true, takes: { scoreId: 'id!' }, foreign: { scoreId: NOWHERE }, answer: 'ready' },
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
  search: { takes: { text: 'searchText!', limit: 'fewLimit' }, foreign: { text: 'qqqqqqqqqqqq' }, answer: 'nothing' },
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
  'roles.list': { publication: true, takes: {}, foreign: {}, answer: 403 },
  'roles.assign': {
    takes: { userIds: 'ids!', roles: 'names!', group: 'searchText', mode: 'assignMode!', flat: 'flag' },
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
  'patreon.begin': { takes: {}, foreign: {}, answer: 'nothing', writes: true },
  'patreon.confirm': { takes: { code: 'answerCode!', state: 'answerState!' }, foreign: { code: 'x', state: 'x' }, answer: 403 },
  'patreon.unlink': { takes: {}, foreign: {}, answer: 'nothing' },
  'patreon.link': { publication: true, takes: {}, foreign: {}, answer: 'ready' },
  'notifications.subscribe': {
    takes: { endpoint: 'endpoint!', keys: 'pushKeys!' },
    foreign: { endpoint: 'https://nowhere.example/x', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
    answer: 400,
  },
  'notifications.unsubscribe': {
    takes: { endpoint: 'endpoint!' },
    foreign: { endpoint: 'https://nowhere.example/x' },
    answer: 'nothing',
  },
  'notifications.set': {
    takes: { beaten: 'flag', starts: 'flag', moderated: 'flag' },
    foreign: {},
    answer: 'nothing',
    writes: true,
  },
  'notifications.mine': { publication: true, takes: {}, foreign: {}, answer: 'ready' },
  'policies.text': { publication: true, takes: { name: 'policy!' }, foreign: { name: 'privacy' }, answer: 'ready' },
  'players.progress': {
    publication: true,
    takes: { username: 'name!', machineId: 'id' },
    foreign: { username: 'nobody' },
    answer: 404,
  },
  'players.edit': {
    takes: { displayName: 'name', bio: 'comment', location: 'location', picture: 'picture', unlisted: 'flag' },
    foreign: { picture: { key: 'nowhere' } },
    answer: 404,
    writes: true,
  },
  'pictures.remove': { takes: { pictureId: 'id!' }, foreign: { pictureId: NOWHERE }, answer: 403 },
  'machines.add': {
    takes: {
      _id: 'newId!',
      name: 'machineName!',
      manufacturer: 'name!',
      year: 'year',
      type: 'type!',
      display: 'display',
      playerCount: 'playerCount',
      opdbId: 'opdbId',
      ipdbId: 'ipdbId',
      backglass: 'picture',
    },
    foreign: { _id: NOWHERE, name: 'x', manufacturer: 'x', type: 'ss' },
    answer: 403,
  },
  'machines.edit': {
    takes: {
      machineId: 'id!',
      name: 'machineName',
      manufacturer: 'name',
      type: 'type',
      backglass: 'picture',
      retired: 'flag',
    },
    foreign: { machineId: NOWHERE },
    answer: 403,
  },
  'machines.merge': { takes: { from: 'id!', into: 'id!' }, foreign: { from: NOWHERE, into: NOWHERE }, answer: 403 },
  'machines.mergePreview': { takes: { from: 'id!', into: 'id!' }, foreign: { from: NOWHERE, into: NOWHERE }, answer: 403 },
  'events.add': {
    takes: {
      _id: 'newId!',
      name: 'eventName!',
      description: 'longText',
      venue: 'venue',
      startsAt: 'moment!',
      endsAt: 'moment!',
      timeZone: 'timeZone',
      format: 'format!',
      machineIds: 'machineIds!',
      groupId: 'id',
      picture: 'picture',
    },
    foreign: { _id: NOWHERE, name: 'x', startsAt: new Date(0), endsAt: new Date(1), format: { kind: 'high-score' }, machineIds: [NOWHERE] },
    answer: 403,
  },
  'events.edit': {
    takes: {
      eventId: 'id!',
      name: 'eventName',
      description: 'longText',
      venue: 'venue',
      timeZone: 'timeZone',
      format: 'format',
      machineIds: 'machineIds',
    },
    foreign: { eventId: NOWHERE },
    answer: 404,
  },
  'events.cancel': { takes: { eventId: 'id!' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.join': { takes: { eventId: 'id!' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.leave': { takes: { eventId: 'id!' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.addGuest': {
    takes: { _id: 'newId!', eventId: 'id!', displayName: 'guestName!' },
    foreign: { _id: NOWHERE, eventId: NOWHERE, displayName: 'x' },
    answer: 404,
  },
  'events.enter': {
    takes: { _id: 'newId!', eventId: 'id!', entrantId: 'id!', machineId: 'id!', value: 'value!', strokes: 'strokes', playedAt: 'moment' },
    foreign: { _id: NOWHERE, eventId: NOWHERE, entrantId: NOWHERE, machineId: NOWHERE, value: 5 },
    answer: 404,
  },
  'events.void': {
    takes: { _id: 'newId!', eventId: 'id!', what: 'voided!', reason: 'outcome' },
    foreign: { _id: NOWHERE, eventId: NOWHERE, what: { attemptId: NOWHERE } },
    answer: 404,
  },
  'events.undo': { takes: { eventId: 'id!', voidId: 'id!' }, foreign: { eventId: NOWHERE, voidId: NOWHERE }, answer: 404 },
  'events.decide': {
    takes: { eventId: 'id!', attemptId: 'id!', accept: 'flag!' },
    foreign: { eventId: NOWHERE, attemptId: NOWHERE, accept: true },
    answer: 404,
  },
  'events.close': { takes: { eventId: 'id!' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.setMachine': {
    takes: { eventId: 'id!', machineId: 'id!', active: 'flag!' },
    foreign: { eventId: NOWHERE, machineId: NOWHERE, active: true },
    answer: 404,
  },
  'events.presence': {
    takes: { eventId: 'id!', entrantId: 'id!', presence: 'presence!' },
    foreign: { eventId: NOWHERE, entrantId: NOWHERE, presence: 'here' },
    answer: 404,
  },
  'events.claimCode': { takes: { eventId: 'id!', entrantId: 'id!' }, foreign: { eventId: NOWHERE, entrantId: NOWHERE }, answer: 404 },
  'events.claim': { takes: { code: 'code!' }, foreign: { code: NOWHERE }, answer: 404 },
  'events.needs': { takes: { eventId: 'id!' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.export': { takes: { eventId: 'id!', as: 'exportAs!' }, foreign: { eventId: NOWHERE, as: 'csv' }, answer: 404 },
  'events.draw': { takes: { _id: 'newId!', eventId: 'id!' }, foreign: { _id: NOWHERE, eventId: NOWHERE }, answer: 404 },
  'events.drop': { takes: { eventId: 'id!', roundId: 'id!' }, foreign: { eventId: NOWHERE, roundId: NOWHERE }, answer: 404 },
  'events.move': {
    takes: { eventId: 'id!', groupId: 'id!', machineId: 'id!' },
    foreign: { eventId: NOWHERE, groupId: NOWHERE, machineId: NOWHERE },
    answer: 404,
  },
  'events.result': {
    takes: { eventId: 'id!', groupId: 'id!', order: 'order!' },
    foreign: { eventId: NOWHERE, groupId: NOWHERE, order: [NOWHERE, 'other'] },
    answer: 404,
  },
  'events.entrants': { publication: true, takes: { eventId: 'id!' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.rounds': { publication: true, takes: { eventId: 'id!', round: 'round' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.attempts': {
    publication: true,
    takes: { eventId: 'id!', limit: 'limit', before: 'id', entrantId: 'id', machineId: 'id' },
    foreign: { eventId: NOWHERE },
    answer: 404,
  },
  'events.list': {
    publication: true,
    takes: { state: 'eventState', limit: 'limit', before: 'id', groupId: 'id' },
    foreign: { groupId: NOWHERE },
    answer: 404,
  },
  'events.one': { publication: true, takes: { eventId: 'id!' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.standings': { publication: true, takes: { eventId: 'id!', limit: 'standingsLimit' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'events.log': { publication: true, takes: { eventId: 'id!' }, foreign: { eventId: NOWHERE }, answer: 404 },
  'groups.add': {
    takes: { _id: 'newId!', name: 'name!', description: 'comment', visibility: 'visibility!', picture: 'picture' },
    foreign: { _id: NOWHERE, name: 'x', visibility: 'public', picture: { key: 'nowhere' } },
    answer: 404,
  },
  'groups.edit': {
    takes: { groupId: 'id!', name: 'name', description: 'comment', visibility: 'visibility', picture: 'picture' },
    foreign: { groupId: NOWHERE },
    answer: 404,
  },
  'groups.remove': { takes: { groupId: 'id!' }, foreign: { groupId: NOWHERE }, answer: 404 },
  'groups.invite': { takes: { groupId: 'id!' }, foreign: { groupId: NOWHERE }, answer: 404 },
  'groups.join': { takes: { groupId: 'id', code: 'code' }, foreign: { groupId: NOWHERE }, answer: 404 },
  'groups.leave': { takes: { groupId: 'id!' }, foreign: { groupId: NOWHERE }, answer: 404 },
  'groups.removeMember': { takes: { groupId: 'id!', userId: 'id!' }, foreign: { groupId: NOWHERE, userId: NOWHERE }, answer: 404 },
  'groups.setRoles': {
    takes: { groupId: 'id!', userId: 'id!', roles: 'groupRoles!' },
    foreign: { groupId: NOWHERE, userId: NOWHERE, roles: ['member'] },
    answer: 404,
  },
  'groups.list': { publication: true, takes: { limit: 'limit', before: 'id' }, foreign: { before: NOWHERE }, answer: 'ready' },
  'groups.one': { publication: true, takes: { groupId: 'id!' }, foreign: { groupId: NOWHERE }, answer: 404 },
  'groups.mine': { publication: true, takes: {}, foreign: {}, answer: 'ready' },
  'groups.machines': { publication: true, takes: { groupId: 'id!' }, foreign: { groupId: NOWHERE }, answer: 404 },
  'account.sessions': { takes: {}, foreign: {}, answer: 'nothing' },
  'account.endSession': { takes: { sessionId: 'id!' }, foreign: { sessionId: NOWHERE }, answer: 404 },
  'account.delete': {
    takes: { password: 'password!', eraseScores: 'flag!' },
    foreign: { password: digestOf('not hers at all'), eraseScores: false },
    answer: 403,
  },
  'account.export': { takes: {}, foreign: {}, answer: 'nothing', writes: true },
  'account.setEmail': {
    takes: { email: 'email!', password: 'password!' },
    foreign: { email: 'ada@example.com', password: digestOf('not hers at all') },
    answer: 403,
  },
  'account.sendVerification': { takes: {}, foreign: {}, answer: 409 },
  'users.delete': { takes: { userId: 'id!', eraseScores: 'flag!' }, foreign: { userId: NOWHERE, eraseScores: false }, answer: 403 },
  'users.enroll': {
    takes: { _id: 'newId!', username: 'name!', email: 'email!', roles: 'names' },
    foreign: { _id: NOWHERE, username: 'New', email: 'new@example.com' },
    answer: 403,
  },
  'users.belongings': { takes: { userId: 'id!' }, foreign: { userId: NOWHERE }, answer: 403 },
  'users.list': { publication: true, takes: { text: 'searchText', before: 'id', limit: 'limit' }, foreign: {}, answer: 403 },
  'audit.list': {
    publication: true,
    takes: { action: 'auditAction', userId: 'id', before: 'id', limit: 'limit' },
    foreign: { before: NOWHERE },
    answer: 403,
  },
  'cache.stats': { takes: {}, foreign: {}, answer: 403 },
  'cache.clear': { takes: { name: 'cacheName' }, foreign: { name: 'nowhere' }, answer: 403 },
  'players.one': { publication: true, takes: { username: 'name!' }, foreign: { username: 'nobody' }, answer: 404 },
}
const ROWS = Object.entries(CALLS)
/** What a visitor may ask too. */
const FOR_EVERYBODY = ['boards.place', 'boards.around', 'machines.search', 'search', 'events.export']
/** The mission's clients send nothing with it, and nobody looks. */
const UNASKED = ['_roles']
const FOR_PLAYERS = [
  'events.attempts',
  'reports.list',
  'scores.queue',
  'roles.list',
  'audit.list',
  'users.list',
  'groups.mine',
  'scores.liked',
]

let world: World
let ada: SignedUp
let before: Record<string, number>

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off', patreon: UNREACHED } })
  ada = await signUp(world, 'Ada')
  await ada.wire.call('scores.submit', { _id: uuidv7(), machineId: await someMachine(world), value: 5 })
  await ada.wire.call('players.edit', { bio: 'Plays' })
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

describe.each(ROWS)('%s', (name, { takes, foreign, answer, writes }) => {
  it('refuses whatever is not exactly one object', async () => {
    for (const params of WRONG_PARAMS)
      expect(await errorOf(name, params)).toMatchObject({
        error: 400,
        reason: 'This takes exactly one argument, an object.',
        details: [{ path: '' }],
      })
    expect(await errorOf(name, [foreign, foreign])).toMatchObject({ error: 400 })
  })

  it('[Z3] names the key that it does not know', async () => {
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
    if (writes) before = await rowCounts(world)
    if (typeof answer === 'number') expect(error).toMatchObject({ error: answer })
    else expect(error).toBe(null)
  })

  if (Object.keys(takes).length === 0) return
  it('[F1] answers any value in any place with 400 about that place, or as if it were fine, never with 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(takes)), fc.jsonValue({ maxDepth: 3 }), async (key, value) => {
        const error = await errorOf(name, [withMember(foreign, key, value)])
        if (error?.error === 400) about(error, key)
        else expect([undefined, 403, 404]).toContain(error?.error)
      }),
      { seed: 20_261_121, numRuns: 40 },
    )
    if (writes) before = await rowCounts(world)
  })
})

it('knows every call and publication that the application has a contract of', async () => {
  const features = new URL('../../src/features/', import.meta.url)
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter(path => /^[^/]+\/contract(\/[^/]+)?\.ts$/.test(path))
    .map(path => fileURLToPath(new URL(path, features)))
  const contracts: Record<string, boolean> = {}
  for (const file of files) {
    const found: unknown[] = Object.values((await import(file)) as object)
    for (const each of found as ({ name?: unknown; input?: unknown; collections?: unknown } | null)[])
      if (typeof each?.name === 'string' && each.input !== undefined) contracts[each.name] = each.collections !== undefined
  }
  const { methods, publications } = world.app.ddp.names
  const missing = [...methods, ...publications].filter(name => name in contracts && !(name in CALLS) && !UNASKED.includes(name))
  expect(missing).toEqual([])
  for (const [name, { publication = false }] of ROWS) expect([name, contracts[name]]).toEqual([name, publication])
})

it('takes nothing from visitors that only players may do', async () => {
  const { wire } = await signUp(world, `v${Date.now()}`)
  await wire.call('logout')
  const refusal = { error: 401, reason: 'Please sign in first.' }
  for (const [name, { publication, foreign }] of ROWS) {
    if (publication !== undefined && FOR_PLAYERS.includes(name))
      expect((await wire.subscribe(name, foreign)).error, name).toMatchObject(refusal)
    if (publication === undefined && !FOR_EVERYBODY.includes(name)) expect(await wire.refusal(name, foreign), name).toMatchObject(refusal)
  }
  before = await rowCounts(world)
})

it('wants one of groupId and code to join a group, and not both', async () => {
  const { wire } = ada
  about(await wire.refusal('groups.join', {}), 'groupId')
  about(await wire.refusal('groups.join', { groupId: NOWHERE, code: 'x' }), 'code')
})

it('names events, pictures and groups that are not there', async () => {
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

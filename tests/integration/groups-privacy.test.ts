import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/ddp/timing/system-clock.ts'
import { UserCache } from '../../src/features/accounts/server/user-cache.ts'
import { DayLimit } from '../../src/features/groups/server/day-limit.ts'
import { GroupsService } from '../../src/features/groups/server/service.ts'
import { RolesService } from '../../src/features/roles/server/service.ts'
import { WINDOWS } from '../../src/features/scores/rules.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { currentRequest } from '../../src/platform/log/request-context.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { needlesIn } from '../security/needles.ts'
import { bring, codeOf, makeGroup, NO_GROUP } from './groups.ts'
import { makeAdmin, type SignedUp, signUp, someMachine } from './people.ts'
import { type Sub, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const NAME = 'Xanadu Speakeasy'

let world: World
let machineId: string
let owner: SignedUp
let member: SignedUp
let stranger: SignedUp
let former: SignedUp
let admin: SignedUp
let visitor: Wire
/** id of the private group */
let groupId: string
let code: string
let people = 0

const somebody = (): Promise<SignedUp> => signUp(world, `Player ${++people}`)
const submit = async ({ wire }: SignedUp, value: number): Promise<string> => {
  const _id = uuidv7()
  await wire.call('scores.submit', { _id, machineId, value })
  return _id
}

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  machineId = await someMachine(world)
  visitor = await Wire.open(world.endpoint)
  owner = await somebody()
  member = await somebody()
  stranger = await somebody()
  former = await somebody()
  admin = await somebody()
  await makeAdmin(world, admin.id)
  groupId = await makeGroup(owner, 'private', NAME)
  for (const person of [member, former]) await bring(owner, groupId, person)
  await owner.wire.call('groups.removeMember', { groupId, userId: former.id })
  code = await codeOf(owner, groupId)
  for (const [i, person] of [owner, member, former].entries()) await submit(person, 100 + i)
})
afterAll(() => world.close())

interface Asking {
  name: string
  publication?: true
  argument(groupId: string): object
}

const scope = (group: string): object => ({ groupId: group, machineId })

/** Every call and publication that takes the id of a group. */
const asking = (): Asking[] => [
  { name: 'groups.one', publication: true, argument: group => ({ groupId: group }) },
  { name: 'groups.machines', publication: true, argument: group => ({ groupId: group }) },
  { name: 'groups.list', publication: true, argument: group => ({ before: group }) },
  { name: 'scores.recent', publication: true, argument: group => ({ groupId: group }) },
  { name: 'scores.recent', publication: true, argument: group => ({ groupId: group, machineId: uuidv7(), userId: member.id }) },
  ...WINDOWS.map(window => ({
    name: 'boards.top',
    publication: true as const,
    argument: (group: string) => ({ scope: scope(group), window }),
  })),
  { name: 'boards.top', publication: true, argument: group => ({ scope: { groupId: group, machineId: uuidv7() }, verifiedOnly: true }) },
  { name: 'boards.place', argument: group => ({ scope: scope(group), userId: member.id }) },
  { name: 'boards.around', argument: group => ({ scope: scope(group), userId: member.id }) },
  { name: 'groups.edit', argument: group => ({ groupId: group, name: 'Mine' }) },
  { name: 'groups.edit', argument: group => ({ groupId: group, picture: { key: 'nowhere' } }) },
  { name: 'groups.remove', argument: group => ({ groupId: group }) },
  { name: 'groups.invite', argument: group => ({ groupId: group }) },
  { name: 'groups.join', argument: group => ({ groupId: group }) },
  { name: 'groups.join', argument: group => ({ code: group }) },
  { name: 'groups.leave', argument: group => ({ groupId: group }) },
  { name: 'groups.removeMember', argument: group => ({ groupId: group, userId: member.id }) },
  { name: 'groups.setRoles', argument: group => ({ groupId: group, userId: member.id, roles: ['owner'] }) },
  ...['add', 'replace', 'remove'].map(mode => ({
    name: 'roles.assign',
    argument: (group: string) => ({ userIds: [member.id], roles: ['member'], group, mode }),
  })),
  { name: 'roles.assign', argument: group => ({ userIds: [stranger.id], roles: ['owner'], group, mode: 'add' }) },
  { name: 'reports.add', argument: group => ({ _id: uuidv7(), kind: 'group', subjectId: group, reason: 'I wonder' }) },
]

const outsiders = (): [string, Wire][] => [
  ['a visitor', visitor],
  ['a stranger', stranger.wire],
  ['a former member', former.wire],
  ['an administrator', admin.wire],
]

/** Returns what the server answers, byte for byte except for the ids that the client chose. */
async function said(wire: Wire, { name, publication, argument }: Asking, group: string): Promise<string> {
  const from = wire.frames.length
  if (publication) {
    const sub = await wire.subscribe(name, argument(group))
    if (sub.error === null) await wire.unsubscribe(sub)
  } else await wire.attempt(name, argument(group))
  return wire.frames
    .slice(from)
    .join('\n')
    .replaceAll(/"[ms]\d+"/g, '"…"')
    .replaceAll(group, 'GROUP')
}

describe('a private group', () => {
  it('is to outsiders, administrators too, what an id is that was never used, whatever they ask, to the byte', async () => {
    for (const [who, wire] of outsiders()) {
      for (const each of asking()) {
        const unknown = await said(wire, each, uuidv7())
        expect(unknown, `${who} asks ${each.name}`).not.toBe('')
        expect(await said(wire, each, groupId), `${who} asks ${each.name}`).toBe(unknown)
      }
    }
    const { rows } = await world.app.database.pool.query('SELECT roles -> $1 AS roles FROM users WHERE id = $2', [groupId, member.id])
    expect(rows).toEqual([{ roles: ['member'] }])
  })

  it('shows itself in nobody’s list, and in no page of it', async () => {
    for (const [, wire] of outsiders()) {
      const all = await wire.subscribe('groups.list', {})
      const after = await wire.subscribe('groups.list', { before: groupId })
      expect(wire.documents('groups').size).toBe(0)
      for (const sub of [all, after]) await wire.unsubscribe(sub)
    }
  })

  it('costs as many questions to the database as one that is not there, and the same ones', async () => {
    const asked: string[] = []
    let most = 0
    const { query } = pg.Client.prototype
    const queries = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      const [statement] = given as [string | { text: string }]
      // work outside of requests goes on meanwhile: polls of the change log, jobs
      if (currentRequest() !== undefined) asked.push(typeof statement === 'string' ? statement : statement.text)
      return Reflect.apply(query, this, given)
    })
    try {
      for (const [who, wire] of outsiders()) {
        // a list is cached by its arguments, whatever they refer to
        for (const each of asking().filter(({ name }) => name !== 'groups.list')) {
          const times: string[][] = []
          for (const group of [uuidv7(), groupId, uuidv7(), groupId]) {
            asked.length = 0
            await said(wire, each, group)
            times.push([...asked])
          }
          // the first call may read from the database what is cached from then on
          most = Math.max(most, times[2]!.length)
          expect(times[1], `${who} asks ${each.name}`).toEqual(times[2])
          expect(times[3], `${who} asks ${each.name}`).toEqual(times[2])
        }
      }
      expect(most).toBeGreaterThan(3)
    } finally {
      queries.mockRestore()
    }
  })

  it('keeps nobody waiting who may not see it, whoever is at work on it', async () => {
    const client = await world.app.database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM groups WHERE id = $1 FOR UPDATE', [groupId])
      for (const [, wire] of outsiders()) for (const each of asking()) await said(wire, each, groupId)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('is on no page: its address answers as any other without a page, and nothing names it', async () => {
    const page = async (path: string): Promise<[number, string]> => {
      const response = await fetch(world.http + path)
      return [response.status, await response.text()]
    }
    const without = async (path: string, id: string): Promise<string> => {
      const [status, html] = await page(path)
      expect(status).toBe(404)
      return html.replaceAll(id, 'GROUP').replaceAll(/"now":\d+/g, '')
    }
    for (const rest of ['', `?machine=${machineId}`, `?machine=${machineId}&window=week`]) {
      const unknown = uuidv7()
      const html = await without(`/groups/${groupId}${rest}`, groupId)
      expect(html).toBe(await without(`/groups/${unknown}${rest}`, unknown))
      expect(html).toContain('<title>Nothing here · Skillshot</title>')
    }
    const [scoreId] = (await world.app.database.pool.query<{ id: string }>('SELECT id FROM scores LIMIT 1')).rows.map(({ id }) => id)
    for (const path of [
      ...['/', '/groups', `/groups?before=${groupId}`, '/groups/new', '/groups/join', '/machines', '/submit', '/account'],
      ...[`/machines/${machineId}`, `/players/${member.username}`, `/scores/${scoreId}`, '/reports', '/admin/users'],
      ...['/robots.txt', '/sitemap.xml', '/feed.atom', '/metrics'],
    ]) {
      const [, text] = await page(path)
      expect(needlesIn(text, [NAME, code, 'memberCount']), path).toEqual([])
      expect(text.replaceAll(`before=${groupId}`, '').replaceAll(`"before":"${groupId}"`, ''), path).not.toContain(groupId)
    }
  })

  it('is in nothing that outsiders hear while its members play, come and go', async () => {
    const wires = [await Wire.open(world.endpoint), (await somebody()).wire, admin.wire]
    for (const wire of wires) {
      await wire.subscribe('scores', 'vent', {})
      await wire.subscribe('scores.recent', {})
      await wire.subscribe('boards.top', { scope: { machineId } })
      await wire.subscribe('machines.one', { machineId })
      await wire.subscribe('machines.all', {})
      await wire.subscribe('players.one', { username: member.username })
      await wire.subscribe('players.scores', { username: member.username })
      await wire.subscribe('players.progress', { username: member.username })
      await wire.subscribe('boards.places', { machineId, userId: member.id })
      await wire.subscribe('groups.list', {})
      if (wire !== wires[0]) {
        await wire.subscribe('user', 'vent', {})
        await wire.subscribe('groups.mine', {})
        await wire.subscribe('_roles')
      }
    }
    const from = wires.map(wire => wire.frames.length)
    const newcomer = await somebody()
    await bring(owner, groupId, newcomer, ['manager'])
    await newcomer.wire.call('groups.edit', { groupId, description: `${NAME} is where we meet` })
    await submit(newcomer, 900)
    const last = await submit(member, 1000)
    for (const [i, wire] of wires.entries()) {
      await wire.subscribe('scores.one', { scoreId: last })
      await wire.call('boards.around', { scope: { machineId }, userId: member.id })
      await wire.call('machines.search', { text: NAME })
      await wire.until(() => wire.frames.some(text => text.startsWith('{"msg":"changed","__vent":"1"') && text.includes(last)))
      const heard = wire.frames.slice(from[i]).join('\n')
      expect(heard).toContain(newcomer.username)
      expect(needlesIn(heard, [NAME, groupId, code, 'memberCount'])).toEqual([])
    }
    await newcomer.wire.call('groups.leave', { groupId })
  })
})

/** Subscribes to everything that shows a group. */
async function watchAll(wire: Wire, group: string): Promise<Sub[]> {
  const subs = [
    await wire.subscribe('groups.one', { groupId: group }),
    await wire.subscribe('groups.machines', { groupId: group }),
    await wire.subscribe('scores.recent', { groupId: group }),
    await wire.subscribe('scores.recent', { groupId: group, machineId, limit: 1 }),
  ]
  for (const window of WINDOWS) subs.push(await wire.subscribe('boards.top', { scope: scope(group), window }))
  subs.push(await wire.subscribe('boards.top', { scope: scope(group), limit: 1, verifiedOnly: true }))
  for (const { error } of subs) expect(error).toBe(null)
  expect(held(wire).toSorted()).toEqual(['boardRows', 'boards', 'groupMachines', 'groups', 'members', 'scores'])
  return subs
}

/** Returns the collections of which the client has documents. */
const held = (wire: Wire): string[] =>
  ['boardRows', 'boards', 'groupMachines', 'groups', 'members', 'scores'].filter(name => wire.documents(name).size > 0)

/** Expects that each subscription ended with 404 and that nothing of what they showed is left. */
async function lost(wire: Wire, subs: readonly Sub[]): Promise<void> {
  for (const { id } of subs)
    expect(await wire.message(message => message.msg === 'nosub' && message.id === id)).toMatchObject({ error: NO_GROUP })
  expect(held(wire)).toEqual([])
}

describe('who loses a group while watching it', () => {
  let boss: SignedUp
  let reader: SignedUp
  let group: string

  beforeEach(async () => {
    boss = await somebody()
    reader = await somebody()
    group = await makeGroup(boss, 'private', 'First name')
    await bring(boss, group, reader)
    await submit(boss, 5000)
  })

  /** Expects that this connection receives nothing about later changes of the group. */
  async function deaf(wire: Wire): Promise<void> {
    const from = wire.frames.length
    const late = await somebody()
    await bring(boss, group, late)
    await submit(late, 70_000)
    await boss.wire.call('groups.edit', { groupId: group, name: 'Second name' })
    await wire.call('machines.search', { text: 'x' })
    expect(wire.frames.slice(from).filter(text => !/"msg":"(updated|result)"/.test(text))).toEqual([])
    expect((await wire.subscribe('groups.one', { groupId: group })).error).toEqual(NO_GROUP)
  }

  it('by being put out, loses all that was shown of it, on every connection, and hears nothing more', async () => {
    const second = await Wire.open(world.endpoint)
    await second.call('login', { resume: reader.token })
    const watched = [[reader.wire, await watchAll(reader.wire, group)] as const, [second, await watchAll(second, group)] as const]
    const bossSubs = await watchAll(boss.wire, group)
    await boss.wire.call('groups.removeMember', { groupId: group, userId: reader.id })
    for (const [wire, subs] of watched) await lost(wire, subs)
    for (const [wire] of watched) await deaf(wire)
    expect(boss.wire.messages.filter(({ msg, id }) => msg === 'nosub' && bossSubs.some(sub => sub.id === id))).toEqual([])
    expect(boss.wire.documents('groups').get(group)).toMatchObject({ name: 'Second name' })
  })

  it('by leaving, has lost it before the call is over', async () => {
    const subs = await watchAll(reader.wire, group)
    const call = reader.wire.sendCall('groups.leave', [{ groupId: group }])
    await reader.wire.answer(call)
    const updated = reader.wire.messages.findIndex(({ msg, methods }) => msg === 'updated' && (methods as string[]).includes(call))
    const nosubs = reader.wire.messages.flatMap(({ msg, id }, at) => (msg === 'nosub' && subs.some(sub => sub.id === id) ? [at] : []))
    expect(nosubs).toHaveLength(subs.length)
    expect(Math.max(...nosubs)).toBeLessThan(updated)
    await lost(reader.wire, subs)
    await deaf(reader.wire)
  })

  it('by its removal, loses it as do all the others', async () => {
    const watched = [[reader.wire, await watchAll(reader.wire, group)] as const, [boss.wire, await watchAll(boss.wire, group)] as const]
    await boss.wire.call('groups.remove', { groupId: group })
    for (const [wire, subs] of watched) await lost(wire, subs)
  })

  it('by logging out or becoming somebody else on the same connection, loses it', async () => {
    let subs = await watchAll(reader.wire, group)
    await reader.wire.call('logout')
    await lost(reader.wire, subs)
    await reader.wire.call('login', { resume: boss.token })
    subs = await watchAll(reader.wire, group)
    await reader.wire.call('login', { resume: stranger.token })
    await lost(reader.wire, subs)
    await deaf(reader.wire)
  })

  it('by the end of its members’ accounts, loses it', async () => {
    await boss.wire.call('groups.edit', { groupId: group, visibility: 'public' })
    const wire = await Wire.open(world.endpoint)
    const subs = await watchAll(wire, group)
    await world.app.feed.push(await world.app.features.accounts.deleteUser({ userId: reader.id, eraseScores: true }))
    await wire.until(() => wire.documents('members').size === 1)
    await world.app.feed.push(await world.app.features.accounts.deleteUser({ userId: boss.id, eraseScores: true }))
    await lost(wire, subs)
  })

  it('because it is private from now on, loses it: strangers, visitors and administrators, but no member', async () => {
    await boss.wire.call('groups.edit', { groupId: group, visibility: 'public' })
    const wires = [await Wire.open(world.endpoint), (await somebody()).wire, await Wire.open(world.endpoint)]
    await wires[2]!.call('login', { resume: admin.token })
    const watched: (readonly [Wire, Sub[]])[] = []
    for (const wire of wires) watched.push([wire, await watchAll(wire, group)])
    const readerSubs = await watchAll(reader.wire, group)
    await boss.wire.call('groups.edit', { groupId: group, visibility: 'private' })
    for (const [wire, subs] of watched) {
      await lost(wire, subs)
      expect(wire.frames.join('\n')).not.toContain('"visibility":"private"')
    }
    for (const wire of wires) await deaf(wire)
    expect(reader.wire.messages.filter(({ msg, id }) => msg === 'nosub' && readerSubs.some(sub => sub.id === id))).toEqual([])
    await reader.wire.until(() => reader.wire.documents('groups').get(group)!.name === 'Second name')
  })

  it.each([
    ['groups.one', (id: string) => ({ groupId: id })],
    ['groups.machines', (id: string) => ({ groupId: id })],
    ['scores.recent', (id: string) => ({ groupId: id })],
    ['boards.top', (id: string) => ({ scope: scope(id) })],
  ] as const)('loses %s also when nobody watches anything else of the group', async (name, argument) => {
    const wire = await Wire.open(world.endpoint)
    for (const change of ['edit', 'removeMember', 'remove'] as const) {
      const id = await makeGroup(boss, change === 'removeMember' ? 'private' : 'public')
      await bring(boss, id, reader)
      const watching = change === 'removeMember' ? reader.wire : wire
      const sub = await watching.subscribe(name, argument(id))
      expect(sub.error).toBe(null)
      const more = { edit: { visibility: 'private' }, removeMember: { userId: reader.id }, remove: {} }[change]
      await boss.wire.call(`groups.${change}`, { groupId: id, ...more })
      await lost(watching, [sub])
    }
  })

  /** Returns a service that makes changes as another process would: the change log of this node delivers them later. */
  function elsewhere(): GroupsService {
    const { database } = world.app
    const roles = new RolesService(database, { person: userId => new UserCache(database).get(userId) }, world.app.features.audit)
    const dayLimit = new DayLimit('off', createLog('silent'))
    return new GroupsService({ database, clock: systemClock, roles, uploads: world.app.features.uploads, dayLimit })
  }

  it.each(['scores.recent', 'groups.machines', 'groups.one'])('does not learn from %s alone what came after', async name => {
    const [early, late] = [await somebody(), await somebody()]
    await submit(early, 90_000)
    const scoreId = await submit(late, 90_000)
    const sub = await reader.wire.subscribe(name, { groupId: group })
    const from = reader.wire.frames.length
    const behind = elsewhere()
    const { code: key } = await behind.invite(boss.id, group)
    await behind.join(early.id, { code: key })
    await behind.removeMember(boss.id, group, reader.id)
    await behind.join(late.id, { code: (await behind.invite(boss.id, group)).code })
    await world.app.feed.catchUp()
    await lost(reader.wire, [sub])
    // The change log of this node may have delivered the first change before the others were made. That is allowed.
    expect(needlesIn(reader.wire.frames.slice(from).join('\n'), [late.id, scoreId])).toEqual([])
  })

  it('does not learn what came after, even when the server hears of it all at once', async () => {
    const { feed } = world.app
    const behind = elsewhere()
    const [early, late] = [await somebody(), await somebody()]
    const wire = await Wire.open(world.endpoint)
    const open = await makeGroup(boss, 'public', 'Open')
    const watched = [
      [reader.wire, await watchAll(reader.wire, group)],
      [wire, await watchAll(wire, open)],
    ] as const
    const scoreId = await submit(late, 90_000)
    const from = watched.map(([each]) => each.frames.length)
    for (const groupId of [group, open]) {
      const { code: key } = await behind.invite(boss.id, groupId)
      await behind.join(early.id, { code: key })
      await behind.edit(boss.id, groupId, { description: 'A word to all' })
      if (groupId === group) await behind.removeMember(boss.id, groupId, reader.id)
      else await behind.edit(boss.id, groupId, { visibility: 'private' })
      await behind.join(late.id, { code: (await behind.invite(boss.id, groupId)).code })
      await behind.edit(boss.id, groupId, { name: 'Later name' })
    }
    await feed.catchUp()
    for (const [i, [each, subs]] of watched.entries()) {
      await lost(each, subs)
      const heard = each.frames.slice(from[i]).join('\n')
      expect(needlesIn(heard, ['Later name', late.id, scoreId])).toEqual([])
    }
  })
})

describe('the page of a group that was public', () => {
  it('is served from the cache no more once the group is private, and comes back when it is public again', async () => {
    const groupA = await makeGroup(owner, 'public', 'Cached Corner')
    const paths = [`/groups/${groupA}`, `/groups/${groupA}?machine=${machineId}`, '/groups']
    const pages = async (): Promise<{ status: number; named: boolean }[]> =>
      Promise.all(
        paths.map(async path => {
          const response = await fetch(world.http + path)
          return { status: response.status, named: (await response.text()).includes('Cached Corner') }
        }),
      )
    const open = paths.map(() => ({ status: 200, named: true }))
    const closed = paths.map((_, i) => ({ status: i === 2 ? 200 : 404, named: false }))
    expect(await pages()).toEqual(open)
    const { hits } = world.app.renderer.cache.stats
    expect(await pages()).toEqual(open)
    expect(world.app.renderer.cache.stats.hits).toBe(hits + paths.length)
    await owner.wire.call('groups.edit', { groupId: groupA, visibility: 'private' })
    expect(await pages()).toEqual(closed)
    await owner.wire.call('groups.edit', { groupId: groupA, visibility: 'public' })
    expect(await pages()).toEqual(open)
    await owner.wire.call('groups.remove', { groupId: groupA })
    expect(await pages()).toEqual(closed)
  })
})

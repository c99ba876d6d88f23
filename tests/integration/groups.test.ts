import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { needlesIn } from '../security/needles.ts'
import { bring, codeOf, groupState, makeGroup, NO_GROUP, rolesIn } from './groups.ts'
import { digestOf, makeAdmin, PASSWORD, type SignedUp, signUp } from './people.ts'
import { settableClock } from './settable-clock.ts'
import { dumpTables } from './tables.ts'
import { wireError as error, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const DAY = 86_400_000
const clock = settableClock()
let world: World
let visitor: Wire
/** A user who is never in a group. */
let stranger: SignedUp
let people = 0

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' }, clock })
  visitor = await Wire.open(world.endpoint)
  stranger = await somebody()
})
afterAll(() => world.close())

const somebody = (): Promise<SignedUp> => signUp(world, `Player ${++people}`)

const NO_PICTURE = { ...error(404, 'There is no such picture.'), details: { code: 'picture-gone' } }
const SIGN_IN = error(401, 'Please sign in first.')
const NOT_YOURS = error(403, 'Only those who run the group may do this.')
const LAST_OWNER = error(409, 'A group needs an owner: make somebody else one first.')
const USED = error(409, 'This id was used for another group.')
const NO_MEMBER = error(404, 'There is no such member.')
const NO_CODE = error(404, 'This invitation is not valid any more.')
const MIXED = error(
  409,
  'Your roles are a flat list, outside of any group, so you cannot be in a group. Ask an administrator to change your roles.',
)

/** Returns the error of a call. Expects that the call changed nothing. */
async function refused({ wire }: { wire: Wire }, method: string, argument: object): Promise<unknown> {
  const before = await groupState(world)
  const refusal = await wire.refusal(method, argument)
  expect(await groupState(world)).toEqual(before)
  return refusal
}

/** Returns the result of a call. Expects that the call changed nothing. */
async function idle({ wire }: { wire: Wire }, method: string, argument: object): Promise<unknown> {
  const before = await groupState(world)
  const answer = await wire.call(method, argument)
  expect(await groupState(world)).toEqual(before)
  return answer
}

interface Club {
  groupId: string
  owner: SignedUp
  manager: SignedUp
  member: SignedUp
}

/** Creates a group with one user of each role, who joined in this order. */
async function club(visibility: 'public' | 'private'): Promise<Club> {
  const [owner, manager, member] = [await somebody(), await somebody(), await somebody()]
  const groupId = await makeGroup(owner, visibility)
  await bring(owner, groupId, manager, ['manager'])
  await bring(owner, groupId, member)
  return { groupId, owner, manager, member }
}

/**
 * Expects that only users with one of the roles may call the method. Others get 403 if they may see the group and 404 if not; without a
 * login the error is 401.
 */
async function onlyFor(roles: readonly ('owner' | 'manager')[], method: string, more: (club: Club) => object = () => ({})): Promise<void> {
  for (const visibility of ['public', 'private'] as const) {
    const scene = await club(visibility)
    const argument = { groupId: scene.groupId, ...more(scene) }
    expect(await refused({ wire: visitor }, method, argument)).toEqual(SIGN_IN)
    expect(await refused(scene.member, method, argument)).toEqual(NOT_YOURS)
    if (!roles.includes('manager')) expect(await refused(scene.manager, method, argument)).toEqual(NOT_YOURS)
    expect(await refused(stranger, method, argument)).toEqual(visibility === 'public' ? NOT_YOURS : NO_GROUP)
    expect(await refused(scene.owner, method, { ...argument, groupId: uuidv7() })).toEqual(NO_GROUP)
    for (const role of roles) expect(await scene[role].wire.call(method, argument)).toBeTypeOf('object')
  }
}

/** Subscribes a connection to a group. */
async function watching(groupId: string, wire = visitor): Promise<Wire> {
  expect((await wire.subscribe('groups.one', { groupId })).error).toBe(null)
  return wire
}

describe('groups.add', () => {
  it('makes a group with its maker for its owner', async () => {
    const ada = await somebody()
    const _id = uuidv7()
    const answer = await ada.wire.call('groups.add', { _id, name: '  The Monday league ', visibility: 'public' })
    expect(answer).toEqual({ groupId: _id })
    const wire = await watching(_id)
    expect(wire.documents('groups').get(_id)).toEqual({
      name: 'The Monday league',
      description: '',
      visibility: 'public',
      memberCount: 1,
      receipt: expect.any(Number),
    })
    expect([...wire.documents('members')].filter(([, { groupId }]) => groupId === _id)).toEqual([
      [`${_id}/${ada.id}`, { groupId: _id, userId: ada.id, username: ada.username, displayName: ada.username, roles: ['owner'] }],
    ])
  })

  it('answers the same for the same values again, also when the group is called otherwise by now, or its maker has gone', async () => {
    const { groupId: _id, owner, manager } = await club('private')
    const given = { _id, name: 'Group of private', visibility: 'private' }
    expect(await idle(owner, 'groups.add', given)).toEqual({ groupId: _id })
    expect(await idle(owner, 'groups.add', { ...given, description: '', name: ' Group of private' })).toEqual({ groupId: _id })
    await owner.wire.call('groups.edit', { groupId: _id, name: 'Another name' })
    await owner.wire.call('groups.setRoles', { groupId: _id, userId: manager.id, roles: ['owner'] })
    await owner.wire.call('groups.leave', { groupId: _id })
    expect(await idle(owner, 'groups.add', given)).toEqual({ groupId: _id })
  })

  it('refuses a known id with other values, from another player, and for ever after the group was removed', async () => {
    const ada = await somebody()
    const given = { _id: await makeGroup(ada, 'public', 'Once'), name: 'Once', visibility: 'public' }
    for (const other of [{ name: 'Twice' }, { description: 'More' }, { visibility: 'private' }])
      expect(await refused(ada, 'groups.add', { ...given, ...other })).toEqual(USED)
    expect(await refused(stranger, 'groups.add', given)).toEqual(USED)
    await ada.wire.call('groups.remove', { groupId: given._id })
    for (const person of [ada, stranger]) expect(await refused(person, 'groups.add', given)).toEqual(USED)
  })

  it('makes one group of two calls at the same moment', async () => {
    const ada = await somebody()
    const second = await Wire.open(world.endpoint)
    await second.call('login', { resume: ada.token })
    const given = { _id: uuidv7(), name: 'Twins', visibility: 'public' }
    const answers = await Promise.all([ada.wire, second].map(wire => wire.call('groups.add', given)))
    expect(answers).toEqual([{ groupId: given._id }, { groupId: given._id }])
    expect(await rolesIn(world, given._id)).toEqual({ [ada.id]: ['owner'] })
  })

  it('is for players, and takes no picture that is not there', async () => {
    const given = { _id: uuidv7(), name: 'Mine', visibility: 'public' }
    expect(await refused({ wire: visitor }, 'groups.add', given)).toEqual(SIGN_IN)
    expect(await refused(stranger, 'groups.add', { ...given, picture: { key: 'nowhere' } })).toEqual(NO_PICTURE)
  })
})

describe('groups.edit', () => {
  it('lets owner and manager change what they name, live for who watches, and keeps the rest', async () => {
    const { groupId, owner, manager } = await club('public')
    const wire = await watching(groupId)
    const before = wire.documents('groups').get(groupId)!
    expect(await owner.wire.call('groups.edit', { groupId, name: ' New name ' })).toEqual({})
    await wire.until(() => wire.documents('groups').get(groupId)!.name === 'New name')
    await manager.wire.call('groups.edit', { groupId, description: 'Two\nlines' })
    await wire.until(() => wire.documents('groups').get(groupId)!.description === 'Two\nlines')
    expect(wire.documents('groups').get(groupId)).toEqual({ ...before, name: 'New name', description: 'Two\nlines' })
  })

  it('says nothing to anybody when nothing is another than it was', async () => {
    const { groupId, owner } = await club('public')
    expect(await idle(owner, 'groups.edit', { groupId, name: 'Group of public', visibility: 'public', picture: null })).toEqual({})
    expect(await refused(owner, 'groups.edit', { groupId, picture: { key: 'nowhere' } })).toEqual(NO_PICTURE)
  })

  it('is for owner and manager', () => onlyFor(['owner', 'manager'], 'groups.edit', () => ({ description: `words ${people}` })))
})

describe('groups.remove', () => {
  it('takes the group from under who watches, its members’ roles, its codes and its words', async () => {
    const { groupId, owner, manager, member } = await club('public')
    await owner.wire.call('groups.edit', { groupId, name: 'Zanzibar', description: 'Quokkas everywhere' })
    const code = await codeOf(manager, groupId)
    const wire = await Wire.open(world.endpoint)
    const { id } = await wire.subscribe('groups.one', { groupId })
    await member.wire.subscribe('_roles')
    expect(await owner.wire.call('groups.remove', { groupId })).toEqual({})
    expect(await wire.message(message => message.msg === 'nosub' && message.id === id)).toMatchObject({ error: NO_GROUP })
    expect([wire.documents('groups').size, wire.documents('members').size]).toEqual([0, 0])
    await member.wire.until(() => JSON.stringify(member.wire.documents('users').get(member.id)!.roles) === '{}')
    expect(await refused(stranger, 'groups.join', { code })).toEqual(NO_CODE)
    for (const person of [owner, manager, member]) expect(await refused(person, 'groups.remove', { groupId })).toEqual(NO_GROUP)
    const dump = await dumpTables(world)
    expect(needlesIn(dump, ['Zanzibar', 'Quokkas everywhere'])).toEqual([])
  })

  it('is for the owner', () => onlyFor(['owner'], 'groups.remove'))
})

describe('groups.invite', () => {
  it('makes a code that is good for a week, for anybody and any number of them, and keeps no copy of it', async () => {
    const { groupId, owner, manager } = await club('private')
    const began = clock.now()
    const { code, expiresAt } = await manager.wire.call<{ code: string; expiresAt: Date }>('groups.invite', { groupId })
    expect(code).toMatch(/^[\w-]{22}$/)
    expect(Math.abs(expiresAt.getTime() - began - 7 * DAY)).toBeLessThan(60_000)
    expect(await dumpTables(world)).not.toContain(code)
    const [one, two, three] = [await somebody(), await somebody(), await somebody()]
    for (const person of [one, two]) expect(await person.wire.call('groups.join', { code })).toEqual({ groupId })
    clock.set(expiresAt.getTime() - 60_000)
    expect(await three.wire.call('groups.join', { code })).toEqual({ groupId })
    clock.set(expiresAt.getTime())
    expect(await refused(stranger, 'groups.join', { code })).toEqual(NO_CODE)
    expect(Object.keys(await rolesIn(world, groupId))).toHaveLength(6)
    await codeOf(owner, groupId)
    const { rows } = await world.app.database.pool.query('SELECT 1 FROM group_invites WHERE expires_at <= $1', [new Date(clock.now())])
    expect(rows).toEqual([])
  })

  it('gives another code each time, and leaves those that are out as they are', async () => {
    const { groupId, owner } = await club('private')
    const codes = [await codeOf(owner, groupId), await codeOf(owner, groupId)]
    expect(codes[0]).not.toBe(codes[1])
    for (const code of codes) expect(await (await somebody()).wire.call('groups.join', { code })).toEqual({ groupId })
  })

  it('is for owner and manager', () => onlyFor(['owner', 'manager'], 'groups.invite'))
})

describe('groups.join', () => {
  it('brings anybody into a public group, as a member, live for who watches and in their own roles', async () => {
    const { groupId } = await club('public')
    const wire = await watching(groupId)
    const newcomer = await somebody()
    await newcomer.wire.subscribe('_roles')
    await newcomer.wire.subscribe('groups.mine', {})
    expect(await newcomer.wire.call('groups.join', { groupId })).toEqual({ groupId })
    expect(newcomer.wire.documents('users').get(newcomer.id)!.roles).toEqual({ [groupId]: ['member'] })
    expect(newcomer.wire.documents('groups').get(groupId)).toMatchObject({ memberCount: 4 })
    await wire.until(() => wire.documents('members').has(`${groupId}/${newcomer.id}`))
    expect(wire.documents('groups').get(groupId)).toMatchObject({ memberCount: 4 })
  })

  it('needs a code for a private one: without, or with a wrong one, there is nothing', async () => {
    const { groupId, owner } = await club('private')
    expect(await refused(stranger, 'groups.join', { groupId })).toEqual(NO_GROUP)
    expect(await refused(stranger, 'groups.join', { code: groupId })).toEqual(NO_CODE)
    expect(await refused({ wire: visitor }, 'groups.join', { code: await codeOf(owner, groupId) })).toEqual(SIGN_IN)
  })

  it('changes nothing for who is in already, by id or by code', async () => {
    const scene = await club('private')
    const { groupId, manager } = scene
    const code = await codeOf(manager, groupId)
    for (const person of [scene.owner, manager, scene.member])
      for (const by of [{ groupId }, { code }]) expect(await idle(person, 'groups.join', by)).toEqual({ groupId })
    expect(await rolesIn(world, groupId)).toMatchObject({ [manager.id]: ['manager'] })
  })

  it('gives a code that was called in no worth, also to who waited for the group with it', async () => {
    const { groupId, owner, member } = await club('private')
    for (const end of ['removeMember', 'remove'] as const) {
      const code = await codeOf(owner, groupId)
      const pool = await world.app.database.pool.connect()
      try {
        await pool.query('BEGIN')
        await pool.query('SELECT 1 FROM groups WHERE id = $1 FOR UPDATE', [groupId])
        const ending = owner.wire.attempt(`groups.${end}`, { groupId, ...(end === 'remove' ? {} : { userId: member.id }) })
        await blocked(1)
        const joining = stranger.wire.attempt('groups.join', { code })
        await blocked(2)
        await pool.query('COMMIT')
        expect((await ending).error).toBe(undefined)
        expect((await joining).error).toEqual(NO_CODE)
      } finally {
        pool.release()
      }
    }
  })

  it('refuses who has a flat list of roles and says why, as making a group does, and leaves the list as it is', async () => {
    const { groupId } = await club('public')
    const flat = await somebody()
    await world.app.database.pool.query(`UPDATE users SET roles = '["old"]' WHERE id = $1`, [flat.id])
    expect(await refused(flat, 'groups.join', { groupId })).toEqual(MIXED)
    expect(await refused(flat, 'groups.add', { _id: uuidv7(), name: 'Flat', visibility: 'public' })).toEqual(MIXED)
  })
})

/** Resolves when this many statements wait for a lock. */
async function blocked(count: number): Promise<void> {
  for (;;) {
    const { rows } = await world.app.database.pool.query<{ n: number }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rows[0]!.n >= count) return
  }
}

describe('groups.leave', () => {
  it('takes a member out, with the roles there, and leaves those of other groups', async () => {
    const { groupId, owner, member } = await club('public')
    const other = await makeGroup(member, 'private')
    await member.wire.subscribe('_roles')
    const wire = await watching(groupId)
    expect(await member.wire.call('groups.leave', { groupId })).toEqual({})
    expect(member.wire.documents('users').get(member.id)!.roles).toEqual({ [other]: ['owner'] })
    await wire.until(() => !wire.documents('members').has(`${groupId}/${member.id}`))
    expect(wire.documents('groups').get(groupId)).toMatchObject({ memberCount: 2 })
    expect(await rolesIn(world, groupId)).toMatchObject({ [owner.id]: ['owner'] })
  })

  it('changes nothing for who is not in a public group, and finds no private one for them', async () => {
    const [open, hidden] = [await club('public'), await club('private')]
    expect(await idle(stranger, 'groups.leave', { groupId: open.groupId })).toEqual({})
    expect(await refused(stranger, 'groups.leave', { groupId: hidden.groupId })).toEqual(NO_GROUP)
    await hidden.member.wire.call('groups.leave', { groupId: hidden.groupId })
    expect(await refused(hidden.member, 'groups.leave', { groupId: hidden.groupId })).toEqual(NO_GROUP)
    expect(await refused({ wire: visitor }, 'groups.leave', { groupId: open.groupId })).toEqual(SIGN_IN)
  })
})

describe('the last owner', () => {
  it('stays, whichever way they would go', async () => {
    const { groupId, owner, manager } = await club('private')
    const admin = await somebody()
    await makeAdmin(world, admin.id)
    await bring(owner, groupId, admin)
    const assign = { userIds: [owner.id], group: groupId }
    expect(await refused(owner, 'groups.leave', { groupId })).toEqual(LAST_OWNER)
    expect(await refused(owner, 'groups.removeMember', { groupId, userId: owner.id })).toEqual(LAST_OWNER)
    for (const roles of [['manager'], ['member'], ['manager', 'member']])
      expect(await refused(owner, 'groups.setRoles', { groupId, userId: owner.id, roles })).toEqual(LAST_OWNER)
    for (const person of [owner, admin]) {
      expect(await refused(person, 'roles.assign', { ...assign, roles: ['member'], mode: 'replace' })).toEqual(LAST_OWNER)
      await owner.wire.call('groups.setRoles', { groupId, userId: owner.id, roles: ['owner', 'member'] })
      expect(await refused(person, 'roles.assign', { ...assign, roles: ['owner'], mode: 'remove' })).toEqual(LAST_OWNER)
      const both = { group: groupId, userIds: [manager.id, owner.id] }
      expect(await refused(person, 'roles.assign', { ...both, roles: ['manager'], mode: 'replace' })).toEqual(LAST_OWNER)
    }
  })

  it('may go as soon as another is there, and owners keep it with other roles beside', async () => {
    const { groupId, owner, member } = await club('private')
    await owner.wire.call('groups.setRoles', { groupId, userId: owner.id, roles: ['owner', 'manager'] })
    await owner.wire.call('groups.setRoles', { groupId, userId: member.id, roles: ['owner'] })
    expect(await owner.wire.call('groups.leave', { groupId })).toEqual({})
    expect(await refused(member, 'groups.leave', { groupId })).toEqual(LAST_OWNER)
  })

  it.each([
    ['leave', 'leave'],
    ['leave', 'lay it down'],
    ['lay it down', 'lay it down'],
    ['assign it away', 'leave'],
    ['delete their account', 'leave'],
  ] as const)('is left when two owners at the same moment %s and %s', async (...ways) => {
    for (let round = 0; round < 4; round++) {
      const owners = [await somebody(), await somebody()]
      const groupId = await makeGroup(owners[0]!, 'private')
      await bring(owners[0]!, groupId, owners[1]!, ['owner'])
      const answers = await Promise.all(
        owners.map(({ wire, id: userId }, i) => {
          if (ways[i] === 'leave') return wire.attempt('groups.leave', { groupId })
          if (ways[i] === 'lay it down') return wire.attempt('groups.setRoles', { groupId, userId, roles: ['member'] })
          if (ways[i] === 'delete their account') return wire.attempt('account.delete', { password: digestOf(PASSWORD), eraseScores: true })
          return wire.attempt('roles.assign', { group: groupId, userIds: [userId], roles: ['member'], mode: 'replace' })
        }),
      )
      const left = await rolesIn(world, groupId)
      if (ways[0] === 'delete their account' && answers[1]!.error === undefined) {
        expect(left).toEqual({})
        continue
      }
      expect(Object.values(left).filter(roles => roles.includes('owner'))).toHaveLength(1)
      expect(answers.flatMap(answer => answer.error ?? [])).toEqual(
        ways[0] === 'delete their account' ? [LAST_OWNER] : [expect.objectContaining({ error: 409 })],
      )
    }
  })
})

describe('groups.removeMember', () => {
  it('puts a member out, by owner or manager, and calls in the codes that are out', async () => {
    const { groupId, owner, manager, member } = await club('private')
    const code = await codeOf(owner, groupId)
    await member.wire.subscribe('_roles')
    expect(await manager.wire.call('groups.removeMember', { groupId, userId: member.id })).toEqual({})
    await member.wire.until(() => JSON.stringify(member.wire.documents('users').get(member.id)!.roles) === '{}')
    for (const person of [member, stranger]) expect(await refused(person, 'groups.join', { code })).toEqual(NO_CODE)
    await bring(owner, groupId, member)
    expect(await owner.wire.call('groups.removeMember', { groupId, userId: member.id })).toEqual({})
    expect(Object.keys(await rolesIn(world, groupId)).sort()).toEqual([owner.id, manager.id].sort())
  })

  it('lets a manager put out plain members only, and an owner anybody', async () => {
    const { groupId, owner, manager, member } = await club('public')
    const second = await somebody()
    await bring(owner, groupId, second, ['manager', 'member'])
    for (const { id: userId } of [owner, second, manager])
      expect(await refused(manager, 'groups.removeMember', { groupId, userId })).toEqual(NOT_YOURS)
    await owner.wire.call('groups.setRoles', { groupId, userId: member.id, roles: ['owner'] })
    expect(await owner.wire.call('groups.removeMember', { groupId, userId: second.id })).toEqual({})
    expect(await member.wire.call('groups.removeMember', { groupId, userId: owner.id })).toEqual({})
    expect(await rolesIn(world, groupId)).toEqual({ [manager.id]: ['manager'], [member.id]: ['owner'] })
  })

  it('knows only members', async () => {
    const { groupId, owner } = await club('private')
    for (const userId of [stranger.id, uuidv7()])
      expect(await refused(owner, 'groups.removeMember', { groupId, userId })).toEqual(NO_MEMBER)
  })

  it('is for owner and manager', async () => {
    for (const visibility of ['public', 'private'] as const) {
      const { groupId, member } = await club(visibility)
      const argument = { groupId, userId: member.id }
      expect(await refused({ wire: visitor }, 'groups.removeMember', argument)).toEqual(SIGN_IN)
      expect(await refused(member, 'groups.removeMember', argument)).toEqual(NOT_YOURS)
      expect(await refused(stranger, 'groups.removeMember', argument)).toEqual(visibility === 'public' ? NOT_YOURS : NO_GROUP)
    }
  })
})

describe('groups.setRoles', () => {
  it('gives a member exactly these roles, live for who watches and in their own', async () => {
    const { groupId, owner, member } = await club('public')
    const wire = await watching(groupId)
    await member.wire.subscribe('_roles')
    const shown = (): string => JSON.stringify(wire.documents('members').get(`${groupId}/${member.id}`)!.roles)
    for (const roles of [['owner', 'manager'], ['manager'], ['member']]) {
      expect(await owner.wire.call('groups.setRoles', { groupId, userId: member.id, roles })).toEqual({})
      await wire.until(() => shown() === JSON.stringify(roles))
      await member.wire.until(
        () => JSON.stringify(member.wire.documents('users').get(member.id)!.roles) === JSON.stringify({ [groupId]: roles }),
      )
    }
    expect(await idle(owner, 'groups.setRoles', { groupId, userId: member.id, roles: ['member'] })).toEqual({})
  })

  it('knows only members', async () => {
    const { groupId, owner } = await club('private')
    for (const userId of [stranger.id, uuidv7()])
      expect(await refused(owner, 'groups.setRoles', { groupId, userId, roles: ['member'] })).toEqual(NO_MEMBER)
  })

  it('is for the owner', () => onlyFor(['owner'], 'groups.setRoles', ({ member }) => ({ userId: member.id, roles: ['manager'] })))
})

describe('roles.assign inside a group', () => {
  it('lets its owner give members owner, manager and member and take them, live for who watches', async () => {
    const { groupId, owner, member } = await club('public')
    const wire = await watching(groupId)
    const shown = (): string => JSON.stringify(wire.documents('members').get(`${groupId}/${member.id}`)!.roles)
    for (const [roles, mode, after] of [
      [['manager'], 'add', ['manager', 'member']],
      [['member'], 'remove', ['manager']],
      [['owner'], 'replace', ['owner']],
      [['owner', 'manager'], 'replace', ['owner', 'manager']],
      [['owner', 'member'], 'remove', ['manager']],
    ] as const) {
      expect(await owner.wire.call('roles.assign', { userIds: [member.id], roles, group: groupId, mode })).toEqual({})
      await wire.until(() => shown() === JSON.stringify(after))
    }
  })

  it('lets an administrator do the same in a public group, and in a private one that they are a member of', async () => {
    const admin = await somebody()
    await makeAdmin(world, admin.id)
    for (const visibility of ['public', 'private'] as const) {
      const { groupId, owner, member } = await club(visibility)
      const promote = { userIds: [member.id], roles: ['manager'], group: groupId, mode: 'replace' }
      if (visibility === 'private') {
        expect(await refused(admin, 'roles.assign', promote)).toEqual(NO_GROUP)
        await bring(owner, groupId, admin)
      }
      expect(await admin.wire.call('roles.assign', promote)).toEqual({})
      expect(await rolesIn(world, groupId)).toMatchObject({ [member.id]: ['manager'] })
    }
  })

  it('knows no other roles and no one but members, whoever asks, and leaves nobody without a role', async () => {
    const { groupId, owner, member, manager } = await club('public')
    const admin = await somebody()
    await makeAdmin(world, admin.id)
    const attempt = (person: SignedUp, more: object) =>
      refused(person, 'roles.assign', { userIds: [member.id], roles: ['manager'], group: groupId, mode: 'add', ...more })
    for (const mode of ['add', 'replace', 'remove']) {
      expect(await attempt(admin, { roles: ['admin'], mode })).toMatchObject({ error: 400, details: [{ path: 'roles' }] })
      expect(await attempt(owner, { roles: ['member', 'admin'], mode })).toMatchObject({ error: 403 })
      for (const person of [admin, owner])
        for (const userIds of [[stranger.id], [member.id, stranger.id], [uuidv7()]])
          expect(await attempt(person, { userIds, mode })).toEqual(NO_MEMBER)
      for (const person of [member, manager, stranger]) expect(await attempt(person, { mode })).toMatchObject({ error: 403 })
      expect(await attempt(admin, { group: uuidv7(), mode })).toEqual(NO_GROUP)
    }
    for (const person of [admin, owner]) {
      expect(await attempt(person, { roles: [], mode: 'replace' })).toMatchObject({ error: 400 })
      expect(await attempt(person, { roles: ['member'], mode: 'remove' })).toMatchObject({ error: 409 })
    }
  })
})

describe('groups.list', () => {
  const listed = (wire: Wire): string[] => wire.idsBy('groups', (a, b) => (b.receipt as number) - (a.receipt as number))

  it('shows public groups, newest first, and who may see more sees no more there', async () => {
    const owner = await somebody()
    const groups: string[] = []
    for (let i = 0; i < 4; i++) groups.unshift(await makeGroup(owner, i === 2 ? 'private' : 'public'))
    for (const wire of [owner.wire, await Wire.open(world.endpoint)]) {
      expect((await wire.subscribe('groups.list', { limit: 3 })).error).toBe(null)
      expect(listed(wire)).toEqual([groups[0], groups[2], groups[3]])
      expect(wire.documents('members').size).toBe(0)
    }
  })

  it('goes back page by page, also when the group at the end of the page before has been removed; one that is hidden is no place to go on from', async () => {
    const owner = await somebody()
    const groups: string[] = []
    for (let i = 0; i < 5; i++) groups.unshift(await makeGroup(owner, 'public'))
    const page = async (before: string): Promise<unknown> => {
      const wire = await Wire.open(world.endpoint)
      const { error } = await wire.subscribe('groups.list', { limit: 2, before })
      return error === null ? listed(wire) : error
    }
    const unknown = { error: 400, details: [{ path: 'before', message: 'is not a row of this list' }] }
    expect(await page(groups[0]!)).toEqual([groups[1], groups[2]])
    await owner.wire.call('groups.remove', { groupId: groups[2] })
    expect(await page(groups[2]!)).toEqual([groups[3], groups[4]])
    expect(await page(groups[0]!)).toEqual([groups[1], groups[3]])
    expect(await page(uuidv7())).toMatchObject(unknown)
    expect(await page(await makeGroup(owner, 'private'))).toMatchObject(unknown)
  })

  it('stays true: groups come, are called otherwise, fill, hide and go', async () => {
    const [owner, wire] = [await somebody(), await Wire.open(world.endpoint)]
    await wire.subscribe('groups.list', { limit: 2 })
    const [first, second] = [await makeGroup(owner, 'public'), await makeGroup(owner, 'public')]
    await wire.until(() => listed(wire).join() === `${second},${first}`)
    await stranger.wire.call('groups.join', { groupId: second })
    await wire.until(() => wire.documents('groups').get(second)!.memberCount === 2)
    await stranger.wire.call('groups.leave', { groupId: second })
    await wire.until(() => wire.documents('groups').get(second)!.memberCount === 1)
    await owner.wire.call('groups.edit', { groupId: second, name: 'Renamed' })
    await wire.until(() => wire.documents('groups').get(second)!.name === 'Renamed')
    await owner.wire.call('groups.edit', { groupId: second, visibility: 'private' })
    await wire.until(() => !wire.documents('groups').has(second) && wire.documents('groups').size === 2)
    await owner.wire.call('groups.edit', { groupId: second, visibility: 'public' })
    await wire.until(() => listed(wire).join() === `${second},${first}`)
    await owner.wire.call('groups.remove', { groupId: first })
    await wire.until(() => !wire.documents('groups').has(first))
  })
})

describe('groups.one', () => {
  it('has members’ names as they are now, and takes out who deletes their account', async () => {
    const { groupId, member } = await club('public')
    const wire = await watching(groupId)
    await member.wire.call('players.edit', { displayName: 'Ada Lovelace' })
    await wire.until(() => wire.documents('members').get(`${groupId}/${member.id}`)!.displayName === 'Ada Lovelace')
    await member.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: true })
    await wire.until(() => !wire.documents('members').has(`${groupId}/${member.id}`))
    expect(wire.documents('groups').get(groupId)).toMatchObject({ memberCount: 2 })
  })
})

describe('groups.mine', () => {
  it('holds one’s own groups, private ones too, each with one’s own roles and nobody else', async () => {
    const { groupId, owner, member } = await club('private')
    const open = await makeGroup(member, 'public')
    await club('public')
    await member.wire.subscribe('groups.mine', {})
    expect([...member.wire.documents('groups').keys()].sort()).toEqual([groupId, open].sort())
    expect(member.wire.documents('groups').get(groupId)).toMatchObject({ visibility: 'private', memberCount: 3 })
    expect([...member.wire.documents('members').values()].map(({ userId, roles }) => [userId, roles])).toEqual(
      expect.arrayContaining([
        [member.id, ['member']],
        [member.id, ['owner']],
      ]),
    )
    expect(member.wire.documents('members').size).toBe(2)
    await owner.wire.call('groups.edit', { groupId, name: 'Called otherwise' })
    await member.wire.until(() => member.wire.documents('groups').get(groupId)!.name === 'Called otherwise')
    await owner.wire.call('groups.setRoles', { groupId, userId: member.id, roles: ['manager'] })
    await member.wire.until(() => `${member.wire.documents('members').get(`${groupId}/${member.id}`)!.roles}` === 'manager')
    await owner.wire.call('groups.removeMember', { groupId, userId: member.id })
    await member.wire.until(() => member.wire.documents('groups').size === 1)
    expect([...member.wire.documents('members').keys()]).toEqual([`${open}/${member.id}`])
    const next = await makeGroup(member, 'private')
    expect(member.wire.documents('groups').has(next)).toBe(true)
  })

  it('is for players', async () => {
    expect((await visitor.subscribe('groups.mine', {})).error).toEqual(SIGN_IN)
  })
})

describe('an owner’s account that is deleted', () => {
  const erase = ({ wire }: SignedUp): Promise<unknown> => wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: false })

  it('leaves the group to the manager who has been there longest', async () => {
    const { groupId, owner, manager, member } = await club('private')
    const late = await somebody()
    await bring(owner, groupId, late, ['manager'])
    await member.wire.subscribe('groups.one', { groupId })
    await manager.wire.subscribe('_roles')
    await erase(owner)
    expect(await rolesIn(world, groupId)).toEqual({ [manager.id]: ['manager', 'owner'], [member.id]: ['member'], [late.id]: ['manager'] })
    await member.wire.until(() => `${member.wire.documents('members').get(`${groupId}/${manager.id}`)!.roles}` === 'owner,manager')
    expect(member.wire.documents('members').has(`${groupId}/${owner.id}`)).toBe(false)
    expect(manager.wire.documents('users').get(manager.id)!.roles).toEqual({ [groupId]: ['manager', 'owner'] })
    expect(await manager.wire.call('groups.edit', { groupId, name: 'Mine now' })).toEqual({})
  })

  it('leaves it to the member who has been there longest when there is no manager, counted from the last time they came', async () => {
    const [owner, returned, member] = [await somebody(), await somebody(), await somebody()]
    const groupId = await makeGroup(owner, 'public')
    for (const person of [returned, member]) await person.wire.call('groups.join', { groupId })
    await returned.wire.call('groups.leave', { groupId })
    await returned.wire.call('groups.join', { groupId })
    await erase(owner)
    expect(await rolesIn(world, groupId)).toEqual({ [member.id]: ['member', 'owner'], [returned.id]: ['member'] })
  })

  it('leaves it as it is when there is another owner', async () => {
    const { groupId, owner, manager, member } = await club('public')
    await owner.wire.call('groups.setRoles', { groupId, userId: member.id, roles: ['owner'] })
    await erase(owner)
    expect(await rolesIn(world, groupId)).toEqual({ [manager.id]: ['manager'], [member.id]: ['owner'] })
  })

  it('takes the group along when nobody is left, from under who watches it', async () => {
    const owner = await somebody()
    const groupId = await makeGroup(owner, 'public', 'A lonely hunter')
    const wire = await Wire.open(world.endpoint)
    const { id } = await wire.subscribe('groups.one', { groupId })
    await erase(owner)
    expect(await wire.message(message => message.msg === 'nosub' && message.id === id)).toMatchObject({ error: NO_GROUP })
    expect(await dumpTables(world)).not.toContain('A lonely hunter')
    expect(await refused(stranger, 'groups.join', { groupId })).toEqual(NO_GROUP)
  })
})

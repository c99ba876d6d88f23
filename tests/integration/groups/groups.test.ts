import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { findNeedles } from '../../security/needles.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { addToGroup, createGroup, createInviteCode, GROUP_NOT_FOUND, readGroupRoles, readGroupState } from '../helpers/groups.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, makeAdmin, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 86_400_000
const clock = createSettableClock()
let testApp: TestApp
let visitor: DdpTestClient
/** A user who is never in a group. */
let outsider: TestUser
let people = 0

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  visitor = await DdpTestClient.open(testApp.endpoint)
  outsider = await signUpUser()
})
afterAll(() => testApp.close())

const signUpUser = (): Promise<TestUser> => signUp(testApp, `Player ${++people}`)

const NO_PICTURE = { ...meteorError(404, 'There is no such picture.'), details: { code: 'picture-gone' } }
const SIGN_IN = meteorError(401, 'Please sign in first.')
const NOT_YOURS = meteorError(403, 'Only those who run the group may do this.')
const LAST_OWNER = meteorError(409, 'A group needs an owner: make somebody else one first.')
const USED = meteorError(409, 'This id was used for another group.')
const NO_MEMBER = meteorError(404, 'There is no such member.')
const NO_CODE = meteorError(404, 'This invitation is not valid any more.')
const MIXED = meteorError(
  409,
  'Your roles are a flat list, outside of any group, so you cannot be in a group. Ask an administrator to change your roles.',
)

/** Returns the error of a call. Expects that the call changed nothing. */
async function refused({ client }: { client: DdpTestClient }, method: string, argument: object): Promise<unknown> {
  const before = await readGroupState(testApp)
  const refusal = await client.expectError(method, argument)
  expect(await readGroupState(testApp)).toEqual(before)
  return refusal
}

/** Returns the result of a call. Expects that the call changed nothing. */
async function idle({ client }: { client: DdpTestClient }, method: string, argument: object): Promise<unknown> {
  const before = await readGroupState(testApp)
  const answer = await client.call(method, argument)
  expect(await readGroupState(testApp)).toEqual(before)
  return answer
}

interface Club {
  groupId: string
  owner: TestUser
  manager: TestUser
  member: TestUser
}

/** Creates a group with one user of each role, who joined in this order. */
async function club(visibility: 'public' | 'private'): Promise<Club> {
  const [owner, manager, member] = [await signUpUser(), await signUpUser(), await signUpUser()]
  const groupId = await createGroup(owner, visibility)
  await addToGroup(owner, groupId, manager, ['manager'])
  await addToGroup(owner, groupId, member)
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
    expect(await refused({ client: visitor }, method, argument)).toEqual(SIGN_IN)
    expect(await refused(scene.member, method, argument)).toEqual(NOT_YOURS)
    if (!roles.includes('manager')) expect(await refused(scene.manager, method, argument)).toEqual(NOT_YOURS)
    expect(await refused(outsider, method, argument)).toEqual(visibility === 'public' ? NOT_YOURS : GROUP_NOT_FOUND)
    expect(await refused(scene.owner, method, { ...argument, groupId: uuidv7() })).toEqual(GROUP_NOT_FOUND)
    for (const role of roles) expect(await scene[role].client.call(method, argument)).toBeTypeOf('object')
  }
}

/** Subscribes a connection to a group. */
async function watching(groupId: string, client = visitor): Promise<DdpTestClient> {
  expect((await client.subscribe('groups.one', { groupId })).error).toBe(null)
  return client
}

describe('groups.add', () => {
  it('makes a group with its maker for its owner', async () => {
    const ada = await signUpUser()
    const _id = uuidv7()
    const answer = await ada.client.call('groups.add', { _id, name: '  The Monday league ', visibility: 'public' })
    expect(answer).toEqual({ groupId: _id })
    const client = await watching(_id)
    expect(client.documents('groups').get(_id)).toEqual({
      name: 'The Monday league',
      description: '',
      visibility: 'public',
      memberCount: 1,
      receipt: expect.any(Number),
    })
    expect([...client.documents('members')].filter(([, { groupId }]) => groupId === _id)).toEqual([
      [`${_id}/${ada.id}`, { groupId: _id, userId: ada.id, username: ada.username, displayName: ada.username, roles: ['owner'] }],
    ])
  })

  it('answers the same for the same values again, also when the group is called otherwise by now, or its maker has gone', async () => {
    const { groupId: _id, owner, manager } = await club('private')
    const input = { _id, name: 'Group of private', visibility: 'private' }
    expect(await idle(owner, 'groups.add', input)).toEqual({ groupId: _id })
    expect(await idle(owner, 'groups.add', { ...input, description: '', name: ' Group of private' })).toEqual({ groupId: _id })
    await owner.client.call('groups.edit', { groupId: _id, name: 'Another name' })
    await owner.client.call('groups.setRoles', { groupId: _id, userId: manager.id, roles: ['owner'] })
    await owner.client.call('groups.leave', { groupId: _id })
    expect(await idle(owner, 'groups.add', input)).toEqual({ groupId: _id })
  })

  it('refuses a known id with other values, from another player, and for ever after the group was removed', async () => {
    const ada = await signUpUser()
    const input = { _id: await createGroup(ada, 'public', 'Once'), name: 'Once', visibility: 'public' }
    for (const other of [{ name: 'Twice' }, { description: 'More' }, { visibility: 'private' }])
      expect(await refused(ada, 'groups.add', { ...input, ...other })).toEqual(USED)
    expect(await refused(outsider, 'groups.add', input)).toEqual(USED)
    await ada.client.call('groups.remove', { groupId: input._id })
    for (const person of [ada, outsider]) expect(await refused(person, 'groups.add', input)).toEqual(USED)
  })

  it('makes one group of two calls at the same moment', async () => {
    const ada = await signUpUser()
    const second = await DdpTestClient.open(testApp.endpoint)
    await second.call('login', { resume: ada.token })
    const input = { _id: uuidv7(), name: 'Twins', visibility: 'public' }
    const answers = await Promise.all([ada.client, second].map(client => client.call('groups.add', input)))
    expect(answers).toEqual([{ groupId: input._id }, { groupId: input._id }])
    expect(await readGroupRoles(testApp, input._id)).toEqual({ [ada.id]: ['owner'] })
  })

  it('is for players, and takes no picture that is not there', async () => {
    const input = { _id: uuidv7(), name: 'Mine', visibility: 'public' }
    expect(await refused({ client: visitor }, 'groups.add', input)).toEqual(SIGN_IN)
    expect(await refused(outsider, 'groups.add', { ...input, picture: { key: 'nowhere' } })).toEqual(NO_PICTURE)
  })
})

describe('groups.edit', () => {
  it('lets owner and manager change what they name, live for who watches, and keeps the rest', async () => {
    const { groupId, owner, manager } = await club('public')
    const client = await watching(groupId)
    const before = client.documents('groups').get(groupId)!
    expect(await owner.client.call('groups.edit', { groupId, name: ' New name ' })).toEqual({})
    await client.waitUntil(() => client.documents('groups').get(groupId)!.name === 'New name')
    await manager.client.call('groups.edit', { groupId, description: 'Two\nlines' })
    await client.waitUntil(() => client.documents('groups').get(groupId)!.description === 'Two\nlines')
    expect(client.documents('groups').get(groupId)).toEqual({ ...before, name: 'New name', description: 'Two\nlines' })
  })

  it('sends nothing when nothing changes', async () => {
    const { groupId, owner } = await club('public')
    expect(await idle(owner, 'groups.edit', { groupId, name: 'Group of public', visibility: 'public', picture: null })).toEqual({})
    expect(await refused(owner, 'groups.edit', { groupId, picture: { key: 'nowhere' } })).toEqual(NO_PICTURE)
  })

  it('is for owner and manager', () => onlyFor(['owner', 'manager'], 'groups.edit', () => ({ description: `words ${people}` })))
})

describe('groups.remove', () => {
  it('removes the group from open subscriptions, and its members’ roles, its codes and its texts', async () => {
    const { groupId, owner, manager, member } = await club('public')
    await owner.client.call('groups.edit', { groupId, name: 'Zanzibar', description: 'Quokkas everywhere' })
    const code = await createInviteCode(manager, groupId)
    const client = await DdpTestClient.open(testApp.endpoint)
    const { id } = await client.subscribe('groups.one', { groupId })
    await member.client.subscribe('_roles')
    expect(await owner.client.call('groups.remove', { groupId })).toEqual({})
    expect(await client.waitForMessage(message => message.msg === 'nosub' && message.id === id)).toMatchObject({ error: GROUP_NOT_FOUND })
    expect([client.documents('groups').size, client.documents('members').size]).toEqual([0, 0])
    await member.client.waitUntil(() => JSON.stringify(member.client.documents('users').get(member.id)!.roles) === '{}')
    expect(await refused(outsider, 'groups.join', { code })).toEqual(NO_CODE)
    for (const person of [owner, manager, member]) expect(await refused(person, 'groups.remove', { groupId })).toEqual(GROUP_NOT_FOUND)
    const dump = await dumpTables(testApp)
    expect(findNeedles(dump, ['Zanzibar', 'Quokkas everywhere'])).toEqual([])
  })

  it('is for the owner', () => onlyFor(['owner'], 'groups.remove'))
})

describe('groups.invite', () => {
  it('makes a code that is valid for a week, for any number of users, and stores only its hash', async () => {
    const { groupId, owner, manager } = await club('private')
    const startedAt = clock.now()
    const { code, expiresAt } = await manager.client.call<{ code: string; expiresAt: Date }>('groups.invite', { groupId })
    expect(code).toMatch(/^[\w-]{22}$/)
    expect(Math.abs(expiresAt.getTime() - startedAt - 7 * DAY)).toBeLessThan(60_000)
    expect(await dumpTables(testApp)).not.toContain(code)
    const [one, two, three] = [await signUpUser(), await signUpUser(), await signUpUser()]
    for (const person of [one, two]) expect(await person.client.call('groups.join', { code })).toEqual({ groupId })
    clock.set(expiresAt.getTime() - 60_000)
    expect(await three.client.call('groups.join', { code })).toEqual({ groupId })
    clock.set(expiresAt.getTime())
    expect(await refused(outsider, 'groups.join', { code })).toEqual(NO_CODE)
    expect(Object.keys(await readGroupRoles(testApp, groupId))).toHaveLength(6)
    await createInviteCode(owner, groupId)
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM group_invites WHERE expires_at <= $1', [new Date(clock.now())])
    expect(rows).toEqual([])
  })

  it('gives another code each time, and leaves those that are out as they are', async () => {
    const { groupId, owner } = await club('private')
    const codes = [await createInviteCode(owner, groupId), await createInviteCode(owner, groupId)]
    expect(codes[0]).not.toBe(codes[1])
    for (const code of codes) expect(await (await signUpUser()).client.call('groups.join', { code })).toEqual({ groupId })
  })

  it('is for owner and manager', () => onlyFor(['owner', 'manager'], 'groups.invite'))
})

describe('groups.look', () => {
  it('names the group and who invites, to a visitor who has a valid code, and nothing to others', async () => {
    const { groupId, owner, manager } = await club('private')
    await owner.client.call('groups.edit', { groupId, name: 'Tuesday league' })
    const code = await createInviteCode(manager, groupId)
    const { username } = manager.client.documents('users').get(manager.id)!
    expect(await visitor.call('groups.look', { code })).toMatchObject({ groupId, name: 'Tuesday league', memberCount: 3, by: { username } })
    for (const wrong of [groupId, `${code}x`]) expect(await visitor.expectError('groups.look', { code: wrong })).toEqual(NO_CODE)
    clock.set(clock.now() + 8 * DAY)
    expect(await visitor.expectError('groups.look', { code })).toEqual(NO_CODE)
  })

  it('no longer names an account that was deleted, and the code still works', async () => {
    const { groupId, manager } = await club('private')
    const code = await createInviteCode(manager, groupId)
    await manager.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
    expect(await outsider.client.call('groups.look', { code })).toMatchObject({ groupId, by: null, memberCount: 2 })
  })
})

describe('groups.join', () => {
  it('brings anybody into a public group, as a member, live for who watches and in their own roles', async () => {
    const { groupId } = await club('public')
    const client = await watching(groupId)
    const newcomer = await signUpUser()
    await newcomer.client.subscribe('_roles')
    await newcomer.client.subscribe('groups.mine', {})
    expect(await newcomer.client.call('groups.join', { groupId })).toEqual({ groupId })
    expect(newcomer.client.documents('users').get(newcomer.id)!.roles).toEqual({ [groupId]: ['member'] })
    expect(newcomer.client.documents('groups').get(groupId)).toMatchObject({ memberCount: 4 })
    await client.waitUntil(() => client.documents('members').has(`${groupId}/${newcomer.id}`))
    expect(client.documents('groups').get(groupId)).toMatchObject({ memberCount: 4 })
  })

  it('needs a code for a private one: without, or with a wrong one, there is nothing', async () => {
    const { groupId, owner } = await club('private')
    expect(await refused(outsider, 'groups.join', { groupId })).toEqual(GROUP_NOT_FOUND)
    expect(await refused(outsider, 'groups.join', { code: groupId })).toEqual(NO_CODE)
    expect(await refused({ client: visitor }, 'groups.join', { code: await createInviteCode(owner, groupId) })).toEqual(SIGN_IN)
  })

  it('changes nothing for who is in already, by id or by code', async () => {
    const scene = await club('private')
    const { groupId, manager } = scene
    const code = await createInviteCode(manager, groupId)
    for (const person of [scene.owner, manager, scene.member])
      for (const by of [{ groupId }, { code }]) expect(await idle(person, 'groups.join', by)).toEqual({ groupId })
    expect(await readGroupRoles(testApp, groupId)).toMatchObject({ [manager.id]: ['manager'] })
  })

  it('rejects a revoked code, also in a call that has waited for the lock of the group', async () => {
    const { groupId, owner, member } = await club('private')
    for (const end of ['removeMember', 'remove'] as const) {
      const code = await createInviteCode(owner, groupId)
      const pool = await testApp.app.database.pool.connect()
      try {
        await pool.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
        await pool.query('SELECT 1 FROM groups WHERE id = $1 FOR UPDATE', [groupId])
        const ending = owner.client.tryCall(`groups.${end}`, { groupId, ...(end === 'remove' ? {} : { userId: member.id }) })
        await blocked(1)
        const joining = outsider.client.tryCall('groups.join', { code })
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
    const flat = await signUpUser()
    await testApp.app.database.pool.query(`UPDATE users SET roles = '["old"]' WHERE id = $1`, [flat.id])
    expect(await refused(flat, 'groups.join', { groupId })).toEqual(MIXED)
    expect(await refused(flat, 'groups.add', { _id: uuidv7(), name: 'Flat', visibility: 'public' })).toEqual(MIXED)
  })
})

/** Resolves when this many statements wait for a lock. */
async function blocked(count: number): Promise<void> {
  for (;;) {
    const { rows } = await testApp.app.database.pool.query<{ n: number }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rows[0]!.n >= count) return
  }
}

describe('groups.leave', () => {
  it('takes a member out, with the roles there, and leaves those of other groups', async () => {
    const { groupId, owner, member } = await club('public')
    const other = await createGroup(member, 'private')
    await member.client.subscribe('_roles')
    const client = await watching(groupId)
    expect(await member.client.call('groups.leave', { groupId })).toEqual({})
    expect(member.client.documents('users').get(member.id)!.roles).toEqual({ [other]: ['owner'] })
    await client.waitUntil(() => !client.documents('members').has(`${groupId}/${member.id}`))
    expect(client.documents('groups').get(groupId)).toMatchObject({ memberCount: 2 })
    expect(await readGroupRoles(testApp, groupId)).toMatchObject({ [owner.id]: ['owner'] })
  })

  it('changes nothing for who is not in a public group, and finds no private one for them', async () => {
    const [open, hidden] = [await club('public'), await club('private')]
    expect(await idle(outsider, 'groups.leave', { groupId: open.groupId })).toEqual({})
    expect(await refused(outsider, 'groups.leave', { groupId: hidden.groupId })).toEqual(GROUP_NOT_FOUND)
    await hidden.member.client.call('groups.leave', { groupId: hidden.groupId })
    expect(await refused(hidden.member, 'groups.leave', { groupId: hidden.groupId })).toEqual(GROUP_NOT_FOUND)
    expect(await refused({ client: visitor }, 'groups.leave', { groupId: open.groupId })).toEqual(SIGN_IN)
  })
})

describe('the last owner', () => {
  it('stays, whichever way they would go', async () => {
    const { groupId, owner, manager } = await club('private')
    const admin = await signUpUser()
    await makeAdmin(testApp, admin.id)
    await addToGroup(owner, groupId, admin)
    const assign = { userIds: [owner.id], group: groupId }
    expect(await refused(owner, 'groups.leave', { groupId })).toEqual(LAST_OWNER)
    expect(await refused(owner, 'groups.removeMember', { groupId, userId: owner.id })).toEqual(LAST_OWNER)
    for (const roles of [['manager'], ['member'], ['manager', 'member']])
      expect(await refused(owner, 'groups.setRoles', { groupId, userId: owner.id, roles })).toEqual(LAST_OWNER)
    for (const person of [owner, admin]) {
      expect(await refused(person, 'roles.assign', { ...assign, roles: ['member'], mode: 'replace' })).toEqual(LAST_OWNER)
      await owner.client.call('groups.setRoles', { groupId, userId: owner.id, roles: ['owner', 'member'] })
      expect(await refused(person, 'roles.assign', { ...assign, roles: ['owner'], mode: 'remove' })).toEqual(LAST_OWNER)
      const both = { group: groupId, userIds: [manager.id, owner.id] }
      expect(await refused(person, 'roles.assign', { ...both, roles: ['manager'], mode: 'replace' })).toEqual(LAST_OWNER)
    }
  })

  it('may go as soon as another is there, and owners keep it with other roles beside', async () => {
    const { groupId, owner, member } = await club('private')
    await owner.client.call('groups.setRoles', { groupId, userId: owner.id, roles: ['owner', 'manager'] })
    await owner.client.call('groups.setRoles', { groupId, userId: member.id, roles: ['owner'] })
    expect(await owner.client.call('groups.leave', { groupId })).toEqual({})
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
      const owners = [await signUpUser(), await signUpUser()]
      const groupId = await createGroup(owners[0]!, 'private')
      await addToGroup(owners[0]!, groupId, owners[1]!, ['owner'])
      const answers = await Promise.all(
        owners.map(({ client, id: userId }, i) => {
          if (ways[i] === 'leave') return client.tryCall('groups.leave', { groupId })
          if (ways[i] === 'lay it down') return client.tryCall('groups.setRoles', { groupId, userId, roles: ['member'] })
          if (ways[i] === 'delete their account')
            return client.tryCall('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
          return client.tryCall('roles.assign', { group: groupId, userIds: [userId], roles: ['member'], mode: 'replace' })
        }),
      )
      const left = await readGroupRoles(testApp, groupId)
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
  it('lets an owner or manager remove a member, and revokes the codes in circulation', async () => {
    const { groupId, owner, manager, member } = await club('private')
    const code = await createInviteCode(owner, groupId)
    await member.client.subscribe('_roles')
    expect(await manager.client.call('groups.removeMember', { groupId, userId: member.id })).toEqual({})
    await member.client.waitUntil(() => JSON.stringify(member.client.documents('users').get(member.id)!.roles) === '{}')
    for (const person of [member, outsider]) expect(await refused(person, 'groups.join', { code })).toEqual(NO_CODE)
    await addToGroup(owner, groupId, member)
    expect(await owner.client.call('groups.removeMember', { groupId, userId: member.id })).toEqual({})
    expect(Object.keys(await readGroupRoles(testApp, groupId)).sort()).toEqual([owner.id, manager.id].sort())
  })

  it('lets a manager remove plain members only, and an owner anybody', async () => {
    const { groupId, owner, manager, member } = await club('public')
    const second = await signUpUser()
    await addToGroup(owner, groupId, second, ['manager', 'member'])
    for (const { id: userId } of [owner, second, manager])
      expect(await refused(manager, 'groups.removeMember', { groupId, userId })).toEqual(NOT_YOURS)
    await owner.client.call('groups.setRoles', { groupId, userId: member.id, roles: ['owner'] })
    expect(await owner.client.call('groups.removeMember', { groupId, userId: second.id })).toEqual({})
    expect(await member.client.call('groups.removeMember', { groupId, userId: owner.id })).toEqual({})
    expect(await readGroupRoles(testApp, groupId)).toEqual({ [manager.id]: ['manager'], [member.id]: ['owner'] })
  })

  it('knows only members', async () => {
    const { groupId, owner } = await club('private')
    for (const userId of [outsider.id, uuidv7()])
      expect(await refused(owner, 'groups.removeMember', { groupId, userId })).toEqual(NO_MEMBER)
  })

  it('is for owner and manager', async () => {
    for (const visibility of ['public', 'private'] as const) {
      const { groupId, member } = await club(visibility)
      const argument = { groupId, userId: member.id }
      expect(await refused({ client: visitor }, 'groups.removeMember', argument)).toEqual(SIGN_IN)
      expect(await refused(member, 'groups.removeMember', argument)).toEqual(NOT_YOURS)
      expect(await refused(outsider, 'groups.removeMember', argument)).toEqual(visibility === 'public' ? NOT_YOURS : GROUP_NOT_FOUND)
    }
  })
})

describe('groups.setRoles', () => {
  it('gives a member exactly these roles, live for who watches and in their own', async () => {
    const { groupId, owner, member } = await club('public')
    const client = await watching(groupId)
    await member.client.subscribe('_roles')
    const shown = (): string => JSON.stringify(client.documents('members').get(`${groupId}/${member.id}`)!.roles)
    for (const roles of [['owner', 'manager'], ['manager'], ['member']]) {
      expect(await owner.client.call('groups.setRoles', { groupId, userId: member.id, roles })).toEqual({})
      await client.waitUntil(() => shown() === JSON.stringify(roles))
      await member.client.waitUntil(
        () => JSON.stringify(member.client.documents('users').get(member.id)!.roles) === JSON.stringify({ [groupId]: roles }),
      )
    }
    expect(await idle(owner, 'groups.setRoles', { groupId, userId: member.id, roles: ['member'] })).toEqual({})
  })

  it('knows only members', async () => {
    const { groupId, owner } = await club('private')
    for (const userId of [outsider.id, uuidv7()])
      expect(await refused(owner, 'groups.setRoles', { groupId, userId, roles: ['member'] })).toEqual(NO_MEMBER)
  })

  it('is for the owner', () => onlyFor(['owner'], 'groups.setRoles', ({ member }) => ({ userId: member.id, roles: ['manager'] })))
})

describe('roles.assign inside a group', () => {
  it('lets its owner give members owner, manager and member and take them, live for who watches', async () => {
    const { groupId, owner, member } = await club('public')
    const client = await watching(groupId)
    const shown = (): string => JSON.stringify(client.documents('members').get(`${groupId}/${member.id}`)!.roles)
    for (const [roles, mode, after] of [
      [['manager'], 'add', ['manager', 'member']],
      [['member'], 'remove', ['manager']],
      [['owner'], 'replace', ['owner']],
      [['owner', 'manager'], 'replace', ['owner', 'manager']],
      [['owner', 'member'], 'remove', ['manager']],
    ] as const) {
      expect(await owner.client.call('roles.assign', { userIds: [member.id], roles, group: groupId, mode })).toEqual({})
      await client.waitUntil(() => shown() === JSON.stringify(after))
    }
  })

  it('lets an administrator do the same in a public group, and in a private one that they are a member of', async () => {
    const admin = await signUpUser()
    await makeAdmin(testApp, admin.id)
    for (const visibility of ['public', 'private'] as const) {
      const { groupId, owner, member } = await club(visibility)
      const promote = { userIds: [member.id], roles: ['manager'], group: groupId, mode: 'replace' }
      if (visibility === 'private') {
        expect(await refused(admin, 'roles.assign', promote)).toEqual(GROUP_NOT_FOUND)
        await addToGroup(owner, groupId, admin)
      }
      expect(await admin.client.call('roles.assign', promote)).toEqual({})
      expect(await readGroupRoles(testApp, groupId)).toMatchObject({ [member.id]: ['manager'] })
    }
  })

  it('knows no other roles and no one but members, whoever asks, and leaves nobody without a role', async () => {
    const { groupId, owner, member, manager } = await club('public')
    const admin = await signUpUser()
    await makeAdmin(testApp, admin.id)
    const attempt = (person: TestUser, more: object) =>
      refused(person, 'roles.assign', { userIds: [member.id], roles: ['manager'], group: groupId, mode: 'add', ...more })
    for (const mode of ['add', 'replace', 'remove']) {
      expect(await attempt(admin, { roles: ['admin'], mode })).toMatchObject({ error: 400, details: [{ path: 'roles' }] })
      expect(await attempt(owner, { roles: ['member', 'admin'], mode })).toMatchObject({ error: 403 })
      for (const person of [admin, owner])
        for (const userIds of [[outsider.id], [member.id, outsider.id], [uuidv7()]])
          expect(await attempt(person, { userIds, mode })).toEqual(NO_MEMBER)
      for (const person of [member, manager, outsider]) expect(await attempt(person, { mode })).toMatchObject({ error: 403 })
      expect(await attempt(admin, { group: uuidv7(), mode })).toEqual(GROUP_NOT_FOUND)
    }
    for (const person of [admin, owner]) {
      expect(await attempt(person, { roles: [], mode: 'replace' })).toMatchObject({ error: 400 })
      expect(await attempt(person, { roles: ['member'], mode: 'remove' })).toMatchObject({ error: 409 })
    }
  })
})

describe('groups.list', () => {
  const listed = (client: DdpTestClient): string[] => client.sortedIds('groups', (a, b) => (b.receipt as number) - (a.receipt as number))

  it('shows public groups, newest first, and who may see more sees no more there', async () => {
    const owner = await signUpUser()
    const groups: string[] = []
    for (let i = 0; i < 4; i++) groups.unshift(await createGroup(owner, i === 2 ? 'private' : 'public'))
    for (const client of [owner.client, await DdpTestClient.open(testApp.endpoint)]) {
      expect((await client.subscribe('groups.list', { limit: 3 })).error).toBe(null)
      expect(listed(client)).toEqual([groups[0], groups[2], groups[3]])
      expect(client.documents('members').size).toBe(0)
    }
  })

  it('goes back page by page, also when the group at the end of the page before has been removed; one that is hidden is no place to go on from', async () => {
    const owner = await signUpUser()
    const groups: string[] = []
    for (let i = 0; i < 5; i++) groups.unshift(await createGroup(owner, 'public'))
    const page = async (before: string): Promise<unknown> => {
      const client = await DdpTestClient.open(testApp.endpoint)
      const { error } = await client.subscribe('groups.list', { limit: 2, before })
      return error === null ? listed(client) : error
    }
    const unknown = { error: 400, details: [{ path: 'before', message: 'is not a row of this list' }] }
    expect(await page(groups[0]!)).toEqual([groups[1], groups[2]])
    await owner.client.call('groups.remove', { groupId: groups[2] })
    expect(await page(groups[2]!)).toEqual([groups[3], groups[4]])
    expect(await page(groups[0]!)).toEqual([groups[1], groups[3]])
    expect(await page(uuidv7())).toMatchObject(unknown)
    expect(await page(await createGroup(owner, 'private'))).toMatchObject(unknown)
  })

  it('stays current when groups are added, renamed, joined, hidden and removed', async () => {
    const [owner, client] = [await signUpUser(), await DdpTestClient.open(testApp.endpoint)]
    await client.subscribe('groups.list', { limit: 2 })
    const [first, second] = [await createGroup(owner, 'public'), await createGroup(owner, 'public')]
    await client.waitUntil(() => listed(client).join() === `${second},${first}`)
    await outsider.client.call('groups.join', { groupId: second })
    await client.waitUntil(() => client.documents('groups').get(second)!.memberCount === 2)
    await outsider.client.call('groups.leave', { groupId: second })
    await client.waitUntil(() => client.documents('groups').get(second)!.memberCount === 1)
    await owner.client.call('groups.edit', { groupId: second, name: 'Renamed' })
    await client.waitUntil(() => client.documents('groups').get(second)!.name === 'Renamed')
    await owner.client.call('groups.edit', { groupId: second, visibility: 'private' })
    await client.waitUntil(() => !client.documents('groups').has(second) && client.documents('groups').size === 2)
    await owner.client.call('groups.edit', { groupId: second, visibility: 'public' })
    await client.waitUntil(() => listed(client).join() === `${second},${first}`)
    await owner.client.call('groups.remove', { groupId: first })
    await client.waitUntil(() => !client.documents('groups').has(first))
  })
})

describe('groups.one', () => {
  it('has members’ names as they are now, and takes out who deletes their account', async () => {
    const { groupId, member } = await club('public')
    const client = await watching(groupId)
    await member.client.call('players.edit', { displayName: 'Ada Lovelace' })
    await client.waitUntil(() => client.documents('members').get(`${groupId}/${member.id}`)!.displayName === 'Ada Lovelace')
    await member.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
    await client.waitUntil(() => !client.documents('members').has(`${groupId}/${member.id}`))
    expect(client.documents('groups').get(groupId)).toMatchObject({ memberCount: 2 })
  })
})

describe('groups.mine', () => {
  it('holds one’s own groups, private ones too, each with one’s own roles and nobody else', async () => {
    const { groupId, owner, member } = await club('private')
    const open = await createGroup(member, 'public')
    await club('public')
    await member.client.subscribe('groups.mine', {})
    expect([...member.client.documents('groups').keys()].sort()).toEqual([groupId, open].sort())
    expect(member.client.documents('groups').get(groupId)).toMatchObject({ visibility: 'private', memberCount: 3 })
    expect([...member.client.documents('members').values()].map(({ userId, roles }) => [userId, roles])).toEqual(
      expect.arrayContaining([
        [member.id, ['member']],
        [member.id, ['owner']],
      ]),
    )
    expect(member.client.documents('members').size).toBe(2)
    await owner.client.call('groups.edit', { groupId, name: 'Called otherwise' })
    await member.client.waitUntil(() => member.client.documents('groups').get(groupId)!.name === 'Called otherwise')
    await owner.client.call('groups.setRoles', { groupId, userId: member.id, roles: ['manager'] })
    await member.client.waitUntil(() => `${member.client.documents('members').get(`${groupId}/${member.id}`)!.roles}` === 'manager')
    await owner.client.call('groups.removeMember', { groupId, userId: member.id })
    await member.client.waitUntil(() => member.client.documents('groups').size === 1)
    expect([...member.client.documents('members').keys()]).toEqual([`${open}/${member.id}`])
    const next = await createGroup(member, 'private')
    expect(member.client.documents('groups').has(next)).toBe(true)
  })

  it('is for players', async () => {
    expect((await visitor.subscribe('groups.mine', {})).error).toEqual(SIGN_IN)
  })
})

describe('an owner’s account that is deleted', () => {
  const erase = ({ client }: TestUser): Promise<unknown> =>
    client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })

  it('leaves the group to the manager who has been there longest', async () => {
    const { groupId, owner, manager, member } = await club('private')
    const lateUser = await signUpUser()
    await addToGroup(owner, groupId, lateUser, ['manager'])
    await member.client.subscribe('groups.one', { groupId })
    await manager.client.subscribe('_roles')
    await erase(owner)
    expect(await readGroupRoles(testApp, groupId)).toEqual({
      [manager.id]: ['manager', 'owner'],
      [member.id]: ['member'],
      [lateUser.id]: ['manager'],
    })
    await member.client.waitUntil(() => `${member.client.documents('members').get(`${groupId}/${manager.id}`)!.roles}` === 'owner,manager')
    expect(member.client.documents('members').has(`${groupId}/${owner.id}`)).toBe(false)
    const managerRoles = () => manager.client.documents('users').get(manager.id)!.roles as Record<string, string[]>
    await manager.client.waitUntil(() => managerRoles()[groupId]!.includes('owner'))
    expect(managerRoles()).toEqual({ [groupId]: ['manager', 'owner'] })
    expect(await manager.client.call('groups.edit', { groupId, name: 'Mine now' })).toEqual({})
  })

  it('leaves it to the member who has been there longest when there is no manager, counted from the last time they came', async () => {
    const [owner, returned, member] = [await signUpUser(), await signUpUser(), await signUpUser()]
    const groupId = await createGroup(owner, 'public')
    for (const person of [returned, member]) await person.client.call('groups.join', { groupId })
    await returned.client.call('groups.leave', { groupId })
    await returned.client.call('groups.join', { groupId })
    await erase(owner)
    expect(await readGroupRoles(testApp, groupId)).toEqual({ [member.id]: ['member', 'owner'], [returned.id]: ['member'] })
  })

  it('leaves it as it is when there is another owner', async () => {
    const { groupId, owner, manager, member } = await club('public')
    await owner.client.call('groups.setRoles', { groupId, userId: member.id, roles: ['owner'] })
    await erase(owner)
    expect(await readGroupRoles(testApp, groupId)).toEqual({ [manager.id]: ['manager'], [member.id]: ['owner'] })
  })

  it('removes the group when nobody is left, also from open subscriptions', async () => {
    const owner = await signUpUser()
    const groupId = await createGroup(owner, 'public', 'A lonely hunter')
    const client = await DdpTestClient.open(testApp.endpoint)
    const { id } = await client.subscribe('groups.one', { groupId })
    await erase(owner)
    expect(await client.waitForMessage(message => message.msg === 'nosub' && message.id === id)).toMatchObject({ error: GROUP_NOT_FOUND })
    expect(await dumpTables(testApp)).not.toContain('A lonely hunter')
    expect(await refused(outsider, 'groups.join', { groupId })).toEqual(GROUP_NOT_FOUND)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUserCache } from '#accounts/server/user-cache.ts'
import { roleLines } from '#app/cli/admin-users.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { GroupGuard } from '#roles/server/api.ts'
import { assign } from '#roles/server/calls/assign.ts'
import { changeRoles, isIn, type RolesServices } from '#roles/server/change-roles.ts'
import { createRequireAdmin } from '#roles/server/shared/require-admin.ts'
import { callElsewhere } from '../helpers/call-elsewhere.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, logIn, makeAdmin, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const GLOBAL = '__global_roles__'
const MIXED = "Roles error: Can't mix grouped and non-grouped roles for same user"
const NOWHERE = '0190f7a2-1c6b-7abc-8abc-0123456789ab'
const SEEDED = ['admin', 'event-director', 'machine-editor', 'manager', 'member', 'moderator', 'owner']

let testApp: TestApp
let admin: TestUser
let people = 0

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
})
/** Each test has its own admin, the only one. */
beforeEach(async () => {
  await testApp.app.database.pool.query('UPDATE users SET roles = NULL')
  await testApp.app.database.pool.query('DELETE FROM roles WHERE name <> ALL ($1)', [SEEDED])
  admin = await signUpUser()
  await makeAdmin(testApp, admin.id)
})
afterAll(() => testApp.close())

const signUpUser = (): Promise<TestUser> => signUp(testApp, `Player ${++people}`)

const SIGN_IN = meteorError(401, 'Please sign in first.')
const ADMINS_ONLY = meteorError(403, 'Only an administrator may do this.')
const NOT_YOURS = meteorError(403, 'You may not change these roles.')
const IN_USE = meteorError(403, 'Role in use')

const stored = async ({ id }: { id: string }): Promise<unknown> => {
  const { rows } = await testApp.app.database.pool.query<{ roles: unknown }>('SELECT roles FROM users WHERE id = $1', [id])
  return rows[0]!.roles
}
const store = async ({ id }: { id: string }, roles: unknown): Promise<void> => {
  await testApp.app.database.pool.query('UPDATE users SET roles = $2 WHERE id = $1', [id, JSON.stringify(roles)])
  await publishRoles(id)
}
/** Appends a change-log entry for a user who was changed directly in the database, so that caches are updated. */
const publishRoles = async (userId: string): Promise<void> => {
  const { rows } = await testApp.app.database.pool.query<{ n: number }>(
    `WITH head AS (UPDATE feed_head SET n = n + 1 RETURNING n)
     INSERT INTO feed (n, kind, body) SELECT n, 'user', jsonb_build_object('userId', $1::text) FROM head RETURNING n`,
    [userId],
  )
  await testApp.app.changeLog.publish([{ n: rows[0]!.n, kind: 'user', body: { userId } }])
}
const names = async (): Promise<string[]> =>
  (await testApp.app.database.pool.query<{ name: string }>('SELECT name FROM roles ORDER BY name')).rows.map(({ name }) => name)

/** Returns everything that these methods may change. */
async function everything(): Promise<unknown> {
  const { rows } = await testApp.app.database.pool.query(`
    SELECT (SELECT jsonb_object_agg(id, roles) FROM users) AS users, (SELECT jsonb_agg(r ORDER BY name) FROM roles r) AS roles,
      (SELECT n FROM feed_head) AS news
  `)
  return rows[0]
}

/** Returns the error of a call. Expects that the call changed nothing. */
async function refused(client: DdpTestClient, method: string, argument: object): Promise<unknown> {
  const before = await everything()
  const refusal = await client.expectError(method, argument)
  expect(await everything()).toEqual(before)
  return refusal
}

describe('roles.create', () => {
  it('makes a role of a trimmed name', async () => {
    expect(await admin.client.call('roles.create', { name: '  scorekeeper ' })).toEqual({})
    expect(await names()).toEqual([...SEEDED, 'scorekeeper'].sort())
  })

  it('refuses a name that is there already', async () => {
    expect(await refused(admin.client, 'roles.create', { name: ' moderator' })).toEqual(meteorError(409, 'Role already exists'))
  })

  it('is for admins, who are told before anybody else whether the name is there', async () => {
    const { client } = await signUpUser()
    for (const name of ['moderator', 'new']) expect(await refused(client, 'roles.create', { name })).toEqual(ADMINS_ONLY)
    await client.call('logout')
    expect(await refused(client, 'roles.create', { name: 'new' })).toEqual(SIGN_IN)
  })

  it('makes one role of two calls at the same moment', async () => {
    const other = await signUpUser()
    await makeAdmin(testApp, other.id)
    const answers = await Promise.all([admin, other].map(({ client }) => client.tryCall('roles.create', { name: 'twice' })))
    expect(answers.map(answer => answer.error?.error ?? answer.result)).toEqual(expect.arrayContaining([{}, 409]))
  })
})

describe('roles.delete', () => {
  it('deletes a role that nobody has, also one that was there from the start, and says nothing of one that is not there', async () => {
    await admin.client.call('roles.create', { name: 'spare' })
    for (const name of ['spare', 'spare', 'event-director']) expect(await admin.client.call('roles.delete', { name })).toEqual({})
    expect(await names()).toEqual(SEEDED.filter(name => name !== 'event-director'))
    await admin.client.call('roles.create', { name: 'event-director' })
  })

  it('refuses one that somebody has: in a flat list, globally or in any group', async () => {
    await admin.client.call('roles.create', { name: 'used' })
    const person = await signUpUser()
    for (const roles of [['x', 'used'], { [GLOBAL]: ['used'] }, { g: [], h: ['x', 'used'] }]) {
      await store(person, roles)
      expect(await refused(admin.client, 'roles.delete', { name: 'used' })).toEqual(IN_USE)
    }
  })

  it('takes neither a group of that name nor another role that begins with it for a use', async () => {
    await admin.client.call('roles.create', { name: 'used' })
    await store(await signUpUser(), { used: ['used-not'] })
    expect(await admin.client.call('roles.delete', { name: 'used' })).toEqual({})
  })

  it('is for admins, who alone learn whether a role is in use', async () => {
    const { client } = await signUpUser()
    for (const name of ['admin', 'member', 'none such']) expect(await refused(client, 'roles.delete', { name })).toEqual(ADMINS_ONLY)
    await client.call('logout')
    expect(await refused(client, 'roles.delete', { name: 'admin' })).toEqual(SIGN_IN)
  })

  it('never leaves somebody with a role that is gone, when it is given at the same moment', async () => {
    const [person, other] = [await signUpUser(), await signUpUser()]
    await makeAdmin(testApp, other.id)
    for (let round = 0; round < 10; round++) {
      await admin.client.tryCall('roles.create', { name: 'contested' })
      await admin.client.call('roles.assign', { userIds: [person.id], roles: ['contested'], mode: 'remove' })
      const [deleted] = await Promise.all([
        admin.client.tryCall('roles.delete', { name: 'contested' }),
        other.client.call('roles.assign', { userIds: [person.id], roles: ['contested'], mode: 'add' }),
      ])
      if (deleted.error !== undefined) expect(deleted.error).toEqual(IN_USE)
      expect(await stored(person)).toEqual({ [GLOBAL]: ['contested'] })
      expect(await names()).toContain('contested')
    }
  })
})

describe('roles.assign', () => {
  it('adds to what somebody has globally', async () => {
    const person = await signUpUser()
    const add = (roles: string[]) => admin.client.call('roles.assign', { userIds: [person.id], roles, mode: 'add' })
    expect(await add(['moderator'])).toEqual({})
    await add([' machine-editor ', 'moderator', 'machine-editor'])
    expect(await stored(person)).toEqual({ [GLOBAL]: ['moderator', 'machine-editor'] })
  })

  it('replaces and removes in one group and leaves the others alone', async () => {
    const person = await signUpUser()
    await store(person, { [GLOBAL]: ['moderator'], g: ['a', 'b'], h: ['a'] })
    const assign = (group: string, roles: string[], mode: string) =>
      admin.client.call('roles.assign', { userIds: [person.id], roles, group, mode })
    await assign('g', ['b'], 'remove')
    expect(await stored(person)).toEqual({ [GLOBAL]: ['moderator'], g: ['a'], h: ['a'] })
    await assign('h', ['c', 'd'], 'replace')
    await assign(GLOBAL, [], 'replace')
    expect(await stored(person)).toEqual({ [GLOBAL]: [], g: ['a'], h: ['c', 'd'] })
    await assign('nowhere', ['a'], 'remove')
    expect(await stored(person)).toEqual({ [GLOBAL]: [], g: ['a'], h: ['c', 'd'] })
  })

  it('takes no group, or an empty one, for the global one', async () => {
    const person = await signUpUser()
    await admin.client.call('roles.assign', { userIds: [person.id], roles: ['a'], mode: 'add' })
    await admin.client.call('roles.assign', { userIds: [person.id], roles: ['b'], group: ' ', mode: 'add' })
    expect(await stored(person)).toEqual({ [GLOBAL]: ['a', 'b'] })
  })

  it('makes underscores of a group’s dots, and keeps groups that are called like what every object has', async () => {
    const person = await signUpUser()
    for (const group of ['a.b.c', '__proto__', 'constructor'])
      await admin.client.call('roles.assign', { userIds: [person.id], roles: ['a'], group, mode: 'add' })
    expect(await stored(person)).toEqual(JSON.parse('{"a_b_c":["a"],"__proto__":["a"],"constructor":["a"]}'))
    await person.client.subscribe('_roles')
    expect(JSON.stringify(person.client.documents('users').get(person.id)!.roles)).toContain('"__proto__":["a"]')
  })

  it('makes the roles that are missing, but none when it takes away', async () => {
    const person = await signUpUser()
    const assign = (roles: string[], mode: string) => admin.client.call('roles.assign', { userIds: [person.id], roles, mode })
    await assign(['fresh', 'new'], 'add')
    await assign(['other'], 'replace')
    await assign(['never seen'], 'remove')
    expect(await names()).toEqual([...SEEDED, 'fresh', 'new', 'other'].sort())
  })

  it('changes several users, each once, and writes nothing of those who had it already', async () => {
    const [one, two, three] = [await signUpUser(), await signUpUser(), await signUpUser()]
    await grantRoles(testApp, two.id, ['moderator'])
    const before = testApp.app.changeLog.applied
    await admin.client.call('roles.assign', { userIds: [three.id, one.id, two.id, one.id], roles: ['moderator'], mode: 'add' })
    for (const person of [one, two, three]) expect(await stored(person)).toEqual({ [GLOBAL]: ['moderator'] })
    expect(testApp.app.changeLog.applied).toBe(before + 3) // two users, and one entry for the readers of the audit log
  })

  it('refuses an unknown user, also one whose account was deleted, and then changes nobody', async () => {
    const [person, deleted] = [await signUpUser(), await signUpUser()]
    await testApp.app.changeLog.publish(await testApp.app.features.accounts.deleteUser({ userId: deleted.id, eraseScores: true }))
    for (const id of [NOWHERE, deleted.id])
      expect(await refused(admin.client, 'roles.assign', { userIds: [person.id, id], roles: ['new'], mode: 'add' })).toEqual(
        meteorError(404, 'There is no such user.'),
      )
  })

  it('refuses to mix grouped and flat roles, and then changes nobody', async () => {
    const [person, flat] = [await signUpUser(), await signUpUser()]
    for (const roles of [['old'], []]) {
      await store(flat, roles)
      for (const mode of ['add', 'replace', 'remove'])
        for (const more of [{}, { group: 'g' }])
          expect(await refused(admin.client, 'roles.assign', { userIds: [person.id, flat.id], roles: ['old'], mode, ...more })).toEqual(
            meteorError(400, MIXED),
          )
    }
  })

  it('refuses a group that starts with $', async () => {
    const person = await signUpUser()
    for (const group of ['$g', ' $'])
      expect(await refused(admin.client, 'roles.assign', { userIds: [person.id], roles: ['a'], group, mode: 'add' })).toEqual(
        meteorError(400, "Roles error: groups can not start with '$'"),
      )
  })

  it('is for nobody who is neither an admin nor the group’s owner, and tells them nothing else', async () => {
    const person = await signUpUser()
    await store(person, { [GLOBAL]: ['moderator', 'machine-editor', 'event-director'], g: ['admin', 'manager', 'member'], h: ['owner'] })
    for (const userIds of [[admin.id], [person.id], [NOWHERE]])
      for (const group of [{}, { group: 'g' }, { group: '$g' }, { group: 'none' }, { group: GLOBAL }])
        for (const mode of ['add', 'replace', 'remove'])
          expect(await refused(person.client, 'roles.assign', { userIds, roles: ['member'], mode, ...group })).toEqual(NOT_YOURS)
    await person.client.call('logout')
    expect(await refused(person.client, 'roles.assign', { userIds: [person.id], roles: ['admin'], mode: 'add' })).toEqual(SIGN_IN)
  })

  it('lets a group’s owner give members owner, manager and member, and take them', async () => {
    const [owner, member] = [await signUpUser(), await signUpUser()]
    await store(owner, { g: ['owner'] })
    await store(member, { g: ['member'] })
    const assign = (roles: string[], mode: string) => owner.client.call('roles.assign', { userIds: [member.id], roles, group: 'g', mode })
    await assign(['owner', 'manager'], 'add')
    expect(await stored(member)).toEqual({ g: ['member', 'owner', 'manager'] })
    await assign(['owner'], 'remove')
    await assign(['manager'], 'replace')
    expect(await stored(member)).toEqual({ g: ['manager'] })
  })

  it('lets a group’s owner give no other roles, in no other group, and to no one who is not a member', async () => {
    const [owner, member, outsider] = [await signUpUser(), await signUpUser(), await signUpUser()]
    await store(owner, { g: ['owner'], h: ['member'] })
    await store(member, { g: ['member'], h: ['member'] })
    await store(outsider, { [GLOBAL]: ['member'], h: ['owner'] })
    const attempt = (argument: object) => refused(owner.client, 'roles.assign', { userIds: [member.id], mode: 'add', ...argument })
    for (const roles of [['admin'], ['member', 'moderator']]) expect(await attempt({ roles, group: 'g' })).toEqual(NOT_YOURS)
    for (const group of [undefined, 'h', GLOBAL, '..global_roles..'])
      expect(await attempt({ roles: ['member'], ...(group === undefined ? {} : { group }) })).toEqual(NOT_YOURS)
    expect(await attempt({ userIds: [member.id, outsider.id], roles: ['manager'], group: 'g' })).toEqual(
      meteorError(403, 'An owner gives roles to members only.'),
    )
    expect(await attempt({ userIds: [NOWHERE], roles: ['manager'], group: 'g' })).toEqual(meteorError(404, 'There is no such user.'))
  })

  it('takes effect with the next call of whoever was given or lost a role', async () => {
    const person = await signUpUser()
    const assign = (mode: string) => admin.client.call('roles.assign', { userIds: [person.id], roles: ['admin'], mode })
    expect(await person.client.expectError('roles.delete', { name: 'none such' })).toEqual(ADMINS_ONLY)
    await assign('add')
    expect(await person.client.call('roles.delete', { name: 'none such' })).toEqual({})
    await assign('remove')
    expect(await person.client.expectError('roles.delete', { name: 'none such' })).toEqual(ADMINS_ONLY)
  })
})

describe('roles.assign with flat', () => {
  const assign = (person: TestUser, roles: string[], mode = 'add') =>
    admin.client.call('roles.assign', { userIds: [person.id], roles, mode, flat: true })

  it('adds to, replaces and takes from the flat list of who has no roles in groups, and tells them', async () => {
    const person = await signUpUser()
    await person.client.subscribe('_roles')
    const own = (): unknown => person.client.documents('users').get(person.id)?.roles
    expect(await assign(person, [' moderator ', 'scorer'])).toEqual({})
    await person.client.waitUntil(() => own() !== undefined)
    expect(own()).toEqual(['moderator', 'scorer'])
    expect(await names()).toContain('scorer')
    await assign(person, ['scorer'], 'remove')
    await assign(person, ['helper', 'moderator'], 'replace')
    expect(await stored(person)).toEqual(['helper', 'moderator'])
    await assign(person, ['judge'])
    await person.client.waitUntil(() => String(own()) === 'helper,moderator,judge')
  })

  it('gives what the site asks for: a flat moderator moderates, and is refused once the role is taken', async () => {
    const person = await signUpUser()
    const queue = async () => (await person.client.subscribe('scores.queue', {})).error?.error ?? null
    expect(await queue()).toBe(403)
    await assign(person, ['moderator'])
    expect(await queue()).toBe(null)
    await assign(person, ['moderator'], 'remove')
    expect(await queue()).toBe(403)
  })

  it('leaves who has no flat role any more without roles, so that they may be given either kind', async () => {
    for (const [roles, mode] of [
      [['a', 'b'], 'remove'],
      [[], 'replace'],
    ] as const) {
      const person = await signUpUser()
      await assign(person, ['a', 'b'])
      await assign(person, [...roles], mode)
      expect(await stored(person)).toBe(null)
      await admin.client.call('roles.assign', { userIds: [person.id], roles: ['a'], group: 'g', mode: 'add' })
      expect(await stored(person)).toEqual({ g: ['a'] })
      await admin.client.call('roles.assign', { userIds: [person.id], roles: ['a'], group: 'g', mode: 'remove' })
      await assign(person, ['c'])
      expect(await stored(person)).toEqual(['c'])
    }
  })

  it('refuses who has roles in a group or globally with 409, and then changes nobody', async () => {
    const [flat, grouped] = [await signUpUser(), await signUpUser()]
    await assign(flat, ['old'])
    for (const roles of [{ g: ['member'] }, { [GLOBAL]: ['moderator'], g: [] }]) {
      await store(grouped, roles)
      for (const mode of ['add', 'replace', 'remove'])
        expect(await refused(admin.client, 'roles.assign', { userIds: [flat.id, grouped.id], roles: ['new'], mode, flat: true })).toEqual(
          meteorError(409, MIXED),
        )
    }
  })

  it('takes no group, and is for administrators: the owner of a group is none', async () => {
    const [owner, member] = [await signUpUser(), await signUpUser()]
    await store(owner, { g: ['owner'] })
    await store(member, { g: ['member'] })
    const input = { userIds: [member.id], roles: ['manager'], mode: 'add', flat: true }
    const message = 'must not come together with group'
    for (const person of [admin, owner])
      expect(await refused(person.client, 'roles.assign', { ...input, group: 'g' })).toEqual(
        meteorError(400, `flat ${message}.`, [{ path: 'flat', message, code: 'malformed' }]),
      )
    expect(await refused(owner.client, 'roles.assign', input)).toEqual(NOT_YOURS)
  })

  it('leaves the last administrator, who may have the role in a flat list', async () => {
    const other = await signUpUser()
    await assign(other, ['admin'])
    await admin.client.call('roles.assign', { userIds: [admin.id], roles: ['admin'], mode: 'remove' })
    for (const [roles, mode] of [
      [['admin'], 'remove'],
      [[], 'replace'],
    ])
      expect(await refused(other.client, 'roles.assign', { userIds: [other.id], roles, mode, flat: true })).toMatchObject({ error: 409 })
  })

  it('stands in the audit log as flat', async () => {
    const person = await signUpUser()
    await assign(person, ['scorer'])
    await admin.client.subscribe('audit.list', { userId: person.id })
    expect([...admin.client.documents('audit').values()]).toMatchObject([
      { action: 'roles.assign', details: { mode: 'add', roles: ['scorer'], flat: true } },
    ])
  })
})

describe('the last administrator', () => {
  const LAST = meteorError(409, 'This is the last administrator: make somebody else one first.')

  it('stays one, whoever else loses the role with them', async () => {
    const person = await signUpUser()
    for (const [roles, mode] of [
      [['admin'], 'remove'],
      [['moderator', 'admin'], 'remove'],
      [['moderator'], 'replace'],
      [[], 'replace'],
    ])
      expect(await refused(admin.client, 'roles.assign', { userIds: [person.id, admin.id], roles, mode })).toEqual(LAST)
    await admin.client.call('roles.assign', { userIds: [admin.id], roles: ['moderator', 'admin'], mode: 'replace' })
    await admin.client.call('roles.assign', { userIds: [admin.id], roles: ['admin'], group: 'g', mode: 'add' })
    await admin.client.call('roles.assign', { userIds: [admin.id], roles: ['admin'], group: 'g', mode: 'remove' })
    expect(await stored(admin)).toEqual({ [GLOBAL]: ['moderator', 'admin'], g: [] })
  })

  it('may go when another is there, from an old flat list too', async () => {
    await store(await signUpUser(), ['admin'])
    await admin.client.call('roles.assign', { userIds: [admin.id], roles: ['admin'], mode: 'remove' })
    expect(await stored(admin)).toEqual({ [GLOBAL]: [] })
  })

  it('is left when two admins take the role from each other, or both lay it down, at the same moment', async () => {
    const other = await signUpUser()
    for (const crossed of [true, false, true, false, true, false]) {
      await makeAdmin(testApp, admin.id)
      await makeAdmin(testApp, other.id)
      const answers = await Promise.all([
        admin.client.tryCall('roles.assign', { userIds: [crossed ? other.id : admin.id], roles: ['admin'], mode: 'remove' }),
        other.client.tryCall('roles.assign', { userIds: [crossed ? admin.id : other.id], roles: ['admin'], mode: 'remove' }),
      ])
      const refusals = answers.flatMap(answer => (answer.error === undefined ? [] : [answer.error]))
      expect(refusals).toEqual([crossed ? NOT_YOURS : LAST])
      const left = [await stored(admin), await stored(other)].map(roles => (roles as Record<string, string[]>)[GLOBAL])
      expect(left).toEqual(expect.arrayContaining([['admin'], []]))
    }
  })
})

it('loses nothing when two admins assign at the same moment, to the same people in any order', async () => {
  const [other, one, two] = [await signUpUser(), await signUpUser(), await signUpUser()]
  await makeAdmin(testApp, other.id)
  const expected = Array.from({ length: 12 }, (_, i) => `r${i}`)
  await Promise.all(
    expected.map((role, i) =>
      (i % 2 === 0 ? admin : other).client.call('roles.assign', {
        userIds: i % 3 === 0 ? [one.id, two.id] : [two.id, one.id],
        roles: [role],
        mode: 'add',
        ...(i < 6 ? {} : { group: 'g' }),
      }),
    ),
  )
  for (const person of [one, two]) {
    const roles = (await stored(person)) as Record<string, string[]>
    expect(roles[GLOBAL]!.toSorted()).toEqual(expected.slice(0, 6).toSorted())
    expect(roles.g!.toSorted()).toEqual(expected.slice(6).toSorted())
  }
})

describe('the API for other features', () => {
  /** A cache of its own, so that what tests write into the database counts at once. */
  const openServices = (guard: GroupGuard = async () => undefined): RolesServices => {
    const accounts = { getUser: (userId: string) => createUserCache(testApp.app.database).get(userId) }
    return { accounts, audit: testApp.app.features.audit, requireAdmin: createRequireAdmin(accounts), guard }
  }

  it('says whether somebody holds any of the roles, in the group or globally; a flat list counts only without a group', async () => {
    const [{ accounts }, person, old] = [openServices(), await signUpUser(), await signUpUser()]
    await store(person, { g: ['owner'], [GLOBAL]: ['moderator'] })
    await store(old, ['owner'])
    const answers = await Promise.all([
      isIn(accounts, person.id, ['x', 'owner'], 'g'),
      isIn(accounts, person.id, ['moderator'], 'h'),
      isIn(accounts, person.id, ['owner'], 'h'),
      isIn(accounts, person.id, ['owner']),
      isIn(accounts, old.id, ['owner']),
      isIn(accounts, old.id, ['owner'], 'g'),
      isIn(accounts, NOWHERE, ['owner'], 'g'),
    ])
    expect(answers).toEqual([true, true, false, false, true, false, false])
  })

  it('changes roles inside another feature’s transaction, and gives the news of those whose roles are others now', async () => {
    const [one, two] = [await signUpUser(), await signUpUser()]
    await store(two, { g: ['member'] })
    const { database } = testApp.app
    const changes = await database.transaction(tx => changeRoles(tx, [one.id, two.id], ['member'], 'g', 'add'))
    expect(changes).toEqual([{ kind: 'user', body: { userId: one.id, roles: { g: ['member'] } } }])
    const before = await everything()
    const failing = database.transaction(async tx => {
      await changeRoles(tx, [one.id, two.id], ['brand new'], 'g', 'replace')
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better of it')
    await expect(database.transaction(tx => changeRoles(tx, [NOWHERE], ['member'], 'g', 'add'))).rejects.toMatchObject({ error: 404 })
    await expect(database.transaction(tx => changeRoles(tx, [admin.id], [], GLOBAL, 'replace'))).rejects.toMatchObject({ error: 409 })
    expect(await everything()).toEqual(before)
  })

  it('has the guard asked before a change inside a group, by admin or owner, and never before a global one', async () => {
    const [owner, member] = [await signUpUser(), await signUpUser()]
    await store(owner, { a_b: ['owner'] })
    await store(member, { a_b: ['member'] })
    const guardedChanges: unknown[] = []
    const services = openServices(async (_tx, change) => {
      guardedChanges.push(change)
      if (change.roles.includes('owner')) throw new DdpError(409, 'not this one')
    })
    const assignBy = ({ id }: TestUser, input: object): Promise<unknown> =>
      callElsewhere(testApp.app.database, assign, services, { userId: id, input })
    const change = { userIds: [member.id], roles: ['manager'], group: 'a.b', mode: 'add' as const }
    await assignBy(owner, change)
    await assignBy(admin, { ...change, group: undefined })
    const before = await everything()
    await expect(assignBy(admin, { ...change, roles: ['owner'] })).rejects.toMatchObject({ error: 409, reason: 'not this one' })
    await expect(assignBy(member, { ...change, roles: ['owner'] })).rejects.toMatchObject({ error: 403 })
    expect(await everything()).toEqual(before)
    const seen = { ...change, group: 'a_b' }
    expect(guardedChanges).toEqual([
      { ...seen, callerId: owner.id },
      { ...seen, callerId: admin.id, roles: ['owner'] },
    ])
  })
})

describe('_roles', () => {
  const readRoles = (client: DdpTestClient, { id }: { id: string }): unknown => client.documents('users').get(id)?.roles
  const assign = (person: TestUser, roles: string[], mode = 'replace') =>
    admin.client.call('roles.assign', { userIds: [person.id], roles, mode })

  it('is ready at once for a visitor, and sends nothing', async () => {
    const client = await DdpTestClient.open(testApp.endpoint)
    expect((await client.subscribe('_roles')).error).toBe(null)
    expect(client.messages.some(({ msg }) => msg === 'added')).toBe(false)
  })

  it('adds the field roles to one’s own document, with nothing else', async () => {
    const person = await signUpUser()
    await grantRoles(testApp, person.id, ['moderator'])
    const before = person.client.messages.length
    await person.client.subscribe('_roles')
    expect(person.client.messages.slice(before)).toMatchObject([
      { msg: 'changed', collection: 'users', id: person.id, fields: { roles: { [GLOBAL]: ['moderator'] } } },
      { msg: 'ready' },
    ])
    expect(Object.keys(person.client.messages[before]!)).toEqual(['msg', 'collection', 'id', 'fields'])
    expect([...person.client.documents('users').keys()]).toEqual([person.id])
    await person.client.unsubscribe({ id: (person.client.messages.at(-1)!.subs as string[])[0]!, error: null })
    expect(person.client.documents('users').get(person.id)).not.toHaveProperty('roles')
  })

  it('lets the field appear, change and disappear on all of the user’s connections, and on nobody else’s', async () => {
    const [person, bystander] = [await signUpUser(), await signUpUser()]
    const second = await DdpTestClient.open(testApp.endpoint)
    await logIn(second, person.username)
    for (const client of [person.client, second, bystander.client]) await client.subscribe('_roles')
    const clients = [person.client, second]
    for (const client of clients) expect(readRoles(client, person)).toBe(undefined)
    const received = bystander.client.messages.length
    await assign(person, ['moderator'])
    await Promise.all(clients.map(client => client.waitUntil(() => readRoles(client, person) !== undefined)))
    for (const client of clients) expect(readRoles(client, person)).toEqual({ [GLOBAL]: ['moderator'] })
    await assign(person, ['event-director'], 'add')
    await Promise.all(clients.map(client => client.waitUntil(() => JSON.stringify(readRoles(client, person)).includes('event-director'))))
    await store(person, null)
    await Promise.all(clients.map(client => client.waitUntil(() => readRoles(client, person) === undefined)))
    for (const client of clients) expect(client.documents('users').get(person.id)).toMatchObject({ username: person.username })
    expect(bystander.client.messages.slice(received)).toEqual([])
  })

  it('has told an admin who changes their own roles before their call is over', async () => {
    await admin.client.subscribe('_roles')
    await assign(admin, ['admin', 'moderator'])
    expect(readRoles(admin.client, admin)).toEqual({ [GLOBAL]: ['admin', 'moderator'] })
  })

  it('follows who is signed in: gone with a log-out, true again after a new login and after a restart', async () => {
    const [person, other] = [await signUpUser(), await signUpUser()]
    await assign(person, ['moderator'])
    await person.client.subscribe('_roles')
    await person.client.call('logout')
    expect(person.client.documents('users').size).toBe(0)
    await assign(person, ['machine-editor'])
    await logIn(person.client, person.username)
    await person.client.waitUntil(() => readRoles(person.client, person) !== undefined)
    expect(readRoles(person.client, person)).toEqual({ [GLOBAL]: ['machine-editor'] })
    const { token } = await person.client.call<{ token: string }>('login', {
      user: { username: other.username },
      password: digestPassword(PASSWORD),
    })
    expect([...person.client.documents('users').keys()]).toEqual([other.id])
    await assign(other, ['event-director'])
    await person.client.waitUntil(() => readRoles(person.client, other) !== undefined)
    await testApp.restart()
    const secondClient = await DdpTestClient.open(testApp.endpoint)
    await secondClient.call('login', { resume: token })
    await secondClient.subscribe('_roles')
    expect(readRoles(secondClient, other)).toEqual({ [GLOBAL]: ['event-director'] })
  })
})

it('the command line lists every role with who holds it, in which group, and leaves out deleted users', async () => {
  const [mo, ex] = [await signUpUser(), await signUpUser()]
  await store(mo, { [GLOBAL]: ['moderator'], g1: ['owner'] })
  await store(ex, { [GLOBAL]: ['moderator'] })
  await testApp.app.database.pool.query('UPDATE users SET deleted_at = now() WHERE id = $1', [ex.id])
  const lines = await roleLines(testApp.app.database)
  expect(lines).toContain(`admin: ${admin.username}`)
  expect(lines).toContain(`moderator: ${mo.username}`)
  expect(lines).toContain(`owner in g1: ${mo.username}`)
  expect(lines).toContain('machine-editor: nobody')
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, grantRoles, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let admin: TestUser
let machineId: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
  machineId = await firstMachineId(testApp)
})
afterAll(() => testApp.close())

async function watching(input: object = {}) {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call('login', { resume: admin.token })
  expect((await client.subscribe('users.list', input)).error).toBe(null)
  const users = (): Document[] =>
    [...client.documents('accounts')]
      .map(([_id, document]) => ({ _id, ...document }) as Document)
      .sort((a, b) => Number(b.joinedAt) - Number(a.joinedAt) || (String(a._id) < String(b._id) ? 1 : -1))
  return { client, users, names: () => users().map(({ username }) => username) }
}

describe('users.list', () => {
  it('tells an administrator who is there, newest first, and nobody’s address', async () => {
    const ada = await signUp(testApp, 'Ada', { email: 'ada@example.com', profile: { name: 'Ada L' } })
    await ada.client.call('scores.submit', { _id: uuidv7(), machineId, value: 5 })
    await grantRoles(testApp, ada.id, ['moderator'])
    const { client, users } = await watching({ limit: 2 })
    expect(users()).toEqual([
      { _id: ada.id, username: 'Ada', displayName: 'Ada L', roles: ['moderator'], scores: 1, joinedAt: expect.any(Date) },
      { _id: admin.id, username: 'Boss', displayName: 'Boss', roles: ['admin'], scores: 0, joinedAt: expect.any(Date) },
    ])
    expect(client.frames.filter(frame => frame.includes('ada@example.com'))).toEqual([])
    await client.close()
  })

  it('is searched by any part of a name, whatever its case, and by no pattern', async () => {
    await signUp(testApp, 'Potoroo_1', { profile: { name: 'Zed 100% sure' } })
    await signUp(testApp, 'PotorooX1')
    for (const [text, found] of [
      ['TOROO', ['PotorooX1', 'Potoroo_1']],
      ['roo_1', ['Potoroo_1']],
      ['100%', ['Potoroo_1']],
      ['zed', ['Potoroo_1']],
      ['%', ['Potoroo_1']],
      ['\\', []],
      ['nobody at all', []],
    ] as const) {
      const { client, names } = await watching({ text })
      expect(names(), text).toEqual(found)
      await client.close()
    }
  })

  it('is read on from any user', async () => {
    for (let i = 0; i < 5; i++) await signUp(testApp, `Page ${i}`)
    const first = await watching({ text: 'page ', limit: 2 })
    expect(first.names()).toEqual(['Page 4', 'Page 3'])
    const second = await watching({ text: 'page ', limit: 2, before: first.users()[1]!._id })
    expect(second.names()).toEqual(['Page 2', 'Page 1'])
    for (const { client } of [first, second]) await client.close()
  })

  it('follows those who come, go and are given roles', async () => {
    const { client, names, users } = await watching({ text: 'tide ' })
    const ebb = await signUp(testApp, 'Tide ebb')
    await client.waitUntil(() => names().join() === 'Tide ebb')
    await admin.client.call('roles.assign', { userIds: [ebb.id], roles: ['machine-editor'], mode: 'add' })
    await client.waitUntil(() => names().join() === 'Tide ebb' && String(users()[0]!.roles) === 'machine-editor')
    await admin.client.call('users.enroll', { _id: uuidv7(), username: 'Tide flow', email: 'flow@example.com', roles: ['moderator'] })
    await client.waitUntil(() => names().join() === 'Tide flow,Tide ebb')
    expect(users()[0]).toMatchObject({ roles: ['moderator'], scores: 0 })
    await admin.client.call('users.delete', { userId: ebb.id, eraseScores: true })
    await client.waitUntil(() => names().join() === 'Tide flow')
    await client.close()
  })

  it('says of whom the roles are a flat list', async () => {
    const person = await signUp(testApp, 'Flat Eric')
    await admin.client.call('roles.assign', { userIds: [person.id], roles: ['moderator'], mode: 'add', flat: true })
    const { client, users } = await watching({ text: 'flat eric' })
    expect(users()).toMatchObject([{ roles: ['moderator'], flat: true }])
    await client.close()
  })

  it('is closed to an administrator who is one no more', async () => {
    const other = await signUp(testApp, 'Other')
    await grantRoles(testApp, other.id, ['admin'])
    const sub = await other.client.subscribe('users.list', {})
    expect(sub.error).toBe(null)
    await grantRoles(testApp, other.id, [])
    await other.client.waitForMessage(({ msg, id }) => msg === 'nosub' && id === sub.id)
    expect(other.client.documents('accounts').size).toBe(0)
  })
})

describe('users.belongings', () => {
  it('counts what goes when a user is deleted', async () => {
    const her = await signUp(testApp, 'Quokka')
    const friend = await signUp(testApp, 'Friend')
    const scoreId = uuidv7()
    await her.client.call('scores.submit', { _id: scoreId, machineId, value: 5 })
    const removed = uuidv7()
    await her.client.call('scores.submit', { _id: removed, machineId, value: 6 })
    await her.client.call('scores.remove', { scoreId: removed })
    await her.client.call('scores.comment', { _id: uuidv7(), scoreId, text: 'Mine' })
    const [alone, shared] = [uuidv7(), uuidv7()]
    for (const _id of [alone, shared]) await her.client.call('groups.add', { _id, name: 'League', visibility: 'public' })
    await friend.client.call('groups.join', { groupId: shared })
    const [kept, cancelled] = [uuidv7(), uuidv7()]
    const times = { startsAt: new Date(Date.now() - 1000), endsAt: new Date(Date.now() + 3_600_000) }
    const event = { name: 'Night', ...times, format: { kind: 'high-score' }, machineIds: [machineId], groupId: shared }
    for (const _id of [kept, cancelled]) await her.client.call('events.add', { _id, ...event })
    await her.client.call('events.cancel', { eventId: cancelled })
    // It has rounds, so its planned end does not end it.
    const rounds = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' }
    const running = uuidv7()
    await her.client.call('events.add', { _id: running, ...event, format: rounds })
    await testApp.app.database.pool.query(`UPDATE events SET ends_at = now() - interval '1 ms' WHERE id = $1`, [running])
    await testApp.app.database.pool.query(
      `INSERT INTO pictures (id, kind, subject_id, user_id, state) VALUES ('p', 'profilePicUpload', $1, $1, 'shown')`,
      [her.id],
    )
    expect(await admin.client.call('users.belongings', { userId: her.id })).toEqual({
      scores: 1,
      comments: 1,
      pictures: 1,
      groups: 2,
      groupsAlone: 1,
      events: 2,
    })
    await admin.client.call('users.delete', { userId: her.id, eraseScores: true })
    expect(await admin.client.expectError('users.belongings', { userId: her.id })).toMatchObject({ error: 404 })
    const visitor = await DdpTestClient.open(testApp.endpoint)
    expect((await visitor.subscribe('groups.one', { groupId: alone })).error).toMatchObject({ error: 404 })
    expect((await visitor.subscribe('groups.one', { groupId: shared })).error).toBe(null)
    await visitor.close()
  })
})

describe('an enrollment', () => {
  it('and its roles are made together or not at all', async () => {
    const enrollment = { _id: uuidv7(), username: 'Rolled', email: 'rolled@example.com' }
    await admin.client.call('users.enroll', { ...enrollment, roles: ['moderator', 'machine-editor'] })
    const { client, users } = await watching({ text: 'rolled' })
    expect(users()).toMatchObject([{ roles: ['moderator', 'machine-editor'] }])
    await admin.client.call('roles.assign', { userIds: [enrollment._id], roles: ['moderator'], mode: 'remove' })
    await admin.client.call('users.enroll', { ...enrollment, roles: ['moderator', 'machine-editor'] })
    await client.waitUntil(() => String(users()[0]!.roles) === 'machine-editor')
    await client.close()
  })
})

describe('roles.list', () => {
  it('tells an administrator which roles there are and how many have each, globally or in a group, as it changes', async () => {
    const { client } = await watching()
    expect((await client.subscribe('roles.list', {})).error).toBe(null)
    for (const [id, { name }] of client.documents('roles')) expect(name).toBe(id)
    const users = (role: string) => client.documents('roles').get(role)?.users
    await admin.client.call('roles.create', { name: 'usher' })
    await client.waitUntil(() => users('usher') === 0)
    const [one, two] = [await signUp(testApp, 'Numbat'), await signUp(testApp, 'Bilby')]
    await admin.client.call('roles.assign', { userIds: [one.id, two.id], roles: ['usher'], mode: 'add' })
    await admin.client.call('roles.assign', { userIds: [one.id], roles: ['usher'], group: 'Flippers', mode: 'add' })
    await client.waitUntil(() => users('usher') === 2)
    expect(await admin.client.expectError('roles.delete', { name: 'usher' })).toMatchObject({ error: 403, reason: 'Role in use' })
    await admin.client.call('roles.assign', { userIds: [one.id, two.id], roles: ['usher'], mode: 'remove' })
    await client.waitUntil(() => users('usher') === 1)
    await admin.client.call('roles.assign', { userIds: [one.id], roles: [], group: 'Flippers', mode: 'replace' })
    await client.waitUntil(() => users('usher') === 0)
    await admin.client.call('roles.delete', { name: 'usher' })
    await client.waitUntil(() => users('usher') === undefined)
    await client.close()
  })
})

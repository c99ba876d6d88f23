import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { grant, type SignedUp, signUp, someMachine } from './people.ts'
import { type Document, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let boss: SignedUp
let machineId: string

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  boss = await signUp(world, 'Boss')
  await grant(world, boss.id, ['admin'])
  machineId = await someMachine(world)
})
afterAll(() => world.close())

async function watching(input: object = {}) {
  const wire = await Wire.open(world.endpoint)
  await wire.call('login', { resume: boss.token })
  expect((await wire.subscribe('users.list', input)).error).toBe(null)
  const users = (): Document[] =>
    [...wire.documents('accounts')]
      .map(([_id, document]) => ({ _id, ...document }) as Document)
      .sort((a, b) => Number(b.joinedAt) - Number(a.joinedAt) || (String(a._id) < String(b._id) ? 1 : -1))
  return { wire, users, names: () => users().map(({ username }) => username) }
}

describe('users.list', () => {
  it('tells an administrator who is there, newest first, and nobody’s address', async () => {
    const ada = await signUp(world, 'Ada', { email: 'ada@example.com', profile: { name: 'Ada L' } })
    await ada.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 5 })
    await grant(world, ada.id, ['moderator'])
    const { wire, users } = await watching({ limit: 2 })
    expect(users()).toEqual([
      { _id: ada.id, username: 'Ada', displayName: 'Ada L', roles: ['moderator'], scores: 1, joinedAt: expect.any(Date) },
      { _id: boss.id, username: 'Boss', displayName: 'Boss', roles: ['admin'], scores: 0, joinedAt: expect.any(Date) },
    ])
    expect(wire.frames.filter(frame => frame.includes('ada@example.com'))).toEqual([])
    await wire.close()
  })

  it('is searched by any part of a name, whatever its case, and by no pattern', async () => {
    await signUp(world, 'Potoroo_1', { profile: { name: 'Zed 100% sure' } })
    await signUp(world, 'PotorooX1')
    for (const [text, found] of [
      ['TOROO', ['PotorooX1', 'Potoroo_1']],
      ['roo_1', ['Potoroo_1']],
      ['100%', ['Potoroo_1']],
      ['zed', ['Potoroo_1']],
      ['%', ['Potoroo_1']],
      ['\\', []],
      ['nobody at all', []],
    ] as const) {
      const { wire, names } = await watching({ text })
      expect(names(), text).toEqual(found)
      await wire.close()
    }
  })

  it('is read on from any user', async () => {
    for (let i = 0; i < 5; i++) await signUp(world, `Page ${i}`)
    const first = await watching({ text: 'page ', limit: 2 })
    expect(first.names()).toEqual(['Page 4', 'Page 3'])
    const second = await watching({ text: 'page ', limit: 2, before: first.users()[1]!._id })
    expect(second.names()).toEqual(['Page 2', 'Page 1'])
    for (const { wire } of [first, second]) await wire.close()
  })

  it('follows those who come, go and are given roles', async () => {
    const { wire, names, users } = await watching({ text: 'tide ' })
    const ebb = await signUp(world, 'Tide ebb')
    await wire.until(() => names().join() === 'Tide ebb')
    await boss.wire.call('roles.assign', { userIds: [ebb.id], roles: ['machine-editor'], mode: 'add' })
    await wire.until(() => names().join() === 'Tide ebb' && String(users()[0]!.roles) === 'machine-editor')
    await boss.wire.call('users.enroll', { _id: uuidv7(), username: 'Tide flow', email: 'flow@example.com', roles: ['moderator'] })
    await wire.until(() => names().join() === 'Tide flow,Tide ebb')
    expect(users()[0]).toMatchObject({ roles: ['moderator'], scores: 0 })
    await boss.wire.call('users.delete', { userId: ebb.id, eraseScores: true })
    await wire.until(() => names().join() === 'Tide flow')
    await wire.close()
  })

  it('says of whom the roles are a flat list', async () => {
    const person = await signUp(world, 'Flat Eric')
    await boss.wire.call('roles.assign', { userIds: [person.id], roles: ['moderator'], mode: 'add', flat: true })
    const { wire, users } = await watching({ text: 'flat eric' })
    expect(users()).toMatchObject([{ roles: ['moderator'], flat: true }])
    await wire.close()
  })

  it('is closed to an administrator who is one no more', async () => {
    const other = await signUp(world, 'Other')
    await grant(world, other.id, ['admin'])
    const sub = await other.wire.subscribe('users.list', {})
    expect(sub.error).toBe(null)
    await grant(world, other.id, [])
    await other.wire.message(({ msg, id }) => msg === 'nosub' && id === sub.id)
    expect(other.wire.documents('accounts').size).toBe(0)
  })
})

describe('users.belongings', () => {
  it('counts what goes when a user is deleted', async () => {
    const her = await signUp(world, 'Quokka')
    const friend = await signUp(world, 'Friend')
    const scoreId = uuidv7()
    await her.wire.call('scores.submit', { _id: scoreId, machineId, value: 5 })
    const removed = uuidv7()
    await her.wire.call('scores.submit', { _id: removed, machineId, value: 6 })
    await her.wire.call('scores.remove', { scoreId: removed })
    await her.wire.call('scores.comment', { _id: uuidv7(), scoreId, text: 'Mine' })
    const [alone, shared] = [uuidv7(), uuidv7()]
    for (const _id of [alone, shared]) await her.wire.call('groups.add', { _id, name: 'League', visibility: 'public' })
    await friend.wire.call('groups.join', { groupId: shared })
    const [kept, cancelled] = [uuidv7(), uuidv7()]
    const times = { startsAt: new Date(Date.now() - 1000), endsAt: new Date(Date.now() + 3_600_000) }
    const event = { name: 'Night', ...times, format: { kind: 'high-score' }, machineIds: [machineId], groupId: shared }
    for (const _id of [kept, cancelled]) await her.wire.call('events.add', { _id, ...event })
    await her.wire.call('events.cancel', { eventId: cancelled })
    await world.app.database.pool.query(
      `INSERT INTO pictures (id, kind, subject_id, user_id, state) VALUES ('p', 'profilePicUpload', $1, $1, 'shown')`,
      [her.id],
    )
    expect(await boss.wire.call('users.belongings', { userId: her.id })).toEqual({
      scores: 1,
      comments: 1,
      pictures: 1,
      groups: 2,
      groupsAlone: 1,
      events: 1,
    })
    await boss.wire.call('users.delete', { userId: her.id, eraseScores: true })
    expect(await boss.wire.refusal('users.belongings', { userId: her.id })).toMatchObject({ error: 404 })
    const visitor = await Wire.open(world.endpoint)
    expect((await visitor.subscribe('groups.one', { groupId: alone })).error).toMatchObject({ error: 404 })
    expect((await visitor.subscribe('groups.one', { groupId: shared })).error).toBe(null)
    await visitor.close()
  })
})

describe('an enrolment', () => {
  it('and its roles are made together or not at all', async () => {
    const enrolment = { _id: uuidv7(), username: 'Rolled', email: 'rolled@example.com' }
    await boss.wire.call('users.enroll', { ...enrolment, roles: ['moderator', 'machine-editor'] })
    const { wire, users } = await watching({ text: 'rolled' })
    expect(users()).toMatchObject([{ roles: ['moderator', 'machine-editor'] }])
    await boss.wire.call('roles.assign', { userIds: [enrolment._id], roles: ['moderator'], mode: 'remove' })
    await boss.wire.call('users.enroll', { ...enrolment, roles: ['moderator', 'machine-editor'] })
    await wire.until(() => String(users()[0]!.roles) === 'machine-editor')
    await wire.close()
  })
})

describe('roles.list', () => {
  it('tells an administrator which roles there are and how many have each, globally or in a group, as it changes', async () => {
    const { wire } = await watching()
    expect((await wire.subscribe('roles.list', {})).error).toBe(null)
    for (const [id, { name }] of wire.documents('roles')) expect(name).toBe(id)
    const users = (role: string) => wire.documents('roles').get(role)?.users
    await boss.wire.call('roles.create', { name: 'usher' })
    await wire.until(() => users('usher') === 0)
    const [one, two] = [await signUp(world, 'Numbat'), await signUp(world, 'Bilby')]
    await boss.wire.call('roles.assign', { userIds: [one.id, two.id], roles: ['usher'], mode: 'add' })
    await boss.wire.call('roles.assign', { userIds: [one.id], roles: ['usher'], group: 'Flippers', mode: 'add' })
    await wire.until(() => users('usher') === 2)
    expect(await boss.wire.refusal('roles.delete', { name: 'usher' })).toMatchObject({ error: 403, reason: 'Role in use' })
    await boss.wire.call('roles.assign', { userIds: [one.id, two.id], roles: ['usher'], mode: 'remove' })
    await wire.until(() => users('usher') === 1)
    await boss.wire.call('roles.assign', { userIds: [one.id], roles: [], group: 'Flippers', mode: 'replace' })
    await wire.until(() => users('usher') === 0)
    await boss.wire.call('roles.delete', { name: 'usher' })
    await wire.until(() => users('usher') === undefined)
    await wire.close()
  })
})

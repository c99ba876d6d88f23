import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let admin: TestUser
let player: TestUser
let visitor: DdpTestClient

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  admin = await signUp(testApp, 'Boss')
  player = await signUp(testApp, 'Ada', { email: 'ada@spam.example' })
  await grantRoles(testApp, admin.id, ['admin'])
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

async function block(kind: 'username' | 'word' | 'domain', name: string, anywhere = false): Promise<string> {
  const _id = uuidv7()
  await admin.client.call('names.block', { _id, kind, name, ...(kind === 'word' ? { anywhere } : {}) })
  return _id
}
const blocked = (path: string) => ({ error: 400, details: [{ path, message: 'is not allowed on this site' }] })
const signUpAs = (fields: object) => visitor.tryCall('createUser', { password: digestPassword(PASSWORD), ...fields })

describe('a blocked name', () => {
  it('cannot be chosen at a sign-up, on any connection, until it is unblocked', async () => {
    const [name, word, domain] = [await block('username', 'support'), await block('word', 'darn'), await block('domain', 'Spam.example')]
    for (const [fields, path] of [
      [{ username: 'SUPPORT' }, 'username'],
      [{ username: 'ѕupport' }, 'username'],
      [{ username: 'darn.it' }, 'username'],
      [{ username: 'Nice', profile: { name: 'Darn it' } }, 'profile.name'],
      [{ username: 'Nice', email: 'me@mail.spam.example' }, 'email'],
      [{ email: 'me@SPAM.EXAMPLE' }, 'email'],
    ] as const)
      expect((await signUpAs(fields)).error, JSON.stringify(fields)).toMatchObject(blocked(path))
    for (const id of [name, word, domain]) await admin.client.call('names.unblock', { blockedId: id })
    expect((await signUpAs({ username: 'support', email: 'me@spam.example', profile: { name: 'Darn it' } })).error).toBe(undefined)
  })

  it('cannot become a display name, an address or the name of a group, and stays where it is already', async () => {
    await player.client.call('players.edit', { displayName: 'Heck yes' })
    const groupId = uuidv7()
    await player.client.call('groups.add', { _id: groupId, name: 'Heck club', visibility: 'public' })
    const ids = [await block('word', 'heck', true), await block('domain', 'spam.example')]
    expect(await player.client.expectError('players.edit', { displayName: 'What the HECK' })).toMatchObject(blocked('displayName'))
    await player.client.call('players.edit', { displayName: 'Heck yes', bio: 'Plays' })
    expect(
      await player.client.expectError('account.setEmail', { email: 'new@spam.example', password: digestPassword(PASSWORD) }),
    ).toMatchObject(blocked('email'))
    expect(await player.client.expectError('groups.add', { _id: uuidv7(), name: 'H.e.c.k', visibility: 'public' })).toMatchObject(
      blocked('name'),
    )
    expect(await player.client.expectError('groups.edit', { groupId, name: 'Checkers heck' })).toMatchObject(blocked('name'))
    await player.client.call('groups.edit', { groupId, name: 'Heck club', description: 'Ours' })
    for (const blockedId of ids) await admin.client.call('names.unblock', { blockedId })
  })

  it('may be given to a user by an administrator', async () => {
    const blockedId = await block('username', 'moderator')
    expect((await signUpAs({ username: 'moderator' })).error).toMatchObject(blocked('username'))
    await admin.client.call('users.enroll', { _id: uuidv7(), username: 'moderator', email: 'moderator@example.com' })
    await admin.client.call('names.unblock', { blockedId })
  })

  it('is shown live to administrators, with the users who have it, and written into the log', async () => {
    const watcher = await DdpTestClient.open(testApp.endpoint)
    await watcher.call('login', { resume: admin.token })
    await watcher.subscribe('names.blocked', {})
    const bads = await Promise.all(['Bad.apple', 'Badger'].map(name => signUp(testApp, name)))
    const [word, domain] = [await block('word', 'bad'), await block('domain', 'spam.example')]
    await watcher.waitUntil(() => watcher.documents('blockedNames').size === 2)
    expect(watcher.documents('blockedNames').get(word)).toEqual({ kind: 'word', name: 'bad', anywhere: false, addedAt: expect.any(Date) })
    const matches = await admin.client.call<{ blockedId: string }[]>('names.matches', {})
    expect(new Map(matches.map(({ blockedId, ...rest }) => [blockedId, rest]))).toEqual(
      new Map([
        [word, { users: 1, some: [{ userId: bads[0]!.id, username: 'Bad.apple' }] }],
        [domain, { users: 2, some: expect.arrayContaining([{ userId: player.id, username: 'Ada' }]) }],
      ]),
    )
    await admin.client.call('names.unblock', { blockedId: word })
    await watcher.waitUntil(() => watcher.documents('blockedNames').size === 1)
    await admin.client.call('names.unblock', { blockedId: domain })
    await admin.client.subscribe('audit.list', { action: 'names.unblock' })
    expect([...admin.client.documents('audit').values()].map(({ subject }) => subject)).toContainEqual({
      kind: 'name',
      id: word,
      label: 'bad',
    })
  })

  it('is added once, also when the call is repeated', async () => {
    const _id = uuidv7()
    const entry = { _id, kind: 'word', name: 'Twice' }
    for (let i = 0; i < 2; i++) await admin.client.call('names.block', entry)
    expect(await admin.client.expectError('names.block', { ...entry, _id: uuidv7(), name: 'TWICE' })).toMatchObject({ error: 409 })
    expect(await admin.client.expectError('names.block', { ...entry, name: 'other' })).toMatchObject({ error: 409 })
    await admin.client.call('names.unblock', { blockedId: _id })
    expect(await admin.client.expectError('names.unblock', { blockedId: _id })).toMatchObject({ error: 404 })
  })

  it.each([
    ['word', 'two words', 'must be one word of letters and digits'],
    ['domain', 'nowhere', 'must be a domain such as example.com'],
    ['username', '@@@', 'must be a user name'],
  ])('of the kind %s is not %s', async (kind, name, message) => {
    expect(await admin.client.expectError('names.block', { _id: uuidv7(), kind, name })).toMatchObject({
      error: 400,
      details: [{ path: 'name', message }],
    })
  })
})

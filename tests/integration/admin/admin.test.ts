import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { countRows } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, logIn, makeAdmin, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let player: TestUser

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  await makeAdmin(testApp, ada.id)
  player = await signUp(testApp, 'Player', { email: 'player@example.com' })
})
afterAll(() => testApp.close())

describe('users.enroll', () => {
  it('makes an account whose owner chooses the password by the link in the mail, and is logged in by it', async () => {
    const _id = uuidv7()
    const enrollment = { _id, username: 'Keith', email: 'keith@example.com', roles: ['moderator'] }
    expect(await ada.client.call('users.enroll', enrollment)).toEqual({ userId: _id })
    expect(await ada.client.call('users.enroll', enrollment), 'the same again').toEqual({ userId: _id })
    const keith = await DdpTestClient.open(testApp.endpoint)
    const token = await testApp.linkToken('keith@example.com')
    expect(await keith.call('resetPassword', token, digestPassword(PASSWORD))).toMatchObject({ id: _id, type: 'password' })
    await keith.subscribe('_roles')
    expect([...keith.documents('users').values()]).toMatchObject([
      { username: 'Keith', emails: [{ address: 'keith@example.com', verified: true }], roles: { __global_roles__: ['moderator'] } },
    ])
    expect(await keith.expectError('resetPassword', token, digestPassword(PASSWORD))).toMatchObject({ error: 403, reason: 'Token expired' })
    expect((await testApp.mails()).filter(({ to }) => to?.[0]?.address === 'keith@example.com')).toHaveLength(1)
    await keith.close()
  })

  it('is refused to others before anything is looked up, and changes nothing when it is refused', async () => {
    const before = await countRows(testApp)
    const visitor = await DdpTestClient.open(testApp.endpoint)
    const enrollment = { _id: uuidv7(), username: 'Nobody', email: 'nobody@example.com' }
    expect(await visitor.expectError('users.enroll', enrollment)).toMatchObject({ error: 401 })
    expect(await player.client.expectError('users.enroll', { ...enrollment, username: 'Ada' })).toMatchObject({ error: 403 })
    expect(await ada.client.expectError('users.enroll', { ...enrollment, username: 'aDA' })).toMatchObject({
      error: 403,
      reason: 'Username already exists.',
    })
    expect(await ada.client.expectError('users.enroll', { ...enrollment, email: 'PLAYER@example.com' })).toMatchObject({ error: 409 })
    expect(await ada.client.expectError('users.enroll', { ...enrollment, _id: player.id })).toMatchObject({ error: 409 })
    expect(await ada.client.expectError('users.enroll', { ...enrollment, email: 'nowhere' })).toMatchObject({
      error: 400,
      details: [{ path: 'email' }],
    })
    expect(await countRows(testApp)).toEqual(before)
    await visitor.close()
  })
})

describe('users.delete', () => {
  it('is refused to others, whether there is such a user or not', async () => {
    for (const userId of [ada.id, uuidv7()])
      expect(await player.client.expectError('users.delete', { userId, eraseScores: true })).toMatchObject({
        error: 403,
        reason: 'Only an administrator may do this.',
      })
    expect(await ada.client.expectError('users.delete', { userId: uuidv7(), eraseScores: true })).toMatchObject({ error: 404 })
  })

  it('closes the sessions of the user and takes the account away', async () => {
    const gone = await signUp(testApp, 'Gone')
    expect(await ada.client.call('users.delete', { userId: gone.id, eraseScores: true })).toEqual({})
    await gone.client.closed
    const secondClient = await DdpTestClient.open(testApp.endpoint)
    expect(await secondClient.expectError('login', { resume: gone.token })).toMatchObject({ error: 403 })
    expect(await secondClient.expectError('login', { user: { username: 'Gone' }, password: digestPassword(PASSWORD) })).toMatchObject({
      error: 403,
    })
    expect((await secondClient.subscribe('players.one', { username: 'Gone' })).error).toMatchObject({ error: 404 })
    expect(await ada.client.expectError('users.delete', { userId: gone.id, eraseScores: true })).toMatchObject({ error: 404 })
    await secondClient.close()
  })
})

describe('the first administrator', () => {
  it('is made by the link of a start, of which one at a time is good', async () => {
    const fresh = await createTestApp({ config: { rateLimits: 'off' } })
    const first = await fresh.app.features.admin.firstAdministratorToken()
    await fresh.restart()
    const second = await fresh.app.features.admin.firstAdministratorToken()
    const client = await DdpTestClient.open(fresh.endpoint)
    expect(await client.expectError('resetPassword', first, digestPassword(PASSWORD))).toMatchObject({
      error: 403,
      reason: 'Token expired',
    })
    await client.call('resetPassword', second, digestPassword(PASSWORD))
    await client.subscribe('_roles')
    expect([...client.documents('users').values()]).toMatchObject([{ username: 'admin', roles: { __global_roles__: ['admin'] } }])
    await logIn(client, 'admin')
    expect(await fresh.app.features.admin.firstAdministratorToken()).toBe(null)
    await fresh.close()
  })

  it('gets another name where a player took "admin"', async () => {
    const taken = await createTestApp({ config: { rateLimits: 'off' } })
    await signUp(taken, 'Admin')
    const token = await taken.app.features.admin.firstAdministratorToken()
    const client = await DdpTestClient.open(taken.endpoint)
    await client.call('resetPassword', token, digestPassword(PASSWORD))
    expect([...client.documents('users').values()]).toMatchObject([{ username: expect.stringMatching(/^admin-[0-9a-f]{4}$/) }])
    await taken.close()
  })
})

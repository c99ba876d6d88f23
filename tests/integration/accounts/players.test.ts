import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let visitor: DdpTestClient

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  visitor = await DdpTestClient.open(testApp.endpoint)
  await visitor.subscribe('players.one', { username: 'ada' })
})
afterAll(() => testApp.close())

const seen = (): Document | undefined => visitor.documents('players').get(ada.id)

async function sees(fields: object): Promise<void> {
  await visitor.waitUntil(() => {
    const document = seen()
    return Object.entries(fields).every(([field, value]) => document?.[field] === value)
  })
}

describe('a player’s profile', () => {
  it('is empty at first, and names nothing that the player has not said', () => {
    expect(seen()).toMatchObject({ username: 'Ada', displayName: 'Ada', bio: '', location: '', supporter: false })
    expect(seen()).not.toHaveProperty('unlisted')
  })

  it('is changed by its player, live for everybody and in the own user document', async () => {
    const bio = 'Plays since 1979.\nLikes reels.'
    expect(await ada.client.call('players.edit', { displayName: ' Ada L ', bio, location: 'Turin' })).toEqual({})
    await sees({ displayName: 'Ada L', bio, location: 'Turin' })
    expect(ada.client.documents('users').get(ada.id)).toMatchObject({ username: 'Ada', profile: { name: 'Ada L' } })
  })

  it('keeps what is not named', async () => {
    await ada.client.call('players.edit', { location: '' })
    await sees({ location: '' })
    expect(seen()).toMatchObject({ displayName: 'Ada L', bio: 'Plays since 1979.\nLikes reels.' })
    await ada.client.call('players.edit', {})
    expect(seen()).toMatchObject({ displayName: 'Ada L' })
  })

  it('tells that it is unlisted only while it is, and search engines with it', async () => {
    const robots = async (): Promise<boolean> => (await (await fetch(`${testApp.http}/players/ada`)).text()).includes('content="noindex"')
    expect(await robots()).toBe(false)
    await ada.client.call('players.edit', { unlisted: true })
    await sees({ unlisted: true })
    expect(await robots()).toBe(true)
    await ada.client.call('players.edit', { unlisted: false })
    await visitor.waitUntil(() => seen() !== undefined && !('unlisted' in seen()!))
    expect(await robots()).toBe(false)
  })

  it('has no picture to take away, and takes none that is not there', async () => {
    expect(await ada.client.call('players.edit', { picture: null })).toEqual({})
    expect(await ada.client.expectError('players.edit', { picture: { key: 'nowhere' } })).toMatchObject({
      error: 404,
      reason: 'There is no such picture.',
    })
  })

  it('refuses what is too long, empty where it may not be, or unknown, and says where', async () => {
    for (const [argument, path] of [
      [{ displayName: ' ' }, 'displayName'],
      [{ displayName: 'x'.repeat(61) }, 'displayName'],
      [{ bio: 'x'.repeat(501) }, 'bio'],
      [{ location: 'x'.repeat(81) }, 'location'],
      [{ location: 'two\nlines' }, 'location'],
      [{ unlisted: 'yes' }, 'unlisted'],
      [{ username: 'Eve' }, 'username'],
    ] as const) {
      expect(await ada.client.expectError('players.edit', argument)).toMatchObject({ error: 400, details: [{ path }] })
    }
    expect(seen()).toMatchObject({ displayName: 'Ada L' })
  })

  it('cannot be changed by visitors', async () => {
    expect(await visitor.expectError('players.edit', { bio: 'Mine' })).toMatchObject({ error: 401 })
  })
})

describe('a player who is no more', () => {
  it('disappears from open subscriptions, and leaves no profile behind', async () => {
    const bob = await signUp(testApp, 'Bob')
    await bob.client.call('players.edit', { bio: 'Bob was here.' })
    const client = await DdpTestClient.open(testApp.endpoint)
    const { id } = await client.subscribe('players.one', { username: 'bob' })
    expect((await fetch(`${testApp.http}/players/bob`)).status).toBe(200)
    await bob.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
    expect(await client.waitForMessage(message => message.msg === 'nosub' && message.id === id)).toMatchObject({ error: { error: 404 } })
    expect(client.documents('players').size).toBe(0)
    expect((await client.subscribe('players.one', { username: 'bob' })).error).toMatchObject({ error: 404 })
    expect((await fetch(`${testApp.http}/players/bob`)).status).toBe(404)
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM player_profiles WHERE user_id = $1', [bob.id])
    expect(rows).toEqual([])
  })
})
